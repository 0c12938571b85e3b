/// What a file that moves tells of its motion before anything is decoded.
package struct Animation: Sendable, Hashable {
  /// How often it plays from its first frame to its last; 0: for ever.
  package var loopCount: Int
  /// The frames of one play-through, where the format tells without walking through the file. Only what the file says: a
  /// damaged one may have fewer.
  package var frameCount: Int?

  /// An animation of `frameCount` frames that plays `loopCount` times.
  package init(loopCount: Int, frameCount: Int? = nil) {
    self.loopCount = loopCount
    self.frameCount = frameCount
  }
}

/// How long frames are shown.
enum FrameDelay {
  /// What browsers make of the delay that a file gives: one under 11 ms, which old tools wrote when they meant none in
  /// particular, counts as 100 ms.
  static func played(_ delay: Duration) -> Duration { delay < .milliseconds(11) ? .milliseconds(100) : delay }
}
