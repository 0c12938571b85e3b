import CGlibc
package import Glibc
package import System

/// A process that answers requests, and the pipes to it. It is used by one thread. Except for `dismiss` and the
/// end, nothing in it blocks.
///
/// The process is in its own process group and is killed with this value. If the viewer itself is killed, the process
/// exits at the end of its standard input.
package final class PipedProcess {
  /// The result of a read from the process.
  package enum Output {
    case bytes([UInt8])
    /// It has closed its output, that is, exited.
    case ended(Ending)
  }

  /// How the process has ended.
  package struct Ending: Sendable {
    package let status: ProgramEnding
    /// The last line on its standard error, fit to be shown; nil if there is none.
    package let line: String?

    /// The reason as text for the user.
    package var description: String {
      if let line { return line }
      switch status {
      case .exited(let code): return "status \(code)"
      case .signaled(let number): return "signal \(number)"
      }
    }
  }

  /// The maximum number of bytes waiting to be written to the process. If there are more, it is not reading.
  private static let maxUnwritten = 4 << 20
  /// The maximum number of bytes per read of its output.
  private static let pieceBytes = 65_536

  /// How long a process may take to end once it has closed its output, in milliseconds.
  private static let endingMilliseconds = 300

  package let group: ProgramGroup
  /// The viewer's ends of the pipes. `input` is −1 once it has been closed.
  package private(set) var input: Int32
  package let output: Int32
  /// −1 once the process has closed it.
  package private(set) var errors: Int32
  private var unwritten: [UInt8] = []
  private var errorTail: [UInt8] = []

  /// Starts the process.
  ///
  /// - Throws: `ProgramFailure.notStarted`.
  package init(_ invocation: ProgramInvocation) throws(ProgramFailure) {
    var ends: [(reading: Int32, writing: Int32)] = []
    defer { for end in ends { for descriptor in [end.reading, end.writing] { close(descriptor) } } }
    for _ in 0..<3 {
      var end: (reading: Int32, writing: Int32) = (-1, -1)
      guard unsafe tui_pipe(&end.reading, &end.writing) == 0 else { throw .notStarted(errno) }
      ends.append(end)
    }
    let descriptors = [ends[0].writing, ends[1].reading, ends[2].reading].map(PipedProcess.keep)
    do throws(ProgramFailure) {
      // An invalid descriptor would never become ready.
      guard descriptors.allSatisfy({ $0 >= 0 }) else { throw .notStarted(EMFILE) }
      group = try ProgramGroup.start(
        invocation, input: ends[0].reading, output: ends[1].writing, errors: ends[2].writing)
    } catch {
      for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
      throw error
    }
    (input, output, errors) = (descriptors[0], descriptors[1], descriptors[2])
  }

  deinit {
    for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
  }

  /// A non-blocking duplicate of a descriptor that programs do not inherit; −1 if there are no descriptors left.
  private static func keep(_ descriptor: Int32) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    if copy >= 0 { _ = fcntl(copy, F_SETFL, O_NONBLOCK) }
    return copy
  }

  /// Closes the input of the process, so that it exits.
  package func closeInput() {
    close(input)
    input = -1
    unwritten = []
  }

  /// Closes the input of the process, and waits at most this long for it to exit.
  package func dismiss(withinMilliseconds milliseconds: Int) {
    closeInput()
    let deadline = MonotonicClock.now + .milliseconds(milliseconds)
    while MonotonicClock.now < deadline {
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, 10) > 0 else { continue }
      if case .ended = read() { return }
    }
  }

  /// Whether bytes are waiting to be written.
  package var hasUnwritten: Bool { !unwritten.isEmpty }

  /// Sends bytes. `write` sends later what the pipe does not accept now.
  ///
  /// - Returns: false if too much is waiting because the process does not read: it should be killed.
  package func send(_ bytes: [UInt8]) -> Bool {
    unwritten += bytes
    write()
    return unwritten.count <= PipedProcess.maxUnwritten
  }

  /// What a thread waits for that talks to a process: a pipe that wakes it, the output and, while bytes are waiting to be
  /// written, room for them.
  package static func polled(_ process: PipedProcess?, wakePipe: Int32) -> [pollfd] {
    var reading = [wakePipe]
    if let process { reading += [process.output, process.errors] }
    let polled = reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard let process, process.hasUnwritten else { return polled }
    return polled + [pollfd(fd: process.input, events: Int16(POLLOUT), revents: 0)]
  }

  /// Empties a pipe that wakes a thread, which has become readable.
  package static func drain(wakePipe: Int32) {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = unsafe Glibc.read(wakePipe, &bytes, bytes.count)
  }

  /// Writes as many of the waiting bytes as the pipe accepts.
  package func write() {
    while !unwritten.isEmpty {
      let count = unsafe unwritten.withUnsafeBytes { unsafe write($0) }
      if count > 0 {
        unwritten.removeFirst(count)
      } else if errno != EINTR {
        // The process no longer reads; its exit is seen at the end of its output.
        if errno != EAGAIN { unwritten = [] }
        return
      }
    }
  }

  /// Writes bytes; returns their number, or −1 with `errno`. If the process no longer reads, SIGPIPE does not end this one.
  private func write(_ bytes: UnsafeRawBufferPointer) -> Int {
    var (pipe, before, noTime) = (sigset_t(), sigset_t(), timespec())
    // Local values, and the array's bytes.
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let count = unsafe Glibc.write(input, bytes.baseAddress, bytes.count)
    let number = errno
    // The signal of a write is for this thread alone.
    if count < 0, number == EPIPE { _ = unsafe sigtimedwait(&pipe, nil, &noTime) }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = number
    return count
  }

  /// The bytes since the last read, at most 64 KiB.
  package func read() -> Output {
    readErrors()
    let piece = PipedProcess.piece(of: output)
    guard let piece else { return .bytes([]) }
    if piece.isEmpty {
      readErrors()
      return .ended(ending)
    }
    return .bytes(piece)
  }

  private var ending: Ending {
    let line = errorTail.split { $0 == 0x0A || $0 == 0x0D }.last { $0.contains { $0 > 0x20 } }
    // A process that ends closes its output first. One that keeps running is killed.
    for _ in 0..<PipedProcess.endingMilliseconds where !group.hasEnded { usleep(1_000) }
    return Ending(status: group.end(), line: line.map(DiagnosticLine.printable))
  }

  private func readErrors() {
    while errors >= 0, let piece = PipedProcess.piece(of: errors) {
      if piece.isEmpty {
        close(errors)
        errors = -1
      }
      errorTail = Array((errorTail + piece).suffix(ProgramRun.errorBytes))
      // A full piece ends the loop, so that endless error output cannot block the thread.
      if piece.count == PipedProcess.pieceBytes { return }
    }
  }

  /// The available bytes; empty at the end, nil if there are none yet.
  private static func piece(of descriptor: Int32) -> [UInt8]? {
    var number: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: pieceBytes) { buffer, count in
      let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      number = got < 0 ? errno : 0
      count = max(0, got)
    }
    return number == EAGAIN || number == EINTR ? nil : bytes
  }
}
