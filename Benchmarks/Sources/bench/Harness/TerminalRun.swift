import Glibc
import TestSupport

/// A program running in a terminal that reads as fast as it can and answers nothing, unless it is kitty.
final class TerminalRun {
  /// What every program finds: a terminal of 24-bit colours, UTF-8, and no settings of the user's.
  static let environment = [
    "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
    "PATH": environmentVariable("PATH") ?? "/usr/bin:/bin",
  ]

  /// What one read brought.
  struct Chunk {
    /// When the read returned, in nanoseconds of the monotonic clock.
    var time: UInt64
    /// How many bytes it brought.
    var count: Int
    /// How many frames begin in them.
    var frames: Int
  }

  /// When the program was started, just before the call that does it.
  let startTime: UInt64
  /// The program.
  let child: ChildProcess
  /// Every read so far.
  private(set) var chunks: [Chunk] = []
  private let terminal: Pseudoterminal
  private var buffer = [UInt8](repeating: 0, count: 1 << 20)
  private var frames = FrameWatcher()
  private var watcher: ColorWatcher?
  /// The index of the chunk that brought the awaited colour.
  private var sighting: Int?
  /// The images that the terminal has; nil: it takes none.
  private(set) var images: PretendKitty?
  private var answerer: Answerer?
  private var updates = UpdateWatcher()

  /// Starts a program in a terminal of its own.
  ///
  /// - Parameter isKitty: whether the terminal answers as kitty does, with cells of 10×20 pixels.
  init(_ program: String, _ arguments: [String], columns: Int, rows: Int, isKitty: Bool = false) throws {
    terminal = try Pseudoterminal(columns: columns, rows: rows, cellPixels: isKitty ? (10, 20) : (0, 0))
    if isKitty { (images, answerer) = (PretendKitty(), Answerer(hasTruecolor: true, isKitty: true)) }
    // kitty says so in the environment of its programs.
    let environment = Self.environment.merging(isKitty ? ["KITTY_WINDOW_ID": "1"] : [:]) { $1 }
    let launch = Launch(
      program: program, arguments: arguments, environment: environment, terminal: terminal.path)
    startTime = monotonicNanoseconds()
    child = try launch.start()
  }

  /// Presses keys.
  func type(_ keys: String) throws { try terminal.type([UInt8](keys.utf8)) }

  /// Reads for at most so long; returns false at the program's end, or when nothing came.
  func read(milliseconds: Int32) throws -> Bool {
    guard case .bytes(let count) = try terminal.read(into: &buffer, milliseconds: milliseconds) else { return false }
    let time = monotonicNanoseconds()
    let beginnings =
      answerer == nil ? frames.beginnings(in: buffer[..<count]) : updates.beginnings(in: buffer[..<count])
    chunks.append(Chunk(time: time, count: count, frames: beginnings))
    let answers = (answerer?.answers(to: buffer[..<count]) ?? []) + (images?.feed(buffer[..<count]) ?? [])
    if !answers.isEmpty { try terminal.type(answers) }
    if sighting == nil, watcher?.sees(buffer[..<count]) == true { sighting = chunks.count - 1 }
    return true
  }

  /// Reads for so long no more than so many bytes, a hundredth of them in each hundredth of a second, as a line of that speed would.
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
  /// - Throws: `Failure` unless it exits with status 0 within the time.
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

  /// Reads until nothing has come for a while.
  func readUntilQuiet(milliseconds: Int32, seconds: Double = 20) throws {
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while try read(milliseconds: milliseconds) {
      if monotonicNanoseconds() > deadline { throw Failure("never came to rest") }
    }
  }

  /// Reads for so long.
  func read(seconds: Double) throws {
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while case let now = monotonicNanoseconds(), now < deadline {
      _ = try read(milliseconds: Int32((deadline - now) / 1_000_000 + 1))
    }
  }

  /// Reads until so many bytes have come.
  func read(atLeastBytes count: Int, seconds: Double = 60) throws {
    let deadline = monotonicNanoseconds() + UInt64(seconds * 1e9)
    while byteCount < count {
      if monotonicNanoseconds() > deadline { throw Failure("too little came") }
      if try !read(milliseconds: 100), let ending = child.poll() { throw Failure("ended with \(ending)") }
    }
  }

  /// Reads until a colour was named and the burst of bytes it came in has ended; returns when that was.
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

  /// All bytes read.
  var byteCount: Int { chunks.reduce(0) { $0 + $1.count } }

  /// Seconds from the start to the last byte.
  var secondsToLastByte: Double { Double((chunks.last?.time ?? startTime) - startTime) / 1e9 }

  /// A run that did not go as it must for its figures to mean anything.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    /// A failure with what happened.
    init(_ description: String) { self.description = description }
  }
}
