import Glibc
import TestSupport
import Testing

/// Pictures that take over their decoder cost one slide. Only the debug build has a decoder that obeys them.
struct WorkerTests {
  private static let faults = [
    "crash", "trap", "abort", "exit", "memory", "lie", "kill", "terminal", "connect", "open",
  ]

  /// An album whose first picture is intact, followed by those that request faults.
  private func album(_ faults: [String]) throws -> Album {
    let album = try Album(Album.red)
    for fault in faults { try album.write(Array("tui-fault \(fault)\n".utf8), as: "z-\(fault).jpg") }
    return album
  }

  #if DELIBERATE_TRAP
    @Test func `printed pictures that crash their decoder or try to get out cost one slide each`() throws {
      let album = try album(Self.faults)
      let run = try PipedProgram.run(Build.path(of: "tui"), ["--print", "--size", "8x4", album.path])
      expect(run.ending, equals: .exited(1))
      let lines = String(decoding: run.errors, as: UTF8.self).split(separator: "\n")
      expect(lines.count, equals: Self.faults.count)
      for fault in Self.faults {
        let line = lines.first { $0.contains("z-\(fault).jpg") } ?? ""
        #expect(
          line.hasSuffix("the decoder crashed on this picture") || line.hasSuffix("the decoder was refused"), "\(line)")
      }
    }

    @Test func `a slide whose decoder crashes is a card, and the others are shown`() throws {
      let album = try album(["crash"])
      var setup = TerminalSession.Setup()
      setup.columns = 60
      let session = try TerminalSession(["--interval", "0", album.path], setup)
      try session.waitForPicture(Album.red)
      try session.type("l")
      try session.wait(for: "the card") { session.screen.text.contains("the decoder crashed on this picture") }
      try session.type("l")
      try session.waitForPicture(Album.red)
      try session.type("q")
      try expect(session.waitForEnd(), equals: .exited(0))
      try session.expectRestored()
    }
  #endif

  @Test(arguments: ["1", "38"])
  func `without Landlock and seccomp, tui shows pictures and says so, unless isolation is required`(number: String)
    throws
  {
    let album = try Album(Album.red)
    let tui = Build.path(of: "tui")
    func run(_ arguments: [String]) throws -> PipedProgram.Run {
      try PipedProgram.run(Build.path(of: "lacking-kernel"), [number, tui] + arguments)
    }
    let picture = try PipedProgram.run(tui, ["--print", "--size", "8x4", album.path])
    #expect(picture.ending == .exited(0) && !picture.output.isEmpty)
    try expect(run(["--print", "--size", "8x4", album.path]).output, equals: picture.output)
    #expect(try String(decoding: run(["--version"]).output, as: UTF8.self).hasSuffix("\nisolation: none\n"))
    let refused = try run(["--isolation", "require", "--print", album.path])
    expect(refused.ending, equals: .exited(64))
    expect(
      String(decoding: refused.errors, as: UTF8.self),
      equals: "tui: --isolation require: this kernel has no Landlock and seccomp\n")
  }

  @Test(arguments: LeavingProgramsTests.Cause.allCases)
  func `workers end with tui`(cause: LeavingProgramsTests.Cause) throws {
    let album = try Album(Album.red)
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    let workers = Self.descendants(of: try #require(session.job.identifier))
    #expect(workers.count >= 2)
    try cause.happen(to: session)
    _ = try session.waitForEnd()
    #expect(waitUntil { !workers.contains(where: FakePrograms.isAlive) })
  }

  /// The processes below a process.
  private static func descendants(of process: pid_t) -> [pid_t] {
    let children = Album.contents(of: "/proc/\(process)/task/\(process)/children") ?? ""
    let own = children.split(separator: " ").compactMap { pid_t($0) }
    return own + own.flatMap(descendants)
  }
}
