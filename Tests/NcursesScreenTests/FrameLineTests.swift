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

  @Test func `rows of a frame at rest are written while the others are encoded`() throws {
    let pipe = try Pipe()
    let (row, rows) = ([UInt8](repeating: 0x61, count: 100), [UInt8](repeating: 0x62, count: 9000))
    pipe.line.writeFrame(as: .still) { bytes, writeAhead in
      bytes += row
      writeAhead(bytes)
      // Too few for a call.
      expect(pipe.read(), equals: [])
      bytes += rows
      writeAhead(bytes)
      expect(pipe.read(), equals: row + rows)
      bytes += row
    }
    expect(pipe.read(), equals: row)
    #expect(!pipe.line.isDraining)
    expect(pipe.line.statistics.bytes, equals: 9200)
  }

  @Test func `the line is quiet some time after the last frame has arrived`() throws {
    let pipe = try Pipe()
    pipe.line.asksForReceipts = true
    pipe.line.writeFrame(as: .still) { bytes, _ in bytes += [0x61] }
    let later = FrameLine.now() + 149_000_000
    expect(pipe.line.delay(untilQuietFor: .milliseconds(150), at: later + 1_000_000_000), equals: .milliseconds(150))
    pipe.line.acknowledge()
    #expect(pipe.line.delay(untilQuietFor: .milliseconds(150), at: later) > .zero)
    expect(pipe.line.delay(untilQuietFor: .milliseconds(150), at: later + 1_000_000_000), equals: .zero)
  }

  @Test func `a frame in motion is written once it is complete`() throws {
    let pipe = try Pipe()
    let rows = [UInt8](repeating: 0x62, count: 9000)
    pipe.line.writeFrame(as: .sliding) { bytes, writeAhead in
      bytes += rows
      writeAhead(bytes)
      expect(pipe.read(), equals: [])
    }
    expect(pipe.read(), equals: rows)
  }

  @Test func `what a full line does not accept of a frame is written later`() throws {
    let pipe = try Pipe()
    // A pipe holds 64 KB.
    let half = [UInt8](repeating: 0x61, count: 40_000)
    pipe.line.writeFrame(as: .still) { bytes, writeAhead in
      bytes += half
      writeAhead(bytes)
      bytes += half
      writeAhead(bytes)
    }
    #expect(pipe.line.isDraining)
    var received = pipe.read()
    pipe.line.drain()
    received += pipe.read()
    expect(received, equals: half + half)
    #expect(!pipe.line.isDraining)
  }
}
