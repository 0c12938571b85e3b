/// What a file declares about its animation, known before anything is decoded.
package struct Animation: Sendable, Hashable {
  /// How many times the animation plays from first frame to last; 0 for ever.
  package var loopCount: Int
  /// The declared number of frames in one play-through; nil if the format does not state it up front. A damaged file
  /// may have fewer.
  package var frameCount: Int?

  /// Creates an animation with `frameCount` frames that plays `loopCount` times.
  package init(loopCount: Int, frameCount: Int? = nil) {
    self.loopCount = loopCount
    self.frameCount = frameCount
  }
}

/// The delay between frames.
enum FrameDelay {
  /// Returns the delay that browsers use for a declared one: anything under 11 ms, which old tools wrote when they
  /// meant no particular delay, counts as 100 ms. At most a day.
  static func played(_ delay: Duration) -> Duration {
    delay < .milliseconds(11) ? .milliseconds(100) : min(delay, .seconds(86_400))
  }
}
