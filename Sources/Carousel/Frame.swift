/// What is to be drawn at one moment: three slots and how far the current one has gone.
public struct Frame: Equatable, Sendable {
  /// How many slides there are.
  public var count: Int
  /// The slide in the slot before; nil where there is none. During a jump, the slide that it leads to.
  public var previous: Int?
  /// The current slide; nil only when there are no slides.
  public var current: Int?
  /// The slide in the slot after; nil where there is none. During a jump, the slide that it leads to.
  public var next: Int?
  /// The progress, −1…+1, ends excluded: 0 at rest, > 0 towards `next`, < 0 towards `previous`. At an end without wrap, and
  /// with a single slide, it may lead towards a slot that has no slide.
  public var offset: Double
  /// How the change between the slots is drawn. A mode set in mid-motion shows when that motion has ended.
  public var drawing: ChangeMode.Drawing
  /// The page that dots mark as current: it flips at half-way. Nil only when there are no slides.
  public var currentPage: Int?
  /// Whether anything moves by itself: another frame is due as soon as the screen can show it.
  public var isMoving: Bool
  /// How much of the dwell has passed, 0…1, while auto-advance counts; nil while it doesn't.
  public var countdown: Double?

  /// The slide that shares the screen with the current one: the neighbour that the offset leads to. Nil at rest, and where
  /// an end yields to nothing.
  public var neighborInView: Int? { offset > 0 ? next : offset < 0 ? previous : nil }

  /// A frame.
  public init(
    count: Int, previous: Int?, current: Int?, next: Int?, offset: Double, drawing: ChangeMode.Drawing,
    currentPage: Int?, isMoving: Bool, countdown: Double?
  ) {
    self.count = count
    self.previous = previous
    self.current = current
    self.next = next
    self.offset = offset
    self.drawing = drawing
    self.currentPage = currentPage
    self.isMoving = isMoving
    self.countdown = countdown
  }
}
