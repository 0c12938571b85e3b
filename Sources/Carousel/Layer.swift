public import CarouselValues

extension CarouselMachine {
  /// A slide as it is drawn in one frame.
  public struct Layer: Hashable, Sendable {
    /// The index of the slide; in `Frame.departingLayers`, the number of a removed one.
    public var slide: Int
    /// The distance from the middle of the view, in pages, > 0 towards the next slide.
    public var distance: Double
    /// The rectangle of the slide before its rotation, in fractions of the viewport. The pose's shift and scale are
    /// already applied.
    public var box: SlideBox
    /// The appearance of the slide.
    public var pose: SlideTransition.Pose
    /// The part of the slide that fills the box, in fractions of the slide: the whole slide, unless it drifts.
    public var crop: SlideBox

    /// Creates a layer.
    public init(slide: Int, distance: Double, box: SlideBox, pose: SlideTransition.Pose, crop: SlideBox = SlideBox()) {
      self.slide = slide
      self.distance = distance
      self.box = box
      self.pose = pose
      self.crop = crop
    }

    /// Returns the layer of a slide that is coming in or leaving: transparent and half as large at a presence of 0, as it
    /// is laid out at 1.
    func showing(_ presence: Double) -> Layer {
      guard presence < 1 else { return self }
      var layer = self
      let scale = (1 + presence) / 2
      layer.pose.opacity *= presence
      layer.pose.scale *= scale
      layer.box = SlideBox(
        x: box.x + box.width * (1 - scale) / 2, y: box.y + box.height * (1 - scale) / 2, width: box.width * scale,
        height: box.height * scale)
      return layer
    }

    func isBehind(_ other: Layer) -> Bool {
      pose.z == other.pose.z ? abs(distance) > abs(other.distance) : pose.z < other.pose.z
    }
  }
}

/// A slide where it is drawn, or where it would be if the view were larger.
struct DrawnSlide {
  var slide: Int
  /// The page that it is on or moves to.
  var page: Int
  var place: Place
  /// Less than 1 while the slide comes in to a changed row: see `Layer.showing(_:)`.
  var presence = 1.0
}

extension CarouselMachine.Frame {
  /// The slides in view, in drawing order: back to front.
  ///
  /// ```swift
  /// for layer in frame.layers {
  ///   canvas.draw(pictures[layer.slide], in: layer.box.scaled(by: size), opacity: layer.pose.opacity)
  /// }
  /// ```
  ///
  /// With few slides and several neighbors, a slide may appear more than once. Removed slides are in `departingLayers`.
  ///
  /// - Complexity: O(n log n) for n slides in view: at most 18, and twice as many while slides move to other pages.
  public var layers: [CarouselMachine.Layer] {
    var layers: [CarouselMachine.Layer] = []
    layers.reserveCapacity(layout.span)
    forEachSlide { layers.append(layer(of: $0)) }
    layers.sort { $0.isBehind($1) }
    return layers
  }

  /// Calls a function with each slide in view, in any order, without taking memory. Unless there are not enough slides,
  /// each is drawn once, on its way if it has a move: see `Realignment`.
  func forEachSlide(_ body: (DrawnSlide) -> Void) {
    let slots = slots
    let pages = layout.pagesInView(offset: progress.value, in: transition.style, scroll: scroll) { slots[page: $0] }
    let repeats = movesRepeat && count < pages.count
    for page in pages {
      guard let slide = slots[page: page] else { continue }
      var presence = 1.0
      if let move = moves.first(where: { $0.slide == slide && ($0.page == page || !repeats) }) {
        presence = move.page == page ? 0 : min(layout.excess(of: place(of: move), in: transition.style), 1)
      }
      guard presence > 0 else { continue }
      let place = layout.place(of: slide, page: page, offset: progress.value, scroll: scroll) { slots[page: $0] }
      body(DrawnSlide(slide: slide, page: page, place: place, presence: presence))
    }
    for (index, move) in moves.enumerated() {
      let place = place(of: move)
      guard layout.shows(place, in: transition.style) else { continue }
      if !repeats, moves[..<index].contains(where: { $0.slide == move.slide }) { continue }
      body(DrawnSlide(slide: move.slide, page: move.page, place: place, presence: move.presence))
    }
  }

  private func place(of move: Realignment.Move) -> Place {
    let slots = slots
    return layout.place(
      of: move.slide, page: move.page, shift: move.shift, slip: move.slip, leaving: move.leaving,
      offset: progress.value, scroll: scroll
    ) { slots[page: $0] }
  }

  func layer(of drawn: DrawnSlide) -> CarouselMachine.Layer {
    let pose = transition.style.pose(at: drawn.place.distance)
    return CarouselMachine.Layer(
      slide: drawn.slide, distance: drawn.place.distance, box: layout.box(of: drawn.place, pose: pose), pose: pose,
      crop: crops.first { $0.page == drawn.page }?.box ?? SlideBox()
    ).showing(drawn.presence)
  }

  /// Returns the frontmost layer at a point, in fractions of the viewport; nil if there is none. Rotation is ignored.
  public func layer(at point: SlidePoint) -> CarouselMachine.Layer? { layers.last { $0.box.contains(point) } }
}
