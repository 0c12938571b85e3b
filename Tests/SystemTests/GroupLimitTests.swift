import Glibc
import PictureTestSupport
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
}
