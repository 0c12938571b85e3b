/// Whether the frames of animations reach the terminal fast enough in pixels to look better than in cells.
///
/// A frame's time is measured, from its first byte to the terminal's confirmation, so it holds for any line, any size of
/// window and any terminal. A frame in cells takes a tenth of the bytes, or less.
package struct AnimationPace: Hashable, Sendable {
  /// A frame that takes longer, in nanoseconds, is late: four frames a second are the fewest that still look like a motion.
  private static let limit: Int64 = 250_000_000
  /// Late frames in a row after which frames are sent in cells.
  private static let patience = 3

  private var late = 0
  /// When the frame that is on its way began, in nanoseconds; nil: none is.
  private var start: Int64?

  /// Nothing is known: pixels are tried.
  package init() {}

  /// Whether frames are to be sent in cells.
  package var isTooSlow: Bool { late >= AnimationPace.patience }

  /// A part of a frame is sent.
  package mutating func began(at nanoseconds: Int64) { if start == nil { start = nanoseconds } }

  /// The frame on its way, if there was one, has been broken off.
  package mutating func interrupted() { start = nil }

  /// The terminal has confirmed the frame, or refused it.
  package mutating func ended(at nanoseconds: Int64) {
    guard let start else { return }
    if !isTooSlow { late = nanoseconds - start > AnimationPace.limit ? late + 1 : 0 }
    self.start = nil
  }
}
