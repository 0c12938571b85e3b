import CGlibc
import Fetching
import Glibc
import System

/// The fetching process and the pipes to it. It is used by one thread. Except for `dismiss`, nothing in it blocks.
///
/// The process is in its own process group and is killed with this value. If the viewer itself is killed, the process
/// exits at the end of its standard input.
final class FetchProcess {
  /// The result of a read from the process.
  enum Output {
    case reports([Result<FetchReport, LineDecoder<FetchReport>.LineError>])
    /// It has closed its output, that is, exited.
    case ended(how: String)
  }

  /// The maximum number of bytes waiting to be written to the process. If there are more, it is not reading.
  private static let maxUnwritten = 4 << 20
  /// The maximum number of bytes per read of its output.
  private static let pieceBytes = 65_536

  private let group: ProgramGroup
  /// The viewer's ends of the pipes. `input` is −1 once it has been closed.
  private(set) var input: Int32
  let output: Int32
  /// −1 once the process has closed it.
  private(set) var errors: Int32
  private var unwritten: [UInt8] = []
  private var decoder = LineDecoder<FetchReport>()
  private var errorTail: [UInt8] = []

  /// Starts the process.
  ///
  /// - Throws: `ProgramFailure.notStarted`.
  init(_ program: Path, arguments: [String], environment: [String]) throws(ProgramFailure) {
    var invocation = ProgramInvocation(program, arguments)
    invocation.environment = environment
    // It writes into the cache and runs as long as the viewer, so these limits are high. It limits the size of bodies
    // itself.
    invocation.fileLimit = 4 << 30
    invocation.memoryLimit = 8 << 30
    invocation.processorSeconds = nil
    invocation.mayStartProcesses = false
    // It exits at the end of its standard input, and deletes its unfinished files first.
    invocation.gracePeriodMilliseconds = 500
    var ends: [(reading: Int32, writing: Int32)] = []
    defer { for end in ends { for descriptor in [end.reading, end.writing] { close(descriptor) } } }
    for _ in 0..<3 {
      var end: (reading: Int32, writing: Int32) = (-1, -1)
      guard unsafe tui_pipe(&end.reading, &end.writing) == 0 else { throw .notStarted(errno) }
      ends.append(end)
    }
    let descriptors = [ends[0].writing, ends[1].reading, ends[2].reading].map(FetchProcess.keep)
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
  func closeInput() {
    close(input)
    input = -1
    unwritten = []
  }

  /// Closes the input of the process, and waits at most this long for it to exit.
  func dismiss(withinMilliseconds milliseconds: Int) {
    closeInput()
    let deadline = MonotonicClock.now + .milliseconds(milliseconds)
    while MonotonicClock.now < deadline {
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, 10) > 0 else { continue }
      if case .ended = read() { return }
    }
  }

  /// Whether bytes are waiting to be written.
  var hasUnwritten: Bool { !unwritten.isEmpty }

  /// Sends a command. `write` sends later what the pipe does not accept now.
  ///
  /// - Returns: false if too much is waiting because the process does not read: it should be killed.
  func send(_ command: FetchCommand) -> Bool {
    unwritten += LineEncoder.line(command)
    write()
    return unwritten.count <= FetchProcess.maxUnwritten
  }

  /// Writes as many of the waiting bytes as the pipe accepts.
  func write() {
    while !unwritten.isEmpty {
      // Within the array's bytes.
      let count = unsafe unwritten.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
      if count > 0 {
        unwritten.removeFirst(count)
      } else if errno != EINTR {
        // The process no longer reads; its exit is seen at the end of its output.
        if errno != EAGAIN { unwritten = [] }
        return
      }
    }
  }

  /// The reports since the last read, from a bounded number of bytes.
  func read() -> Output {
    readErrors()
    let piece = FetchProcess.piece(of: output)
    guard let piece else { return .reports([]) }
    if piece.isEmpty {
      readErrors()
      return .ended(how: ending)
    }
    return .reports(decoder.consume(piece))
  }

  /// The reason for the exit, as text for the user: the last line on its standard error, or else its exit status.
  private var ending: String {
    let line = errorTail.split { $0 == 0x0A || $0 == 0x0D }.last { $0.contains { $0 > 0x20 } }
    // A process that has closed its output and keeps running is killed.
    let status = group.end()
    if let line { return DiagnosticLine.printable(line) }
    switch status {
    case .exited(let code): return "status \(code)"
    case .signaled(let number): return "signal \(number)"
    }
  }

  private func readErrors() {
    while errors >= 0, let piece = FetchProcess.piece(of: errors) {
      if piece.isEmpty {
        close(errors)
        errors = -1
      }
      errorTail = Array((errorTail + piece).suffix(ProgramRun.errorBytes))
      // A full piece ends the loop, so that endless error output cannot block the thread.
      if piece.count == FetchProcess.pieceBytes { return }
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
