/// What was seen of a motion.
struct ObservedMotion {
  /// Milliseconds from each frame's first byte to the next one's.
  var intervals: [Double] = []
  /// Seconds in motion.
  var seconds = 0.0
  /// Seconds of processor time in motion.
  var processorSeconds = 0.0
  /// Bytes of the frames on average.
  var bytesPerFrame = 0.0

  /// Frames a second on average, while in motion.
  var framesPerSecond: Double { 1000 * Double(intervals.count) / intervals.reduce(0, +) }

  /// Nothing yet.
  init() {}

  /// Watches a run for so long, as `MotionObserver.watch` does, and ends it.
  /// - Throws: when nothing moved.
  init(
    of run: TerminalRun, seconds: Double, pressingEvery interval: Double?, keys: [String] = ["\u{1B}[C"]
  ) throws {
    var observer = MotionObserver(of: run)
    try observer.watch(seconds: seconds, pressingEvery: interval, keys: keys)
    try run.type("q")
    try run.readToEnd(seconds: 120)
    self = try observer.motion()
  }

  /// The frames a second; nil: they are only told.
  func rate(of name: String, atLeast bound: Double?) -> Figure {
    let size = bytesPerFrame < 1000 ? "\(rounded(bytesPerFrame)) B" : "\(rounded(bytesPerFrame / 1000)) kB"
    return Figure(
      name: "\(name): frames a second", details: "median \(rounded(Statistics(intervals).median)) ms, \(size) a frame",
      value: framesPerSecond, bound: bound.map { .atLeast($0) } ?? .none)
  }

  /// The hundredths of a core that the motion took.
  func share(of name: String, atMost bound: Double) -> Figure {
    Figure(
      name: "\(name): share of one core", details: "over \(rounded(seconds)) s of motion",
      value: 100 * processorSeconds / seconds, unit: " %", bound: .atMost(bound))
  }
}

/// Takes down when frames come, and tells motion from rest.
///
/// A frame's time is that of the read that brought its first bytes. The program is at rest once nothing has come for
/// 100 ms, and what it does at rest is not counted.
struct MotionObserver {
  private static let rest: UInt64 = 100_000_000

  private let run: TerminalRun
  private let status: ProcessStatus
  private var firstChunk: Int
  /// The time and the processor time at the beginning of the motion that goes on.
  private var beginning: (time: UInt64, processor: Double)?
  private var result = ObservedMotion()

  /// An observer of what comes from now on.
  init(of run: TerminalRun) {
    self.run = run
    status = ProcessStatus(of: run.child)
    firstChunk = run.chunks.count
  }

  /// Reads for so long, pressing keys in turn at even times: the right arrow unless others are named.
  mutating func watch(seconds: Double, pressingEvery interval: Double?, keys: [String] = ["\u{1B}[C"]) throws {
    let start = monotonicNanoseconds()
    let end = start + UInt64(seconds * 1e9)
    var presses = 0
    var lastByte = start
    while case let now = monotonicNanoseconds(), now < end {
      var due = min(end, lastByte + Self.rest)
      if let interval {
        let press = start + UInt64(Double(presses) * interval * 1e9)
        if press <= now {
          try run.type(keys[presses % keys.count])
          presses += 1
          continue
        }
        due = min(due, press)
      }
      let wait = due > now ? (due - now) / 1_000_000 + 1 : 100
      if try run.read(milliseconds: Int32(wait)) {
        lastByte = run.chunks[run.chunks.count - 1].time
        if beginning == nil { beginning = (lastByte, try status.processorSeconds()) }
      } else if monotonicNanoseconds() - lastByte >= Self.rest {
        try finishMotion(at: lastByte)
      }
    }
    try finishMotion(at: lastByte)
  }

  /// What was seen.
  /// - Throws: when nothing moved.
  func motion() throws -> ObservedMotion {
    guard result.intervals.count > 10 else { throw TerminalRun.Failure("nothing moved") }
    return result
  }

  /// Counts the frames of the motion that has ended; its last one begins no interval.
  private mutating func finishMotion(at end: UInt64) throws {
    guard let beginning else { return }
    self.beginning = nil
    let starts = run.chunks[firstChunk...].flatMap { Array(repeating: $0.time, count: $0.frames) }
    let bytes = run.chunks[firstChunk...].reduce(0) { $0 + $1.count }
    firstChunk = run.chunks.count
    // One frame or two are no motion: a redrawn status, say.
    guard starts.count > 2 else { return }
    let frames = Double(result.intervals.count)
    result.bytesPerFrame = (result.bytesPerFrame * frames + Double(bytes)) / (frames + Double(starts.count - 1))
    result.intervals += zip(starts.dropFirst(), starts).map { Double($0 - $1) / 1e6 }
    result.seconds += Double(end - beginning.time) / 1e9
    result.processorSeconds += try status.processorSeconds() - beginning.processor
  }
}
