extension CarouselMachine {
  /// Identifies a motion of a carousel: later motions have greater IDs.
  public struct MotionID: Hashable, Comparable, Sendable {
    private var number: UInt64 = 0

    init() {}

    var next: MotionID {
      var next = self
      next.number &+= 1
      return next
    }

    /// Returns whether the first motion began earlier than the second.
    public static func < (left: MotionID, right: MotionID) -> Bool { left.number < right.number }
  }
}
