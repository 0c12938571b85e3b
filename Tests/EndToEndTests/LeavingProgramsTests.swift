import Glibc
import TestSupport
import Testing

@Suite("External decoders when tui ends")
struct LeavingProgramsTests {
  /// The ways in which tui is made to end.
  enum Cause: CaseIterable {
    case q, ctrlC, terminate, hangUp, quit, kill, userSignal, closedWindow

    func happen(to session: TerminalSession) throws {
      switch self {
      case .q: try session.type("q")
      case .ctrlC: try session.type("\u{03}")
      case .terminate: session.job.send(signal: SIGTERM)
      case .hangUp: session.job.send(signal: SIGHUP)
      case .quit: session.job.send(signal: SIGQUIT)
      case .kill: session.job.send(signal: SIGKILL)
      case .userSignal: session.job.send(signal: SIGUSR1)
      case .closedWindow: session.hangUp()
      }
    }
  }

  private static let drawing = Array(#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#.utf8)
  private static let photo = Array("8BPS".utf8) + [0, 1] + [UInt8](repeating: 0, count: 60)
  private static let programs = ["rsvg-convert", "ffmpeg", "convert", "magick"]

  private func album() throws -> Album {
    let album = try Album()
    try album.write(Self.drawing, as: "1.svg")
    try album.write(Self.photo, as: "2.psd")
    return album
  }

  @Test(arguments: Cause.allCases)
  func `decoders and their folders are gone a second after tui ends`(cause: Cause) throws {
    let (album, programs) = (try album(), try FakePrograms(Self.programs))
    var setup = TerminalSession.Setup()
    setup.variables = ["PATH": programs.searchPath]
    let session = try TerminalSession(["--interval", "0", album.path + "/2.psd", album.path + "/1.svg"], setup)
    try session.wait(for: "a program") { programs.hasBegun }
    try cause.happen(to: session)
    _ = try session.waitForEnd()
    programs.expectNothingLeft()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGKILL], ["1.svg", "2.psd"])
  func `interrupted printing leaves no decoder behind`(signal: Int32, name: String) throws {
    let (album, programs) = (try album(), try FakePrograms(Self.programs))
    var setup = TerminalSession.Setup()
    setup.variables = ["PATH": programs.searchPath]
    let session = try TerminalSession(["--print", "\(album.path)/\(name)"], setup)
    try session.wait(for: "a program") { programs.hasBegun }
    if signal == SIGINT { try session.type("\u{03}") } else { session.job.send(signal: signal) }
    try expect(session.waitForEnd(), equals: .signaled(signal))
    programs.expectNothingLeft()
  }

  @Test(arguments: [Cause.q, .kill])
  func `decoders that try to leave their process group are gone a second after tui ends`(cause: Cause) throws {
    let script = """
      setsid sh -c 'sleep 1000 & wait' &
      perl -e 'fork and exit; setpgrp; sleep 1000'
      perl -e 'use POSIX; fork and exit; POSIX::setsid(); fork and exit; sleep 1000'
      """
    let (album, programs) = (try album(), try FakePrograms(Self.programs, script: script))
    var setup = TerminalSession.Setup()
    setup.variables = ["PATH": programs.searchPath]
    let session = try TerminalSession(["--interval", "0", album.path + "/2.psd"], setup)
    // Its last two commands go on in the background.
    try session.wait(for: "all of its processes") { programs.living.count >= 4 }
    try cause.happen(to: session)
    _ = try session.waitForEnd()
    programs.expectNothingLeft()
  }

  @Test func `killing tui while a decoder starts leaves none behind`() throws {
    for step in 0..<20 {
      let (album, programs) = (try album(), try FakePrograms(Self.programs))
      var setup = TerminalSession.Setup()
      setup.variables = ["PATH": programs.searchPath]
      let session = try TerminalSession(["--interval", "0", album.path + "/2.psd"], setup)
      try session.wait(for: "its start") { session.job.identifier != nil }
      pause(microseconds: 5_000 + 2_000 * step)
      session.job.send(signal: SIGKILL)
      _ = try session.waitForEnd()
      _ = waitUntil(limit: 1) { programs.living.isEmpty && programs.foldersLeft.isEmpty }
      // A decoder that was killed before its first line has left no trace.
      #expect(programs.living.isEmpty)
      #expect(programs.foldersLeft.isEmpty)
    }
  }

  @Test func `pictures that need no external decoder start only workers`() throws {
    let album = try Album(Album.red, Album.green)
    let session = try TerminalSession(["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    let process = try #require(session.job.identifier)
    func names(ofChildrenOf process: pid_t) -> Set<String> {
      Set(ProcessState.children(of: process).map { Album.contents(of: "/proc/\($0)/comm") ?? "" })
    }
    // The zygote of the workers.
    let children = ProcessState.children(of: process)
    expect(children.count, equals: 1)
    expect(names(ofChildrenOf: process), equals: ["tui-decode\n"])
    expect(names(ofChildrenOf: children.first ?? 0), equals: ["tui-decode\n"])
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }
}
