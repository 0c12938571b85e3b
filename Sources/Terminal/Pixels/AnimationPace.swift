/// Whether animation frames reach the terminal fast enough to look better in pixels than in cells.
///
/// Frames are timed from the first byte to the terminal's confirmation, which covers any line, window size and
/// terminal. A frame in cells takes at most a tenth of the bytes.
package struct AnimationPace: Hashable, Sendable {
  /// The time in nanoseconds beyond which a frame is late: four frames per second are the fewest that still look like
  /// motion.
  private static let limit: Int64 = 250_000_000
  /// The number of consecutive late frames after which frames are sent in cells.
  private static let maximumLateFrames = 3

  private var late = 0
  /// When the frame in transit began, in nanoseconds; nil if there is none.
  private var start: Int64?

  /// A pace without measurements: frames are sent in pixels.
  package init() {}

  /// Whether frames should be sent in cells.
  package var isTooSlow: Bool { late >= AnimationPace.maximumLateFrames }

  /// Records that a part of a frame is sent.
  package mutating func began(at nanoseconds: Int64) { if start == nil { start = nanoseconds } }

  /// Records that the frame in transit, if any, was aborted.
  package mutating func interrupted() { start = nil }

  /// Records that the terminal has confirmed or refused the frame.
  package mutating func ended(at nanoseconds: Int64) {
    guard let start else { return }
    if !isTooSlow { late = nanoseconds - start > AnimationPace.limit ? late + 1 : 0 }
    self.start = nil
  }
}
