import PictureTestSupport
import System
import TestSupport
import Testing

/// What the process that parses the network's bytes gives up.
struct FetchConfinementTests {
  @Test(.enabled(if: Isolation.missing == nil))
  func `a confined fetcher reaches its folder, the system's settings and the network, and nothing else`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("secret", [1])
    let path = String(decoding: folder.path.bytes, as: UTF8.self)
    folder.folder("cache")
    let run = try PipedProgram.run(BuiltProgram.path(of: "confined-probe"), [path + "/cache", path + "/secret"])
    expect(run.ending, equals: .exited(0))
    let reached = String(decoding: run.output, as: UTF8.self).split(separator: "\n")
    expect(reached, equals: ["write", "rename", "remove", "settings", "socket"])
  }
}
