public import CarouselValues

extension ZoomMachine {
  /// The state to draw at one point in time.
  public struct Frame: Equatable, Sendable {
    /// The rectangle of the whole content as it is displayed, in units of the viewport; empty if the viewport or the
    /// content is.
    public var box: SlideBox
    /// The orientation of the content in the box.
    public var orientation: ContentOrientation
    /// The magnification relative to the content mode's size.
    public var zoom: Double
    /// The size of a unit of the content in units of the viewport.
    public var scale: Double
    /// The part of the content in the viewport, before rotation and mirroring, as fractions of the content's size.
    public var visible: SlideBox
    /// Whether a pointer holds the content.
    public var isHeld: Bool
    /// Whether the content moves without a pointer holding it: draw another frame as soon as the screen can show it.
    public var isMoving: Bool
    /// Whether the content has been at rest for `Settings.steadyDelay`, so that the visible part is worth drawing at
    /// full resolution.
    public var isSteady: Bool

    /// Creates a frame of upright content at rest, for previews and tests of renderers.
    public init(
      box: SlideBox, zoom: Double = 1, scale: Double = 1, visible: SlideBox = SlideBox(),
      orientation: ContentOrientation = .upright, isHeld: Bool = false, isMoving: Bool = false, isSteady: Bool = true
    ) {
      self.box = box
      self.orientation = orientation
      self.zoom = zoom
      self.scale = scale
      self.visible = visible
      self.isHeld = isHeld
      self.isMoving = isMoving
      self.isSteady = isSteady
    }

    init(
      _ pose: ZoomPose, _ geometry: ZoomGeometry, _ orientation: ContentOrientation, isHeld: Bool, isMoving: Bool,
      isSteady: Bool
    ) {
      let box = geometry.box(pose)
      self.init(
        box: box, zoom: pose.zoom, visible: SlideBox(.zero), orientation: orientation, isHeld: isHeld,
        isMoving: isMoving, isSteady: isSteady)
      if geometry.isEmpty { return }
      scale = box.width / geometry.content.width
      func span(_ edge: Double, _ length: Double, _ extent: Double) -> (start: Double, length: Double) {
        let start = max(0, min(-edge / length, 1))
        return (start, max(0, min((extent - edge) / length, 1) - start))
      }
      let x = span(box.x, box.width, geometry.viewport.width)
      let y = span(box.y, box.height, geometry.viewport.height)
      visible = orientation.content(in: SlideBox(x: x.start, y: y.start, width: x.length, height: y.length))
    }
  }
}
