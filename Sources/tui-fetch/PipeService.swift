import Fetching
import Glibc
import HTTPFetching
import System

/// The service that a viewer starts: reads commands from standard input and writes reports to standard
/// output until the input ends.
struct PipeService {
  let service: FetchService
  let signals: EndingSignals
  /// Called before the first command.
  let prepare: () -> Void

  /// The most bytes of unread reports; beyond this, progress is not reported and no commands are read.
  private static let maxWaiting = 1 << 20

  func run() -> Ending {
    var decoder = LineDecoder<FetchCommand>()
    var output = Unwritten()
    var isPrepared = false
    while true {
      service.advance(to: MonotonicClock.now)
      for report in service.popReports() {
        if case .progress = report, output.count > Self.maxWaiting { continue }
        output.append(LineEncoder.line(report))
      }
      let ready = service.wait(
        at: MonotonicClock.now, atMost: nil,
        reading: signals.descriptors + (output.count > Self.maxWaiting ? [] : [STDIN_FILENO]),
        writing: output.isEmpty ? [] : [STDOUT_FILENO])
      if let number = signals.arrived { return .signal(number) }
      if ready.contains(STDOUT_FILENO), !output.write() { return .success }
      guard ready.contains(STDIN_FILENO) else { continue }
      guard let bytes = Self.read() else { return .success }
      for result in decoder.consume(bytes) {
        switch result {
        case .success(let command):
          if !isPrepared { prepare() }
          isPrepared = true
          service.handle(command, at: MonotonicClock.now)
        case .failure(let error):
          // The client has another version or is a person: the line is reported and ignored.
          StandardError.report(error == .tooLong ? "a command is too long" : "not a command")
        }
      }
    }
  }

  /// Reads the available input; nil at its end.
  private static func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(bytes[..<count])
  }
}

/// Reports that the pipe has not taken yet.
private struct Unwritten {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ more: [UInt8]) {
    // The written bytes go once they are the most, so that each is moved about once.
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Writes to a ready pipe without blocking; returns false if the reader is gone.
  mutating func write() -> Bool {
    let count = unsafe bytes[start...].withUnsafeBytes {
      unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, min($0.count, 4_096))
    }
    if count < 0 { return errno == EINTR || errno == EAGAIN }
    start += count
    return true
  }
}
