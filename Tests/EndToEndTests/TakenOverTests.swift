import Glibc
import TestSupport
import Testing

/// The real programs with a library that takes over their confined processes.
struct TakenOverTests {
  private let target: TakeoverTarget

  init() throws { target = try TakeoverTarget() }

  @Test func `a worker that is taken over reaches nothing, and dies of a fatal call`() throws {
    let album = try Album()
    let run = try PipedProgram.run(
      Build.tui, ["--isolation", "require", "--print", "--size", "8x4", album.add("1.png", Album.red)],
      environment: target.environment(as: "worker"))
    expect(target.report, equals: ["end"])
    expect(run.ending, equals: .exited(1))
    #expect(String(decoding: run.errors, as: UTF8.self).hasSuffix("the decoder crashed on this picture\n"))
  }

  @Test func `tui-fetch that is taken over reaches no process, socket or file of the user's`() throws {
    let run = try fetch("require")
    expect(target.report, equals: ["end"])
    expect(run.ending, equals: .signaled(SIGSYS))
  }

  @Test func `tui-fetch that is taken over and not isolated reaches them`() throws {
    let run = try fetch("off")
    let reached = target.report
    let expected = [
      "open", "fchmodat", "sched_setaffinity", "kill", "F_SETOWN", "exec", "unix stream", "memfd", "alive",
    ]
    #expect(reached.filter(expected.contains) == expected, "\(reached)")
    expect(target.mode, equals: 0o777)
    expect(run.ending, equals: .exited(0))
  }

  private func fetch(_ isolation: String) throws -> PipedProgram.Run {
    try PipedProgram.run(
      BuiltProgram.path(of: "tui-fetch"),
      ["--isolation", isolation, "--cache-dir", "\(target.home)/cache", "http://127.0.0.1:1/a.png"],
      environment: target.environment(as: "fetcher"))
  }
}
