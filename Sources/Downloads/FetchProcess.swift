import CGlibc
import Fetching
import Glibc
import System

/// The fetching process, and the pipes to it. Used by one thread; nothing in it waits.
///
/// It is in a process group of its own and dies with this value; should we be killed, it ends with its standard input.
final class FetchProcess {
  /// What has come of a look at its output.
  enum Output {
    case reports([Result<FetchReport, LineDecoder<FetchReport>.LineError>])
    /// It has closed its output: it is over.
    case ended(how: String)
  }

  /// Bytes that may wait to be written to it: it reads what it is told, or it is not ours.
  private static let maxUnwritten = 4 << 20
  /// Bytes of its output that are looked at in one go.
  private static let pieceBytes = 65_536

  private let group: ProgramGroup
  /// Our ends.
  private(set) var input: Int32
  let output: Int32
  /// −1 once it has closed it.
  private(set) var errors: Int32
  private var unwritten: [UInt8] = []
  private var decoder = LineDecoder<FetchReport>()
  private var errorTail: [UInt8] = []

  /// Starts it.
  ///
  /// - Throws: `ProgramFailure.notStarted`.
  init(_ program: Path, arguments: [String], environment: [String]) throws(ProgramFailure) {
    var invocation = ProgramInvocation(program, arguments)
    invocation.environment = environment
    // It writes into the cache, and works as long as we do. What a body may come to, it sees to itself.
    invocation.fileLimit = 4 << 30
    invocation.memoryLimit = 8 << 30
    invocation.processorSeconds = nil
    // It ends by itself with its standard input, and takes along what it has not finished.
    invocation.farewellMilliseconds = 500
    var ends: [(reading: Int32, writing: Int32)] = []
    defer { for end in ends { for descriptor in [end.reading, end.writing] { close(descriptor) } } }
    for _ in 0..<3 {
      var end: (reading: Int32, writing: Int32) = (-1, -1)
      guard unsafe tui_pipe(&end.reading, &end.writing) == 0 else { throw .notStarted(errno) }
      ends.append(end)
    }
    let kept = [ends[0].writing, ends[1].reading, ends[2].reading].map(FetchProcess.keep)
    do throws(ProgramFailure) {
      // One that is missing would be waited for in vain.
      guard kept.allSatisfy({ $0 >= 0 }) else { throw .notStarted(EMFILE) }
      group = try ProgramGroup.start(
        invocation, input: ends[0].reading, output: ends[1].writing, errors: ends[2].writing)
    } catch {
      for descriptor in kept where descriptor >= 0 { close(descriptor) }
      throw error
    }
    (input, output, errors) = (kept[0], kept[1], kept[2])
  }

  deinit {
    for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
  }

  /// An own copy of a descriptor, which does not block and which no program inherits.
  private static func keep(_ descriptor: Int32) -> Int32 {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    if copy >= 0 { _ = fcntl(copy, F_SETFL, O_NONBLOCK) }
    return copy
  }

  /// Tells it nothing more: it ends by itself.
  func closeInput() {
    close(input)
    input = -1
    unwritten = []
  }

  /// Closes its input, and gives it a moment to end by itself.
  func dismiss(withinMilliseconds milliseconds: Int) {
    closeInput()
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < deadline {
      var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&waiting, 1, 10) > 0 else { continue }
      if case .ended = read() { return }
    }
  }

  /// Whether something waits to be written.
  var hasUnwritten: Bool { !unwritten.isEmpty }

  /// Tells it something, as far as it reads now; the rest when `output` asks for it.
  ///
  /// - Returns: false where it does not read: it should be ended.
  func send(_ command: FetchCommand) -> Bool {
    unwritten += LineEncoder.line(command)
    write()
    return unwritten.count <= FetchProcess.maxUnwritten
  }

  /// Writes on.
  func write() {
    while !unwritten.isEmpty {
      // Within the array.
      let count = unsafe unwritten.withUnsafeBytes { unsafe Glibc.write(input, $0.baseAddress, $0.count) }
      if count > 0 {
        unwritten.removeFirst(count)
      } else if errno != EINTR {
        // Nobody reads any more: its output tells the end.
        if errno != EAGAIN { unwritten = [] }
        return
      }
    }
  }

  /// What it has said since the last look, a bounded piece of it.
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

  /// How it ended, in words for people: its own last ones, where it has some.
  private var ending: String {
    let said = errorTail.split { $0 == 0x0A || $0 == 0x0D }.last { $0.contains { $0 > 0x20 } }
    // What closes its output and lives on is killed.
    let status = group.end()
    if let said { return DiagnosticLine.printable(said) }
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
      // One that complains without end is not listened to without end.
      if piece.count == FetchProcess.pieceBytes { return }
    }
  }

  /// What is there; empty: the end; nil: nothing yet.
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
