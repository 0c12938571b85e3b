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
    var realignedOpacity = 1.0

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
    var layers = moves.isEmpty ? layersOnPages : movedLayers
    layers.sort { ($0.pose.z, -abs($0.distance)) < ($1.pose.z, -abs($1.distance)) }
    return layers
  }

  private var layersOnPages: [CarouselMachine.Layer] {
    let pages = layout.pagesInView(offset: progress.value, in: transition.style)
    var layers: [CarouselMachine.Layer] = []
    layers.reserveCapacity(pages.count)
    for page in pages {
      if let slide = self[page: page] { layers.append(layer(of: slide, page: page)) }
    }
    return layers
  }

  /// The layers while some slides are not on their pages. A slide is drawn twice only if there are not enough slides;
  /// otherwise where it is nearest to the middle.
  private var movedLayers: [CarouselMachine.Layer] {
    let pages = layout.pagesInView(offset: progress.value, in: transition.style)
    var layers = pages.compactMap { page -> CarouselMachine.Layer? in
      guard let slide = self[page: page] else { return nil }
      return moves.contains { $0.page == page && $0.slide == slide } ? nil : layer(of: slide, page: page)
    }
    for move in moves where layout.shows(at: Double(move.page) + move.shift - progress.value, in: transition.style) {
      var layer = layer(of: move.slide, page: move.page, shift: move.shift)
      layer.pose.opacity *= move.opacity
      layer.realignedOpacity = move.opacity
      layers.append(layer)
    }
    func rank(_ layer: CarouselMachine.Layer) -> (Int, Double) {
      (layer.realignedOpacity > 0 ? 0 : 1, abs(layer.distance))
    }
    layers.sort { rank($0) < rank($1) }
    while !movesRepeat || count >= pages.count,
      let again = layers.indices.last(where: { index in layers[..<index].contains { $0.slide == layers[index].slide } })
    {
      layers.remove(at: again)
    }
    return layers
  }

  private func layer(of slide: Int, page: Int, shift: Double = 0) -> CarouselMachine.Layer {
    let distance = Double(page) + shift - progress.value
    let pose = transition.style.pose(at: distance)
    return CarouselMachine.Layer(
      slide: slide, distance: distance, box: layout.box(at: distance, pose: pose), pose: pose,
      crop: crops.first { $0.page == page }?.box ?? SlideBox())
  }

  /// Returns the frontmost layer at a point, in fractions of the viewport; nil if there is none. Rotation is ignored.
  public func layer(at point: SlidePoint) -> CarouselMachine.Layer? {
    layers.last { $0.box.contains(point) }
  }
}
