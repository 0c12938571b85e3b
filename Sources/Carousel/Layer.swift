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
  ///   canvas.draw(pictures[layer.slide], in: layer.box.scaled(byX: width, y: height), opacity: layer.pose.opacity)
  /// }
  /// ```
  ///
  /// With few slides and several neighbours, a slide may appear more than once.
  ///
  /// - Complexity: O(n log n) for n slides in view, at most 18.
  public var layers: [CarouselMachine.Layer] {
    let value = progress.value
    let layers = layout.pagesInView(offset: value, in: mode.transition).compactMap { page -> CarouselMachine.Layer? in
      guard let slide = self[page: page] else { return nil }
      let distance = Double(page) - value
      let pose = mode.transition.pose(at: distance)
      return CarouselMachine.Layer(
        slide: slide, distance: distance, box: layout.box(at: distance, pose: pose), pose: pose,
        crop: crops.first { $0.page == page }?.box ?? SlideBox())
    }
    return layers.sorted { ($0.pose.z, -abs($0.distance)) < ($1.pose.z, -abs($1.distance)) }
  }

  /// Returns the frontmost layer at a point, in fractions of the viewport; nil if there is none. Rotation is ignored.
  public func layer(atX x: Double, y: Double) -> CarouselMachine.Layer? {
    layers.last { $0.box.contains(x: x, y: y) }
  }
}
