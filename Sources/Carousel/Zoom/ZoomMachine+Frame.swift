extension ZoomMachine {
  /// What to draw at one moment.
  public struct Frame: Equatable, Sendable {
    /// Where all of the content lies as it is seen, in units of the viewport; empty if there is nothing to see.
    public let box: SlideBox
    /// How the content is turned in the box.
    public let orientation: ContentOrientation
    /// How many times larger than at rest it is.
    public let zoom: Double
    /// How many units of the viewport a unit of the content is wide.
    public let scale: Double
    /// The part of the content, as it is when not turned, that shows in the viewport, in shares of its extent.
    public let visible: SlideBox
    /// Whether a pointer holds the content.
    public let isHeld: Bool
    /// Whether the content moves without a hand: another frame is due as soon as the screen can show it.
    public let isMoving: Bool
    /// Whether the content has rested for `Settings.steadyDelay`: it is worth drawing sharply what is visible.
    public let isSteady: Bool

    init(
      _ place: ZoomPlace, _ geometry: ZoomGeometry, _ orientation: ContentOrientation, isHeld: Bool, isMoving: Bool,
      isSteady: Bool
    ) {
      let box = geometry.box(place)
      self.box = box
      self.orientation = orientation
      self.isHeld = isHeld
      self.isMoving = isMoving
      self.isSteady = isSteady
      zoom = place.zoom
      guard !geometry.isEmpty else {
        scale = 1
        visible = SlideBox(width: 0, height: 0)
        return
      }
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
