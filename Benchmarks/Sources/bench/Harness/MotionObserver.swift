/// The measurements of a motion.
struct ObservedMotion {
  /// Milliseconds from each frame's first byte to the next frame's.
  var intervals: [Double] = []
  /// Seconds in motion.
  var seconds = 0.0
  /// Seconds of processor time in motion.
  var processorSeconds = 0.0
  /// The average number of bytes of a frame.
  var bytesPerFrame = 0.0

  /// The average frames per second while in motion.
  var framesPerSecond: Double { 1000 * Double(intervals.count) / intervals.reduce(0, +) }

  /// Creates an empty observation.
  init() {}

  /// Observes a run for `seconds`, as `MotionObserver.watch` does, and ends it.
  ///
  /// - Parameter countsDecoders: Whether the processor time includes that of the processes that decode.
  /// - Throws: An error if nothing moved.
  init(
    of run: TerminalRun, seconds: Double, pressingEvery interval: Double?, keys: [String] = ["\u{1B}[C"],
    countsDecoders: Bool = false
  ) throws {
    var observer = MotionObserver(of: run, countsDecoders: countsDecoders)
    try observer.watch(seconds: seconds, pressingEvery: interval, keys: keys)
    try run.type("q")
    try run.readToEnd(seconds: 120)
    self = try observer.motion()
  }

  /// The figure of the frames per second; nil for no bound.
  func rate(of name: String, atLeast bound: Double?) -> Figure {
    let size = bytesPerFrame < 1000 ? "\(rounded(bytesPerFrame)) B" : "\(rounded(bytesPerFrame / 1000)) kB"
    return Figure(
      name: "\(name): frames a second", details: "median \(rounded(Statistics(intervals).median)) ms, \(size) a frame",
      value: framesPerSecond, bound: bound.map { .atLeast($0) } ?? .none)
  }

  /// The figure of the processor time, in percent of one core.
  func share(of name: String, atMost bound: Double?) -> Figure {
    Figure(
      name: "\(name): share of one core", details: "over \(rounded(seconds)) s of motion",
      value: 100 * processorSeconds / seconds, unit: " %", bound: bound.map { .atMost($0) } ?? .none)
  }
}

/// Records when frames arrive, and distinguishes motion from rest.
///
/// A frame's time is that of the read that returned its first bytes. The program counts as at rest after 100 ms without
/// output, and its work at rest is not counted.
struct MotionObserver {
  private static let rest: UInt64 = 100_000_000

  private let run: TerminalRun
  private let countsDecoders: Bool
  private var firstChunk: Int
  /// The time and the processor time at the beginning of the current motion; nil at rest.
  private var beginning: (time: UInt64, processor: Double)?
  private var result = ObservedMotion()

  /// Creates an observer of the output from now on.
  ///
  /// - Parameter countsDecoders: Whether the processor time includes that of the processes that decode.
  init(of run: TerminalRun, countsDecoders: Bool = false) {
    self.run = run
    self.countsDecoders = countsDecoders
    firstChunk = run.chunks.count
  }

  private func processorSeconds() throws -> Double {
    guard countsDecoders else { return try ProcessStatus(of: run.child).processorSeconds() }
    // A decoder may end at any time.
    return ProcessStatus.family(of: run.child).reduce(0) { $0 + ((try? $1.processorSeconds()) ?? 0) }
  }

  /// Reads for `seconds`, pressing the keys in turn at a fixed interval; none are pressed if the interval is nil.
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
        if beginning == nil { beginning = (lastByte, try processorSeconds()) }
      } else if monotonicNanoseconds() - lastByte >= Self.rest {
        try finishMotion(at: lastByte)
      }
    }
    try finishMotion(at: lastByte)
  }

  /// The measurements so far.
  ///
  /// - Throws: An error if nothing moved.
  func motion() throws -> ObservedMotion {
    guard result.intervals.count > 10 else { throw TerminalRun.Failure("nothing moved") }
    return result
  }

  /// Adds the frames of the motion that has ended; the last one begins no interval.
  private mutating func finishMotion(at end: UInt64) throws {
    guard let beginning else { return }
    self.beginning = nil
    let starts = run.chunks[firstChunk...].flatMap { Array(repeating: $0.time, count: $0.frames) }
    let bytes = run.chunks[firstChunk...].reduce(0) { $0 + $1.count }
    firstChunk = run.chunks.count
    // One or two frames are not motion but, for example, a redrawn status.
    guard starts.count > 2 else { return }
    let frames = Double(result.intervals.count)
    result.bytesPerFrame = (result.bytesPerFrame * frames + Double(bytes)) / (frames + Double(starts.count - 1))
    result.intervals += zip(starts.dropFirst(), starts).map { Double($0 - $1) / 1e6 }
    result.seconds += Double(end - beginning.time) / 1e9
    result.processorSeconds += try processorSeconds() - beginning.processor
  }
}
