import ExternalDecoders
import Foundation
import PictureTestSupport
import System
import TestSupport
import Testing

/// What `tui-tiff` takes away from itself, whoever starts it.
struct TIFFIsolationTests {
  @Test(.enabled(if: Isolation.missing == nil))
  func `tui-tiff gives up all system calls that decoding does not need before it reads the file`() throws {
    let program = try #require(ProgramFinder.standard.path(of: .tuiTIFF))
    var fixture = TIFFFixture(width: 512, height: 512, bits: [8], photometric: 1)
    fixture.pieces = [Array(repeating: 7, count: 512 * 512)]
    var invocation = ProgramInvocation(program, [])
    invocation.isolation = .off
    // The picture does not fit into the pipe, which is not read: it waits there.
    let run = try ProgramRun(invocation, input: ProgramInput(fixture.bytes))
    let status = "/proc/\(run.group.identifier)/status"
    #expect(
      waitUntil {
        let lines = (try? String(contentsOfFile: status, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.contains("NoNewPrivs:\t1") && lines.contains("Seccomp:\t2")
      })
    #expect(try run.readAll().count > 512 * 512)
  }
}
