import Glibc
import Terminal
import TestSupport
import Testing

@testable import NcursesScreen

/// Frames on their way through a pipe.
struct FrameLineTests {
  /// A line, and the end from which a terminal would read.
  private final class Pipe {
    let line: FrameLine
    private let ends: [Int32]

    init() throws {
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw SystemFailure("pipe") }
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      self.ends = ends
      line = FrameLine(descriptor: ends[1])
    }

    deinit { for end in ends { close(end) } }

    /// Reads what has been written.
    func read() -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      return Array(buffer[..<max(0, unsafe Glibc.read(ends[0], &buffer, buffer.count))])
    }
  }

  @Test func `the line is quiet some time after the last frame has arrived`() throws {
    let pipe = try Pipe()
    pipe.line.asksForReceipts = true
    pipe.line.writeFrame(as: .still) { $0 += [0x61] }
    let later = FrameLine.now() + 149_000_000
    expect(pipe.line.delay(untilQuietFor: .milliseconds(150), at: later + 1_000_000_000), equals: .milliseconds(150))
    pipe.line.acknowledge()
    #expect(pipe.line.delay(untilQuietFor: .milliseconds(150), at: later) > .zero)
    expect(pipe.line.delay(untilQuietFor: .milliseconds(150), at: later + 1_000_000_000), equals: .zero)
  }

  @Test func `what a full line does not accept of a frame is written later`() throws {
    let pipe = try Pipe()
    // A pipe holds 64 KB.
    let half = [UInt8](repeating: 0x61, count: 40_000)
    pipe.line.writeFrame(as: .still) { $0 += half + half }
    #expect(pipe.line.isDraining)
    var received = pipe.read()
    pipe.line.drain()
    received += pipe.read()
    expect(received, equals: half + half)
    #expect(!pipe.line.isDraining)
  }
}
