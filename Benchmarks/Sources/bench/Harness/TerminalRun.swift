import Foundation
import TestSupport

/// A program running in a terminal that reads at full speed and answers no queries, unless it simulates kitty or xterm.
final class TerminalRun {
  /// The environment of every program: a terminal with 24-bit colors, UTF-8, and no user settings.
  static let environment = [
    "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
    "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
  ]

  /// The result of one read.
  struct Chunk {
    /// When the read returned, in nanoseconds of the monotonic clock.
    var time: UInt64
    /// The number of bytes.
    var count: Int
    /// The number of frames that begin in them.
    var frames: Int
  }

  /// When the program was started, taken just before the call.
  let startTime: UInt64
  /// The program.
  let child: ChildProcess
  /// Every read so far.
  private(set) var chunks: [Chunk] = []
  private let terminal: Pseudoterminal
  private var buffer = [UInt8](repeating: 0, count: 1 << 20)
  private var frames = FrameWatcher()
  private var watcher: ColorWatcher?
  /// The index of the chunk that contained the awaited color.
  private var sighting: Int?
  /// The images that the terminal holds; nil if it supports none.
  private(set) var images: PretendKitty?
  private var answerer: Answerer?
  private var updates = MarkWatcher(MarkWatcher.update)
  private var loading = MarkWatcher("loading")
  /// How often it has been written that a slide is loading.
  private(set) var loadingCount = 0

  /// Starts a program in a new terminal.
  ///
  /// - Parameters:
  ///   - isKitty: Whether the terminal answers as kitty does, with cells of 10×20 pixels.
  ///   - isXterm: Whether it answers as xterm does.
  ///   - path: The folders of programs.
  init(
    _ program: String, _ arguments: [String], columns: Int, rows: Int, isKitty: Bool = false, isXterm: Bool = false,
    path: String? = nil
  ) throws {
    terminal = try Pseudoterminal(columns: columns, rows: rows, cellPixels: isKitty ? (10, 20) : (0, 0))
    if isKitty { (images, answerer) = (PretendKitty(), Answerer(hasTruecolor: true, isKitty: true)) }
    if isXterm { answerer = Answerer(hasTruecolor: true) }
    // kitty sets this variable for its programs.
    var environment = Self.environment.merging(isKitty ? ["KITTY_WINDOW_ID": "1"] : [:]) { $1 }
    if let path { environment["PATH"] = path }
    let launch = Launch(
      program: program, arguments: arguments, environment: environment, terminal: terminal.path)
    startTime = monotonicNanoseconds()
    child = try launch.start()
  }

  /// Presses keys.
  func type(_ keys: String) throws { try terminal.type([UInt8](keys.utf8)) }

  /// Reads for at most `milliseconds`; returns false at the program's end, or if nothing arrived.
  func read(milliseconds: Int32) throws -> Bool {
    guard case .bytes(let count) = try terminal.read(into: &buffer, milliseconds: milliseconds) else { return false }
    let time = monotonicNanoseconds()
    let beginnings =
      answerer == nil ? frames.beginnings(in: buffer[..<count]) : updates.count(in: buffer[..<count])
    chunks.append(Chunk(time: time, count: count, frames: beginnings))
    loadingCount += loading.count(in: buffer[..<count])
    try answer(buffer[..<count])
    if sighting == nil, watcher?.sees(buffer[..<count]) == true { sighting = chunks.count - 1 }
    return true
  }

  /// Answers the queries in these bytes, in their order, as terminals do: what the program draws next depends on it.
  private func answer(_ bytes: ArraySlice<UInt8>) throws {
    guard answerer != nil else { return }
    var answers: [UInt8] = []
    var rest = bytes
    while !rest.isEmpty {
      let end = rest.dropFirst().firstIndex(of: 0x1B) ?? rest.endIndex
      let sequence = rest[..<end]
      answers += (answerer?.answers(to: sequence) ?? []) + (images?.feed(sequence) ?? [])
      rest = rest[end...]
    }
    if !answers.isEmpty { try terminal.type(answers) }
  }

  /// Reads for `seconds`, at most a hundredth of `bytesPerSecond` in each hundredth of a second,
  /// as a line of that speed would.
  func readSlowly(bytesPerSecond: Int, seconds: Double) throws {
    let end = monotonicNanoseconds() + UInt64(seconds * 1e9)
    let share: UInt64 = 10_000_000
    while case let beginning = monotonicNanoseconds(), beginning < end {
      var rest = bytesPerSecond / 100
      while rest > 0, monotonicNanoseconds() < beginning + share {
        var piece = [UInt8](repeating: 0, count: min(rest, 4096))
        guard case .bytes(let count) = try terminal.read(into: &piece, milliseconds: 1) else {
          if child.poll() != nil { return }
          continue
        }
        rest -= count
        let time = monotonicNanoseconds()
        chunks.append(Chunk(time: time, count: count, frames: frames.beginnings(in: piece[..<count])))
      }
      if case let now = monotonicNanoseconds(), now < beginning + share {
        usleep(UInt32((beginning + share - now) / 1000 + 1))
      }
    }
  }

  /// Reads until the program has ended.
  ///
  /// - Throws: `Failure` unless it exits with status 0 within `seconds` of its start.
  func readToEnd(seconds: Double = 60) throws {
    let deadline = startTime + UInt64(seconds * 1e9)
    while monotonicNanoseconds() < deadline {
      if try read(milliseconds: 100) { continue }
      guard let ending = child.poll() else { continue }
      while try read(milliseconds: 0) {}
      guard ending == .exited(0) else { throw Failure("ended with \(ending)") }
      return
    }
    throw Failure("did not end")
  }

  /// Reads until nothing has arrived for `milliseconds`.
  func readUntilQuiet(milliseconds: Int32, seconds: Double = 20) throws {
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while try read(milliseconds: milliseconds) {
      if monotonicNanoseconds() > deadline { throw Failure("never came to rest") }
    }
  }

  /// Presses a key and reads until nothing has arrived for `milliseconds`; returns the seconds from the key to the last byte.
  func seconds(after key: String, untilQuietFor milliseconds: Int32) throws -> Double {
    let beginning = monotonicNanoseconds()
    try type(key)
    try readUntilQuiet(milliseconds: milliseconds)
    return Double((chunks.last?.time ?? beginning) - beginning) / 1e9
  }

  /// Reads for `seconds`.
  func read(seconds: Double) throws {
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while case let now = monotonicNanoseconds(), now < deadline {
      _ = try read(milliseconds: Int32((deadline - now) / 1_000_000 + 1))
    }
  }

  /// Reads until `count` bytes have arrived in all.
  func read(atLeastBytes count: Int, seconds: Double = 60) throws {
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while byteCount < count {
      if monotonicNanoseconds() > deadline { throw Failure("too little came") }
      if try !read(milliseconds: 100), let ending = child.poll() { throw Failure("ended with \(ending)") }
    }
  }

  /// Reads until a color has been set and the burst of bytes that contains it has ended; returns the time of the end.
  func readUntil(_ color: ColorWatcher, seconds: Double = 20) throws -> UInt64 {
    watcher = color
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while sighting == nil {
      if monotonicNanoseconds() > deadline { throw Failure("the picture never came") }
      if try !read(milliseconds: 100), let ending = child.poll() { throw Failure("ended with \(ending)") }
    }
    while try read(milliseconds: 5) {}
    return chunks[chunks.count - 1].time
  }

  /// Reads until a picture is placed.
  func readUntilPlaced(seconds: Double = 20) throws {
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while images?.placements.isEmpty != false {
      if monotonicNanoseconds() > deadline { throw Failure("no picture in pixels") }
      if try !read(milliseconds: 100), let ending = child.poll() { throw Failure("ended with \(ending)") }
    }
  }

  /// The number of bytes read so far.
  var byteCount: Int { chunks.reduce(0) { $0 + $1.count } }

  /// Seconds from the start to the last byte.
  var secondsToLastByte: Double { Double((chunks.last?.time ?? startTime) - startTime) / 1e9 }

  /// A run that did not go as required for its figures to be meaningful.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    /// Creates a failure with a description.
    init(_ description: String) { self.description = description }
  }
}
