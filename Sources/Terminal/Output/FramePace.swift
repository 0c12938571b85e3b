/// Adapts the quality of frames in motion to the line's speed, so that motion stays smooth.
///
/// First, colors may deviate slightly, in dissolves and then in slides. If that is not enough, the frame rate falls, since no frame begins before the previous ones
/// have arrived. Frames at rest are exact, but on a slow line they are written in pieces, between which keys are
/// handled.
package struct FramePace: Hashable, Sendable {
  /// The parameters of one quality step.
  private struct Step: Hashable, Sendable {
    /// The distances in OKLab that are not redrawn.
    var mixing: Float
    var sliding: Float
  }

  private static let steps = [
    Step(mixing: 0.015, sliding: 0),
    Step(mixing: 0.03, sliding: 0),
    Step(mixing: 0.04, sliding: 0.02),
    Step(mixing: 0.055, sliding: 0.03),
    Step(mixing: 0.07, sliding: 0.04),
    Step(mixing: 0.08, sliding: 0.06),
  ]
  /// The time in nanoseconds that a frame in motion may take to arrive: 1.5 times a sixtieth of a second.
  private static let lateness: Int64 = 25_000_000
  /// The number of bytes beyond which a frame in motion counts as late: terminals draw 10 to 60 MB per second.
  private static let largest = 400_000
  /// The number of consecutive frames that must arrive in half that time before quality is raised again.
  private static let recovery = 12
  /// The speed in bytes per second from which a line is fast enough to write any frame whole.
  private static let quickLine = 2_000_000
  /// The time in nanoseconds that a piece of a frame at rest may take, and the minimum size of a piece in bytes.
  private static let pieceDuration: Int64 = 40_000_000
  private static let minimumPiece = 2048

  /// The current quality step; 0 is the best.
  private var step = 0
  private var quickFrames = 0
  private var lastKind = FrameKind.still
  /// The line's speed in bytes per second when a frame was last late; nil if it is fast.
  private var bytesPerSecond: Int?

  /// A pace for a line of unknown speed, assumed to be fast.
  package init() {}

  /// Returns the kind of frame to draw instead of `kind`; if they differ, the frame must be drawn again.
  ///
  /// On a slow line, a frame at rest is written in pieces from the top. Moved content is therefore first drawn at its
  /// final position with the quality of motion; otherwise its lower half would stay in its old place until the upper
  /// one is written.
  package mutating func quality(for kind: FrameKind) -> FrameKind {
    defer { lastKind = kind }
    return kind == .still && pieceLimit != nil ? lastKind : kind
  }

  /// Returns the color tolerance for a kind of frame.
  package func tolerance(for kind: FrameKind) -> ColorTolerance {
    switch kind {
    case .still: .none
    case .sliding: bytesPerSecond == nil ? .none : ColorTolerance(distance: Self.steps[step].sliding)
    case .mixing: ColorTolerance(distance: Self.steps[step].mixing)
    }
  }

  /// The number of bytes after which a frame at rest may pause for keys; nil if it is written whole.
  package var pieceLimit: Int? {
    bytesPerSecond.map { max(Self.minimumPiece, $0 / Int(1_000_000_000 / Self.pieceDuration)) }
  }

  /// Records that a frame of `bytes` bytes has arrived after `nanoseconds`.
  package mutating func arrived(bytes: Int, after nanoseconds: Int64, as kind: FrameKind) {
    let isLate = nanoseconds > Self.lateness
    if isLate {
      let speed = bytes * 1000 / Int(max(1, nanoseconds / 1_000_000))
      bytesPerSecond = speed < Self.quickLine ? speed : nil
    }
    guard kind != .still else { return }
    if isLate || bytes > Self.largest {
      // A frame that is late several times over indicates a slow line and lowers the quality by several steps at once:
      // the first frames must not use up the motion's time.
      step = min(step + Int(clamping: max(1, nanoseconds / Self.lateness)), Self.steps.count - 1)
      quickFrames = 0
    } else if nanoseconds < Self.lateness / 2 && bytes < Self.largest / 2 {
      if step == 0 && bytesPerSecond == nil { return }
      quickFrames += 1
      if quickFrames < Self.recovery { return }
      quickFrames = 0
      step = max(0, step - 1)
      if step == 0 { bytesPerSecond = nil }
    } else {
      quickFrames = 0
    }
  }
}
