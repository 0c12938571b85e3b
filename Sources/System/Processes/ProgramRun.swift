import CGlibc
import Glibc

/// A running program whose output we read, within its limits of time and bytes.
///
/// Used by one task at a time, which it blocks; `group.stop()` ends it from any thread. The processes that it started
/// are killed when it is released.
package final class ProgramRun {
  /// The most bytes of standard error kept: the last ones.
  package static let errorBytes = 4096
  /// The milliseconds between two checks for cancellation while waiting.
  private static let timeout: Int32 = 50

  /// The processes.
  package let group: ProgramGroup
  private let invocation: ProgramInvocation
  /// Kept open while the program may read it.
  private let input: ProgramInput?
  private let output: Int32
  private let errors: Int32
  private var deadline: Duration
  private var outputBytes = 0
  private var areErrorsOpen = true
  private var errorTail: [UInt8] = []

  /// Starts a program.
  ///
  /// - Parameter input: Its standard input; nil for none.
  /// - Throws: `ProgramFailure.notStarted`, `.cancelled`.
  package init(_ invocation: ProgramInvocation, input: ProgramInput? = nil) throws(ProgramFailure) {
    if Task.isCancelled { throw .cancelled }
    var (outputEnds, errorEnds): ((Int32, Int32), (Int32, Int32)) = ((-1, -1), (-1, -1))
    guard unsafe tui_pipe(&outputEnds.0, &outputEnds.1) == 0 else { throw .notStarted(errno) }
    guard unsafe tui_pipe(&errorEnds.0, &errorEnds.1) == 0 else {
      let number = errno
      for end in [outputEnds.0, outputEnds.1] { close(end) }
      throw .notStarted(number)
    }
    defer {
      close(outputEnds.1)
      close(errorEnds.1)
    }
    // A larger pipe needs fewer context switches.
    tui_widen_pipe(outputEnds.0, 1 << 20)
    input?.file.rewind()
    do {
      group = try ProgramGroup.start(
        invocation, input: input?.file.descriptor, output: outputEnds.1, errors: errorEnds.1)
    } catch {
      close(outputEnds.0)
      close(errorEnds.0)
      throw error
    }
    self.invocation = invocation
    self.input = input
    output = outputEnds.0
    errors = errorEnds.0
    deadline = MonotonicClock.now + invocation.timeLimit
  }

  deinit {
    group.end()
    close(output)
    close(errors)
  }

  /// Restarts the time limit, for example for each picture of an animation.
  package func restartClock() { deadline = MonotonicClock.now + invocation.timeLimit }

  /// Waits for output and reads it.
  ///
  /// - Returns: The number of bytes read into `buffer`, at least 1; 0 at the end.
  /// - Throws: `ProgramFailure`; the program has then been killed.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ProgramFailure) -> Int {
    while true {
      guard try isReady(output, for: ProgramRun.timeout) else {
        // Processes that it left behind might hold the pipe open forever.
        if group.hasEnded { group.stop() }
        continue
      }
      let count = unsafe Glibc.read(output, buffer.baseAddress, buffer.count)
      if count < 0 && errno == EINTR { continue }
      outputBytes &+= max(0, count)
      guard outputBytes <= invocation.outputLimit else { throw fail(.tooMuchOutput) }
      return max(0, count)
    }
  }

  /// Waits until the program ends. Called after the end of its output.
  ///
  /// - Throws: `ProgramFailure`; the program has then been killed.
  package func finish() throws(ProgramFailure) -> ProgramEnding {
    var timeout: Int32 = 1
    while !group.hasEnded {
      _ = try isReady(-1, for: timeout)
      timeout = min(timeout * 2, ProgramRun.timeout)
    }
    let ending = group.end()
    // Its last messages may still be in the pipe, whose size bounds the number of reads.
    for _ in 0..<(1 << 20) / ProgramRun.errorBytes {
      var waiting = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
      guard areErrorsOpen, unsafe poll(&waiting, 1, 0) > 0 else { break }
      readErrors()
    }
    return ending
  }

  /// The non-empty last lines of its standard error, undecoded.
  package var errorLines: [[UInt8]] {
    errorTail.split { $0 == 0x0A || $0 == 0x0D }.filter { line in line.contains { $0 > 0x20 } }.map { Array($0) }
  }

  private func fail(_ failure: ProgramFailure) -> ProgramFailure {
    group.end()
    return failure
  }

  /// Waits until a descriptor is readable, for at most `timeout` milliseconds; meanwhile collects standard error.
  private func isReady(_ descriptor: Int32, for timeout: Int32) throws(ProgramFailure) -> Bool {
    if Task.isCancelled { throw fail(.cancelled) }
    if MonotonicClock.now >= deadline { throw fail(.timedOut(invocation.timeLimit)) }
    var waiting = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: areErrorsOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&waiting, 2, timeout) > 0 else { return false }
    if waiting[1].revents != 0 { readErrors() }
    return waiting[0].revents != 0
  }

  private func readErrors() {
    let limit = ProgramRun.errorBytes
    let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      count = unsafe max(0, Glibc.read(errors, buffer.baseAddress, buffer.count))
    }
    if piece.isEmpty { areErrorsOpen = false }
    errorTail = Array((errorTail + piece).suffix(limit))
  }

  /// Reads all output until its end.
  ///
  /// - Throws: `ProgramFailure`.
  package func readAll() throws(ProgramFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try read(into: &piece)
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  /// Reads the next output, at most `count` bytes; empty at the end.
  ///
  /// - Throws: `ProgramFailure`.
  package func readPiece(_ count: Int) throws(ProgramFailure) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: count)
    let got = try read(into: &piece)
    return Array(piece.prefix(got))
  }

  /// Fills the array with output from index `start` on.
  ///
  /// - Returns: false if the output ended before.
  /// - Throws: `ProgramFailure`.
  package func fill(_ bytes: inout [UInt8], from start: Int = 0) throws(ProgramFailure) -> Bool {
    var count = start
    while count < bytes.count {
      let got = try read(into: &bytes, from: count)
      if got == 0 { return false }
      count += got
    }
    return true
  }

  private func read(into bytes: inout [UInt8], from start: Int = 0) throws(ProgramFailure) -> Int {
    // Within the array: the buffer is the part from `start` on.
    let result: Result<Int, ProgramFailure> = unsafe bytes.withUnsafeMutableBytes { buffer in
      do throws(ProgramFailure) {
        return .success(try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...])))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
