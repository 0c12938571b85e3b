import Foundation
import Glibc
import TestSupport
import Testing

/// Temporary folders in places where other users may interfere.
@Suite struct TemporaryFolderTests {
  private static let photo = Array("8BPS".utf8) + [0, 1] + [UInt8](repeating: 0, count: 60)

  @Test func `an unsafe TMPDIR is refused in one line`() throws {
    let (album, programs) = (try Album(), try FakePrograms(["magick", "convert"]))
    let photo = try album.write(Self.photo, as: "a.psd")
    let shared = album.path + "/shared"
    try FileManager.default.createDirectory(atPath: shared, withIntermediateDirectories: true)
    unsafe expect(chmod(shared, 0o777), equals: 0)
    let run = try PlainRun(
      ["--print", "--size", "4x2", photo], variables: ["PATH": programs.searchPath, "TMPDIR": shared])
    expect(run.ending, equals: .exited(1))
    expect(
      run.error,
      equals: """
        tui: \(photo): ImageMagick could not be started: other users can replace files in \(shared); \
        set TMPDIR to a folder of your own

        """)
    #expect(!programs.hasBegun)
    try expect(FileManager.default.contentsOfDirectory(atPath: shared), equals: [])
  }

  @Test func `a folder that has taken a temporary folder's place survives the end of tui`() throws {
    let (album, programs) = (try Album(), try FakePrograms(["magick", "convert"]))
    let photo = try album.write(Self.photo, as: "a.psd")
    let base = album.path + "/temporary"
    let files = FileManager.default
    try files.createDirectory(atPath: base + "/precious", withIntermediateDirectories: true)
    try Data([1]).write(to: URL(fileURLWithPath: base + "/precious/letter"))
    var setup = TerminalSession.Setup()
    setup.variables = ["PATH": programs.searchPath, "TMPDIR": base]
    let session = try TerminalSession(["--interval", "0", photo], setup)
    try session.wait(for: "a program") { programs.hasBegun }
    var found: pid_t?
    try session.wait(for: "the reaper") {
      found = session.job.identifier.flatMap(Self.reaper)
      return found != nil
    }
    let reaper = try #require(found)
    let folder = try #require(try files.contentsOfDirectory(atPath: base).first { $0.hasPrefix("tui-") })
    try files.moveItem(atPath: "\(base)/\(folder)", toPath: base + "/aside")
    try files.moveItem(atPath: base + "/precious", toPath: "\(base)/\(folder)")
    session.job.send(signal: SIGKILL)
    _ = try session.waitForEnd()
    try session.wait(for: "the end of the reaper") { !FakePrograms.isAlive(reaper) }
    #expect(files.fileExists(atPath: "\(base)/\(folder)/letter"))
    #expect(programs.living.isEmpty)
  }

  @Test func `the folders for downloads go after SIGKILL, also if no other process empties them`() throws {
    let runtime = try Album()
    var setup = TerminalSession.Setup()
    setup.variables = ["XDG_RUNTIME_DIR": runtime.path, "TMPDIR": runtime.path]
    let session = try TerminalSession(["--interval", "0", "--no-cache", "http://192.0.2.1/a.png"], setup)
    func folders() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: runtime.path)) ?? [] }
    var fetching: pid_t?
    try session.wait(for: "the fetching process") {
      fetching = session.job.identifier.flatMap { Self.child("tui-fetch", of: $0) }
      return fetching != nil && folders().count == 2
    }
    session.job.send(signal: SIGSTOP)
    try session.wait(for: "a stop") { session.job.stopSignal == SIGSTOP }
    _ = try kill(#require(fetching), SIGKILL)
    session.job.send(signal: SIGKILL)
    // The runner, which waits for an order while the program is stopped, looks at it again.
    session.job.bringToForeground()
    _ = try session.waitForEnd()
    #expect(waitUntil { folders().isEmpty })
  }

  private static func reaper(of process: pid_t) -> pid_t? { child("tui-reaper", of: process) }

  /// The child of a process with a name.
  private static func child(_ name: String, of process: pid_t) -> pid_t? {
    // Any thread may have started it.
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    let children = threads.compactMap { Album.contents(of: "/proc/\(process)/task/\($0)/children") }
    return children.joined(separator: " ").split(separator: " ").compactMap { pid_t($0) }.first {
      Album.contents(of: "/proc/\($0)/comm") == "\(name)\n"
    }
  }
}
