import Fetching
import Glibc
import System
import TestSupport
import Testing

@Suite("Processes behind pipes")
struct PipedProcessTests {
  @Test func `what is sent to a process that has ended is lost, and ends nothing`() throws {
    let process = try PipedProcess(ProgramInvocation(Path("/bin/sh"), ["-c", "exit 3"]))
    var status: ProgramEnding?
    #expect(
      waitUntil {
        if case .ended(let ending) = process.read() { status = ending.status }
        return status != nil
      })
    expect(status, equals: .exited(3))
    // As in a program that ends silently when nobody reads its output.
    let before = signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, before) }
    expect(process.send([1, 2, 3]), equals: true)
    expect(process.hasUnwritten, equals: false)
  }
}
