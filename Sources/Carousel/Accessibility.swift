import CarouselValues

extension CarouselMachine.Frame {
  /// What assistive technology presents, by the carousel pattern of the ARIA Authoring Practices Guide.
  ///
  /// ```swift
  /// let accessibility = carousel.frame(at: now).accessibility
  /// region.roleDescription = accessibility.roleDescription
  /// region.isLive = accessibility.liveRegion == .polite
  /// if let text = accessibility.announcement { region.text = "\(text): \(names[slide])" }
  /// backButton.isEnabled = accessibility.canMoveBackward
  /// ```
  public struct Accessibility: Hashable, Sendable {
    /// When a screen reader announces a region that has changed, named as the values of `aria-live`. There will be no
    /// other cases.
    public enum LiveRegion: String, Hashable, Sendable, CaseIterable {
      /// Not at all: the slides change by themselves, or move.
      case off
      /// At the next opportunity: the user or the program has changed the slide.
      case polite
    }

    /// The role of the whole, for `aria-roledescription`, in English.
    public let roleDescription = "carousel"
    /// The role of each slide, for `aria-roledescription`, in English.
    public let slideRoleDescription = "slide"
    /// Whether the slides are announced.
    public var liveRegion: LiveRegion
    /// The number of the slide on which the slides rest or will rest, from 1; nil if there are no slides.
    public var number: Int?
    /// The number of slides.
    public var count: Int
    /// Whether there is a slide before that one: whether an arrow that leads there is enabled.
    public var canMoveBackward: Bool
    /// Whether there is a slide after that one: whether an arrow that leads there is enabled.
    public var canMoveForward: Bool
    /// The slides that can have the focus, which are entirely in view, in the order of reading. All others are hidden
    /// from assistive technology. The controls, first of all the one that pauses auto-advance, precede the slides.
    public var focusOrder: [Int]

    /// The label of the slide, in English, such as "3 of 12"; nil if there are no slides.
    public var label: String? { number.map { "\($0) of \(count)" } }

    /// What the live region says now, in English: the label, unless it is off.
    public var announcement: String? { liveRegion == .polite ? label : nil }
  }

  /// What assistive technology presents at this time.
  ///
  /// - Complexity: O(n log n) for n slides in view, as that of `layers`.
  public var accessibility: Accessibility {
    let isQuiet = isMoving || progress.value != 0 || advancesAutomatically || progress.cause == .automatic
    // Apart from rounding.
    let (least, greatest) = (-1e-9, 1 + 1e-9)
    let visible = layers.filter { layer in
      let box = layer.box
      return box.x >= least && box.y >= least && box.x + box.width <= greatest && box.y + box.height <= greatest
    }
    var slides: [Int] = []
    for layer in visible.sorted(by: { $0.distance < $1.distance }) where !slides.contains(layer.slide) {
      slides.append(layer.slide)
    }
    return Accessibility(
      liveRegion: isQuiet ? .off : .polite, number: destination.map { $0 + 1 }, count: count,
      canMoveBackward: canMoveBackward, canMoveForward: canMoveForward, focusOrder: slides)
  }
}
