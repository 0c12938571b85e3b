import Dispatch
import Glibc
import PictureTestSupport
import Synchronization
import System
import TestSupport
import Testing

/// The limits of a program hold for all processes that it starts, together. Each of them alone stays within them.
struct GroupLimitTests {
  /// How a Perl script ends that runs with limits.
  private func ending(of script: String, memory: Int = 1 << 30, seconds: Int? = nil) throws -> ProgramEnding {
    var invocation = ProgramInvocation(Path("/usr/bin/perl"), ["-e", script])
    (invocation.memoryLimit, invocation.processorSeconds) = (memory, seconds)
    (invocation.isolation, invocation.timeLimit) = (.auto, .seconds(600))
    let run = try ProgramRun(invocation)
    _ = try run.readAll()
    return try run.finish()
  }

  @Test func `a group of too many processes is killed`() throws {
    try expect(ending(of: "fork or sleep 1000 for 1..400; sleep 1000"), equals: .signaled(SIGKILL))
  }

  @Test func `a group beyond its memory is killed`() throws {
    try expect(ending(of: #"fork; fork; $_ = "x" x 100e6; sleep 1000"#, memory: 250 << 20), equals: .signaled(SIGKILL))
  }

  @Test func `a group beyond its processor time is killed`() throws {
    // Their own limits would end the others, but not the first.
    let script = "for (1..6) { unless (fork) { 1 while 1 } } sleep 1000"
    try expect(ending(of: script, seconds: 2), equals: .signaled(SIGKILL))
  }

  @Test func `a program with a few processes within its limits goes on`() throws {
    let script = #"if (fork) { wait; exit 3 } $_ = "x" x 30e6; select(undef, undef, undef, 0.5)"#
    try expect(ending(of: script, memory: 250 << 20, seconds: 60), equals: .exited(3))
  }

  @Test func `the memory of the process that starts a program does not count as the program's`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let (own, path) = ([UInt8](repeating: 1, count: 200 << 20), folder("program"))
    folder.file("program", Array("#!/bin/sh\nexit 3\n".utf8))
    let file = unsafe path.withCString { path in
      unsafe chmod(path, 0o700)
      return unsafe open(path, O_RDONLY | O_CLOEXEC)
    }
    defer { close(file) }
    // Linux's F_SETSIG, F_SETLEASE and F_GETLEASE. While another process has this lease, exec waits.
    let (setSignal, setLease, getLease): (Int32, Int32, Int32) = (10, 1024, 1025)
    #expect(fcntl(file, setSignal, SIGURG) == 0 && fcntl(file, setLease, Int32(F_WRLCK)) == 0)
    let ending = Mutex<ProgramEnding?>(nil)
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      var invocation = ProgramInvocation(path, [])
      (invocation.memoryLimit, invocation.timeLimit) = (32 << 20, .seconds(600))
      let ended = try? ProgramRun(invocation).finish()
      ending.withLock { $0 = ended }
      isOver.signal()
    }
    #expect(waitUntil { fcntl(file, getLease) != Int32(F_WRLCK) || ending.withLock { $0 != nil } })
    // Meanwhile, groups are checked.
    try expect(self.ending(of: "fork or sleep 1000 for 1..400; sleep 1000"), equals: .signaled(SIGKILL))
    #expect(fcntl(file, setLease, Int32(F_UNLCK)) == 0)
    isOver.wait()
    expect(ending.withLock(\.self), equals: .exited(3))
    expect(own.last, equals: 1)
  }
}
