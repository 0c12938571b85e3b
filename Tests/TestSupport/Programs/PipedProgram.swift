import CGlibc
import Glibc

/// A program whose streams are pipes to this process; it is killed with this object.
///
/// Foundation's `Process` is not used anywhere, for two reasons. Its children inherit the signals that the calling
/// thread blocks; threads that run tests block all of them, so SIGTERM would not end a child. And a program that
/// another thread starts at the same time can inherit the socket by which `Process` learns of the end, so that
/// `waitUntilExit` waits for both.
package final class PipedProgram {
  private let child: ChildProcess
  private var input: Descriptor?
  private let output: Descriptor
  private let errors: Descriptor

  /// Starts a program.
  ///
  /// - Parameter environment: the complete environment, or nil for PATH alone, and what AddressSanitizer is told.
  package init(_ program: String, _ arguments: [String], environment: [String: String]? = nil) throws {
    let (input, output, errors) = (try pipe(), try pipe(), try pipe())
    let launch = Launch(
      program: program, arguments: arguments,
      environment: environment ?? PipedProgram.standardEnvironment,
      input: .descriptor(input.reading.number), output: .descriptor(output.writing.number),
      error: .descriptor(errors.writing.number))
    child = try launch.start()
    (self.input, self.output, self.errors) = (input.writing, output.reading, errors.reading)
    // From here on only the program holds its ends of the pipes.
    withExtendedLifetime((input, output, errors)) {}
  }

  private static let standardEnvironment: [String: String] = {
    var environment = ["PATH": "/usr/local/bin:/usr/bin:/bin"]
    environment["ASAN_OPTIONS"] = unsafe getenv("ASAN_OPTIONS").map { unsafe String(cString: $0) }
    return environment
  }()

  /// Sends the program a signal.
  package func send(signal: Int32) { child.send(signal: signal) }

  /// Writes to the program's standard input.
  package func write(_ bytes: [UInt8]) throws {
    guard let input else { throw SystemFailure("write", code: EBADF) }
    // If the program no longer reads, the write fails instead of ending this process.
    _ = signal(SIGPIPE, SIG_IGN)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(input.number, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { throw SystemFailure("write") }
    }
  }

  /// Closes the program's standard input.
  package func closeInput() { input = nil }

  /// Returns the next part of its standard output; empty at the end, and if nothing has come for two minutes.
  package func readPiece() -> [UInt8] { output.piece() }

  /// Waits until the program ends, and returns how it ended.
  package func finish() throws -> ChildProcess.Ending {
    guard let ending = child.wait() else { throw SystemFailure("wait4", code: ECHILD) }
    return ending
  }

  /// The result of a complete run.
  package struct Run {
    package var ending: ChildProcess.Ending
    package var output: [UInt8]
    package var errors: [UInt8]
  }

  /// Runs a program to its end and returns its output. A program that writes nothing for two minutes is killed.
  package static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil, input: [UInt8] = []
  ) throws -> Run {
    let run = try PipedProgram(program, arguments, environment: environment)
    // A program may end without reading all of its input.
    try? run.write(input)
    run.closeInput()
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    var open = [run.output, run.errors]
    while !open.isEmpty {
      var waiting = open.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
      let count = unsafe poll(&waiting, nfds_t(waiting.count), waitingMilliseconds)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        run.send(signal: SIGKILL)
        throw SystemFailure("\(program): poll", code: count == 0 ? ETIMEDOUT : errno)
      }
      for (stream, state) in zip(open, waiting) where state.revents != 0 {
        let piece = stream.piece()
        if piece.isEmpty { open.removeAll { $0 === stream } }
        if stream === run.output { output += piece } else { errors += piece }
      }
    }
    return Run(ending: try run.finish(), output: output, errors: errors)
  }
}

/// How long a program may be silent.
private let waitingMilliseconds = Int32(waitingLimit * 1000)

/// A descriptor that is closed with this object.
private final class Descriptor {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }

  /// Reads the next bytes; empty at the end, and if none come for two minutes.
  func piece() -> [UInt8] {
    var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    var found: Int32 = 0
    repeat { found = unsafe poll(&waiting, 1, waitingMilliseconds) } while found < 0 && errno == EINTR
    guard found > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      repeat { count = unsafe read(number, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      count = max(0, count)
    }
  }
}

/// Creates a pipe whose ends programs do not inherit unless they are passed on.
private func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
  var (reading, writing): (Int32, Int32) = (-1, -1)
  guard unsafe tui_pipe(&reading, &writing) == 0 else { throw SystemFailure("pipe2") }
  return (Descriptor(reading), Descriptor(writing))
}
