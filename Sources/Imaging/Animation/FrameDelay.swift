/// How long frames are shown.
enum FrameDelay {
  /// What browsers make of the delay that a file gives: one under 11 ms, which old tools wrote when they meant none in
  /// particular, counts as 100 ms.
  static func played(_ delay: Duration) -> Duration { delay < .milliseconds(11) ? .milliseconds(100) : delay }
}
