/// What is to be drawn at one moment: three slots and how far the current one has gone.
public struct Frame: Equatable, Sendable {
  /// How many slides there are.
  public var count: Int
  /// The slide in the slot before; nil where there is none.
  public var previous: Int?
  /// The current slide; nil only when there are no slides.
  public var current: Int?
  /// The slide in the slot after; nil where there is none.
  public var next: Int?
  /// The progress, −1…+1: 0 at rest, > 0 towards `next`, < 0 towards `previous`.
  public var offset: Double
  /// How the change between the slots is drawn.
  public var drawing: ChangeMode.Drawing
  /// The page that dots mark as current: it flips at half-way. Nil only when there are no slides.
  public var currentPage: Int?
  /// Whether anything moves by itself: another frame is due as soon as the screen can show it.
  public var isMoving: Bool
  /// How much of the dwell has passed, 0…1, while auto-advance counts; nil while it doesn't.
  public var countdown: Double?
}
