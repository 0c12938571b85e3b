public import CarouselValues

extension ViewerMachine {
  /// The place from which content opens, such as a slide in a carousel or a thumbnail in a grid.
  public struct Source: Hashable, Sendable {
    /// The rectangle of the source, in units of the viewport.
    public var box: SlideBox
    /// How the content is scaled and aligned in the rectangle. Content beyond it is cropped.
    public var contentMode: SlideContentMode

    /// Creates a source.
    public init(box: SlideBox, contentMode: SlideContentMode = .contain) {
      self.box = box
      self.contentMode = contentMode
    }

    /// The source with its rectangle clamped; nil if the rectangle is empty.
    var bounded: Source? {
      let box = box.bounded
      return box.width > 0 && box.height > 0 ? Source(box: box, contentMode: contentMode) : nil
    }
  }

  /// Input to the viewer. Points and distances are in units of the viewport.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// Open by growing out of a source, or by fading in if it is nil. If the viewer is already open, only the source is
    /// replaced.
    case open(from: Source?)
    /// Close by shrinking into the source, or by fading out if there is none, such as for the Esc key.
    case close
    /// Replace the source, such as when it moves; nil if it is no longer in view. A closing motion is redirected to it.
    case updateSource(Source?)
    /// Set the rectangle of the content while it is open, such as a `ZoomMachine.Frame.box`; nil for all of it, as
    /// large as possible.
    case updateContentBox(SlideBox?)
    /// Change the size of the content.
    case updateContent(SlideSize)
    /// Change the size of the viewport. If it has changed, the content is as large as possible until the next
    /// `updateContentBox`.
    case resize(SlideSize)
    /// Apply new settings. A new duration holds from the next motion on.
    case configure(Settings)
    /// A pointer grabs the content at a point, even while the content grows. Ignored unless the viewer is open.
    case grab(at: SlidePoint)
    /// The pointer has moved to a point. Ignored if nothing is held.
    case drag(to: SlidePoint)
    /// The pointer releases the content at a velocity in units a second: the content is dismissed or springs back.
    case release(velocity: SlidePoint = .zero)
    /// Time has passed: handle everything due.
    case tick
  }

  /// Something that happened during one `handle`, in order. Later versions may add cases: end a `switch` in another
  /// package with `@unknown default`.
  @nonexhaustive
  public enum Report: Hashable, Sendable {
    /// The content has come to rest, open: it has grown to its full size or sprung back.
    case didOpen
    /// The content begins to close, by `Event.close` or because it was dismissed by a drag.
    case willClose
    /// The viewer is closed, and the content has gone.
    case didClose
  }

  /// The state to draw at one point in time: the darkened background, and the content over it.
  public struct Frame: Equatable, Sendable {
    /// The rectangle of the whole content, in units of the viewport.
    public var box: SlideBox
    /// The rectangle to which the content is clipped, in units of the viewport.
    public var clip: SlideBox
    /// The opacity of the viewer's background over everything behind it, 0…1.
    public var darkness: Double
    /// The opacity of the content, 0…1.
    public var opacity: Double
    /// Whether a pointer holds the content.
    public var isHeld: Bool
    /// Whether the content moves without a pointer holding it: draw another frame as soon as the screen can show it.
    public var isMoving: Bool

    /// Creates a frame, for previews and tests of renderers.
    public init(
      box: SlideBox, clip: SlideBox, darkness: Double = 1, opacity: Double = 1, isHeld: Bool = false,
      isMoving: Bool = false
    ) {
      self.box = box
      self.clip = clip
      self.darkness = darkness
      self.opacity = opacity
      self.isHeld = isHeld
      self.isMoving = isMoving
    }
  }
}

/// The appearance of a viewer's content, as numbers that a `Glide` animates.
struct ViewerPose: Equatable, Sendable {
  /// The box and the clip (x, y, width and height each), the darkness and the opacity; the rest is unused.
  var numbers: SIMD16<Double>

  /// The number of elements in use.
  static let count = 10

  init(_ numbers: SIMD16<Double>) { self.numbers = numbers }

  init(box: SlideBox, clip: SlideBox, darkness: Double, opacity: Double) {
    let used = [box.x, box.y, box.width, box.height, clip.x, clip.y, clip.width, clip.height, darkness, opacity]
    numbers = .zero
    for index in 0..<Self.count { numbers[index] = used[index] }
  }

  var box: SlideBox { box(at: 0) }
  var clip: SlideBox { box(at: 4) }
  var darkness: Double { numbers[8] }
  var opacity: Double { numbers[9] }

  private func box(at index: Int) -> SlideBox {
    SlideBox(
      x: numbers[index], y: numbers[index + 1], width: max(0, numbers[index + 2]), height: max(0, numbers[index + 3]))
  }

  /// Returns how far a number may move in the wrong direction: a position by a tenth of the viewport's longer side, a
  /// width or height by no more than keeps it positive, and any other number not at all.
  static func room(_ index: Int, _ glide: Glide<SIMD16<Double>>, in viewport: SlideSize) -> Double {
    guard index < 8 else { return 0 }
    return index % 4 < 2 ? max(viewport.width, viewport.height) / 10 : min(glide.from[index], glide.to[index]) / 2
  }
}

extension SlideBox {
  var bounded: SlideBox { SlideBox(size.bounded, at: corner.bounded) }
}
