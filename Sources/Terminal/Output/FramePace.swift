/// How exact frames in motion are, by how the line takes them: quality gives way so that motion need not.
///
/// First colours may be a little off, in mixtures and then in slides; then there are fewer of them, so that more
/// neighbours are alike; and if that is not enough, the frame rate falls, since no frame begins before the last ones
/// have arrived. Frames at rest are exact, but on a slow line they come in pieces that a key may come between.
package struct FramePace: Hashable, Sendable {
  /// What one step of giving way means.
  private struct Step: Hashable, Sendable {
    /// Distances in OKLab that are left alone.
    var mixing: Float
    var sliding: Float
    /// Bits of each channel that are kept.
    var channelBits: Int
  }

  private static let steps = [
    Step(mixing: 0.015, sliding: 0, channelBits: 8),
    Step(mixing: 0.03, sliding: 0, channelBits: 8),
    Step(mixing: 0.04, sliding: 0.02, channelBits: 8),
    Step(mixing: 0.055, sliding: 0.03, channelBits: 6),
    Step(mixing: 0.07, sliding: 0.04, channelBits: 5),
    Step(mixing: 0.08, sliding: 0.06, channelBits: 4),
  ]
  /// Nanoseconds that a frame in motion may take to arrive: half as long again as a sixtieth of a second.
  private static let lateness: Int64 = 25_000_000
  /// Bytes of a frame in motion beyond which it is taken as late: terminals draw 10 to 60 MB a second.
  private static let largest = 400_000
  /// Frames in a row that must arrive in half the time before quality is raised again.
  private static let recovery = 12
  /// Bytes a second from which a line is quick enough to write any frame whole.
  private static let quickLine = 2_000_000
  /// Nanoseconds that a piece of a frame at rest may take, and bytes that it has at least.
  private static let pieceDuration: Int64 = 40_000_000
  private static let leastPiece = 2048

  /// Steps taken: 0 is the best quality.
  private var step = 0
  private var quickFrames = 0
  /// What the last frame was.
  private var lastKind = FrameKind.still
  /// Bytes that the line took in a second, when it last was late.
  private var bytesPerSecond: Int?

  /// A line of which nothing is known, taken as quick.
  package init() {}

  /// How to draw a frame of some kind; a frame that was drawn in less quality has to be drawn once more.
  ///
  /// On a slow line a frame at rest comes in pieces, from the top: what moved is put where it rests before that, as it moved,
  /// or its lower half would stand beside its place for as long as the upper one takes.
  package mutating func quality(for kind: FrameKind) -> FrameKind {
    defer { lastKind = kind }
    return kind == .still && pieceLimit != nil ? lastKind : kind
  }

  /// What may be left alone in a frame.
  package func tolerance(for kind: FrameKind) -> ColorTolerance {
    switch kind {
    case .still: .none
    case .sliding: bytesPerSecond == nil ? .none : ColorTolerance(distance: Self.steps[step].sliding)
    case .mixing: ColorTolerance(distance: Self.steps[step].mixing)
    }
  }

  /// Bits of each colour channel that a frame has; 8: all.
  ///
  /// A slide draws each column once: in fewer colours it would be drawn twice, which only a line that is slow indeed is
  /// worth.
  package func channelBits(for kind: FrameKind) -> Int {
    switch kind {
    case .still: 8
    case .sliding: bytesPerSecond == nil ? 8 : Self.steps[step].channelBits
    case .mixing: Self.steps[step].channelBits
    }
  }

  /// Bytes after which a frame at rest may pause for keys; nil: it is written whole.
  package var pieceLimit: Int? {
    bytesPerSecond.map { max(Self.leastPiece, $0 / Int(1_000_000_000 / Self.pieceDuration)) }
  }

  /// A frame of `bytes` bytes has arrived after `nanoseconds`.
  package mutating func arrived(bytes: Int, after nanoseconds: Int64, as kind: FrameKind) {
    let isLate = nanoseconds > Self.lateness
    if isLate {
      let speed = bytes * 1000 / Int(max(1, nanoseconds / 1_000_000))
      bytesPerSecond = speed < Self.quickLine ? speed : nil
    }
    guard kind != .still else { return }
    if isLate || bytes > Self.largest {
      // The first frames of a motion must not take its time: one that is late many times over tells of a line that is slow.
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
