import Glibc
import TestSupport
import Testing

@Suite("System limits")
struct SystemLimitTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green) }

  /// A user without other processes: the limit counts all processes of a user, and does not bind root.
  private static let user = "64123"

  /// Whether a process limit can be tested: as root, the program must be runnable as another user.
  private static let canLimitProcesses: Bool = {
    if getuid() != 0 { return true }
    let run = try? PlainRun(
      ["--reuid", user, "--regid", user, "--clear-groups", "/usr/bin/test", "-x", Build.tui],
      program: "/usr/bin/setpriv")
    return run?.ending == .exited(0)
  }()

  /// Starts the program under limits that `ulimit` sets.
  private func session(_ limits: String, _ arguments: String...) throws -> TerminalSession {
    var setup = TerminalSession.Setup()
    setup.columns = 100
    setup.program = "/bin/sh"
    let script = "\(limits) && exec \"$0\" \"$@\""
    return try TerminalSession(["-c", script, Build.tui, "--interval", "0"] + arguments, setup)
  }

  private func expectRefusal(_ session: TerminalSession, naming limit: String) throws {
    try expect(session.waitForEnd(), equals: .exited(71))
    let lines = session.screen.rows.filter { $0.hasPrefix("tui: ") }
    expect(lines.count, equals: 1)
    expect(lines.first?.contains(limit), equals: true)
    #expect(!session.bytes.contains(0x1B))
    try session.expectRestored()
  }

  @Test(.enabled(if: canLimitProcesses, "the program cannot be run as another user"), arguments: [1, 3, 4, 5, 6, 8])
  func `too low a process limit is a one-line error with status 71`(count: Int) throws {
    var setup = TerminalSession.Setup()
    setup.columns = 100
    // Not every shell's ulimit has -u.
    setup.program = "/usr/bin/prlimit"
    var arguments = ["--nproc=\(count)", Build.tui, "--interval", "0", album.path]
    if getuid() == 0 {
      arguments = ["--reuid", Self.user, "--regid", Self.user, "--clear-groups", setup.program] + arguments
      setup.program = "/usr/bin/setpriv"
    }
    try expectRefusal(TerminalSession(arguments, setup), naming: "ulimit -u")
  }

  // Below the first value, a debug build cannot even load its libraries.
  @Test(arguments: [80_000, 90_000, 110_000])
  func `too low a memory limit is a one-line error with status 71`(kilobytes: Int) throws {
    try expectRefusal(session("ulimit -v \(kilobytes)", album.path), naming: "ulimit -v")
  }

  @Test func `printing with too low a memory limit is an error, too, and does not wait forever`() throws {
    let run = try PlainRun(
      ["-c", "ulimit -v 85000 && exec \"$0\" \"$@\"", Build.tui, "--print", album.path], program: "/bin/sh")
    expect(run.ending, equals: .exited(71))
    expect(
      run.errorLines,
      equals: ["tui: the system allows too few threads, or too little memory (ulimit -u, ulimit -v, ulimit -d)"])
  }

  @Test(arguments: [20_000, 100_000])
  func `too low a data segment limit is a one-line error with status 71`(kilobytes: Int) throws {
    try expectRefusal(session("ulimit -d \(kilobytes)", album.path), naming: "ulimit -d")
  }

  @Test(arguments: [20, 24])
  func `too low an open file limit is a one-line error with status 71`(count: Int) throws {
    try expectRefusal(session("ulimit -n \(count)", "http://127.0.0.1:9/a.png"), naming: "ulimit -n")
  }

  @Test(arguments: [0, 64])
  func `too low a file size limit is a one-line error with status 71`(blocks: Int) throws {
    try expectRefusal(session("ulimit -f \(blocks)", album.path), naming: "ulimit -f")
  }

  @Test(arguments: [32, 64, 256])
  func `too low a stack limit is a one-line error with status 71`(kilobytes: Int) throws {
    try expectRefusal(session("ulimit -s \(kilobytes)", album.path), naming: "ulimit -s")
    let run = try PlainRun(
      ["-c", "ulimit -s \(kilobytes) && exec \"$0\" \"$@\"", Build.tui, "--print", album.path], program: "/bin/sh")
    expect(run.ending, equals: .exited(71))
    expect(run.errorLines, equals: ["tui: the system allows too small stacks (ulimit -s)"])
  }

  @Test func `the smallest accepted stack limit is sufficient`() throws {
    let session = try session("ulimit -s 512", album.path)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `reaching the file size limit is an output error, not a crash`() throws {
    let script = "ulimit -f 0 && exec \"$0\" \"$@\" > '\(album.path)/output'"
    let run = try PlainRun(
      ["-c", script, Build.tui, "--print", "--size", "8x3", "\(album.path)/1.png"], program: "/bin/sh")
    expect(run.ending, equals: .exited(1))
    expect(run.errorLines, equals: ["tui: cannot write: file too large"])
  }

  @Test func `an open file limit of 64 is sufficient`() throws {
    let session = try session("ulimit -n 64", album.path)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
  }
}
