public import CarouselValues

extension CarouselMachine {
  /// A slide as it is drawn in one frame.
  public struct Layer: Hashable, Sendable {
    /// The index of the slide.
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

    /// The part of the opacity that is not the transition's: less than 1 while the slide appears in a changed row.
    var realignedOpacity = Uncompared(1.0)
    /// The slide's center before its pose, if it depends on the slides: see `Place`.
    var center = Uncompared(Double?.none)

    /// Creates a layer.
    public init(
      slide: Int, distance: Double, box: SlideBox, pose: SlideTransition.Pose, crop: SlideBox = SlideBox()
    ) {
      self.slide = slide
      self.distance = distance
      self.box = box
      self.pose = pose
      self.crop = crop
    }
  }
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
  /// With few slides and several neighbors, a slide may appear more than once.
  ///
  /// - Complexity: O(n log n) for n slides in view: at most 18, and twice as many while slides move to other pages.
  public var layers: [CarouselMachine.Layer] {
    var layers = unsortedLayers
    layers.sort { $0.pose.z == $1.pose.z ? abs($0.distance) > abs($1.distance) : $0.pose.z < $1.pose.z }
    return layers
  }

  /// The slides in view, in any order.
  var unsortedLayers: [CarouselMachine.Layer] { moves.isEmpty ? layersOnPages : movedLayers }

  private var pagesInView: ClosedRange<Int> {
    layout.pagesInView(offset: progress.value, in: transition.style, scroll: scroll) { self[page: $0] }
  }

  private var layersOnPages: [CarouselMachine.Layer] {
    let pages = pagesInView
    var layers: [CarouselMachine.Layer] = []
    layers.reserveCapacity(pages.count)
    for page in pages {
      if let slide = self[page: page] { layers.append(layer(of: slide, page: page)) }
    }
    return layers
  }

  /// The layers while some slides are not on their pages.
  ///
  /// Unless there are not enough slides, each is drawn once. One that is on its way is drawn there, even if the row
  /// carries its page, or another one with that slide, into view. The page appears as the slide on its way has left
  /// the view. So none jumps.
  private var movedLayers: [CarouselMachine.Layer] {
    let pages = pagesInView
    let repeats = movesRepeat && count < pages.count
    var layers: [CarouselMachine.Layer] = []
    for page in pages {
      guard let slide = self[page: page] else { continue }
      guard let move = moves.first(where: { $0.slide == slide && ($0.page == page || !repeats) }) else {
        layers.append(layer(of: slide, page: page))
        continue
      }
      let opacity = move.page == page ? 0 : min(layout.excess(of: place(of: move), in: transition.style), 1)
      if opacity > 0 { layers.append(layer(of: slide, page: page, opacity: opacity)) }
    }
    for (index, move) in moves.enumerated() where layout.shows(place(of: move), in: transition.style) {
      if !repeats, moves[..<index].contains(where: { $0.slide == move.slide }) { continue }
      layers.append(layer(of: move.slide, page: move.page, at: place(of: move), opacity: move.opacity))
    }
    return layers
  }

  private func place(of move: Realignment.Move) -> Place {
    layout.place(
      of: move.slide, page: move.page, shift: move.shift, slip: move.slip, offset: progress.value, scroll: scroll
    ) { self[page: $0] }
  }

  private func layer(
    of slide: Int, page: Int, at place: Place? = nil, opacity: Double = 1
  ) -> CarouselMachine.Layer {
    let place =
      place
      ?? layout.place(of: slide, page: page, offset: progress.value, scroll: scroll) { self[page: $0] }
    var pose = transition.style.pose(at: place.distance)
    pose.opacity *= opacity
    var layer = CarouselMachine.Layer(
      slide: slide, distance: place.distance, box: layout.box(of: place, pose: pose), pose: pose,
      crop: crops.first { $0.page == page }?.box ?? SlideBox())
    layer.realignedOpacity.value = opacity
    layer.center.value = place.center
    return layer
  }

  /// Returns the frontmost layer at a point, in fractions of the viewport; nil if there is none. Rotation is ignored.
  public func layer(at point: SlidePoint) -> CarouselMachine.Layer? {
    layers.last { $0.box.contains(point) }
  }
}
