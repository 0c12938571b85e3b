import Glibc
import PictureTestSupport
import System
import TestSupport
import Testing

/// Temporary folders of programs, in places where other users may interfere.
struct PrivateFolderTests {
  private let temporary = TemporaryFolder()

  /// Returns the path of a private folder as text.
  private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }

  private func exists(_ path: Path) -> Bool { unsafe path.withCString { unsafe access($0, F_OK) } == 0 }

  @Test func `a private folder is removed with its files when it is released`() throws {
    defer { temporary.remove() }
    var folder: PrivateFolder? = try PrivateFolder(outputs: ["picture.png"], in: temporary.path)
    let path = Path(try #require(folder?.path()))
    let link = Path(try #require(folder?.path("picture.png")))
    #expect(exists(path))
    var status = stat()
    #expect(unsafe link.withCString { unsafe lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK)
    folder = nil
    #expect(!exists(path))
  }

  @Test func `a link that has taken a private folder's place is neither followed nor removed`() throws {
    defer { temporary.remove() }
    temporary.folder("precious")
    temporary.file("precious/letter", [1])
    var folder: PrivateFolder? = try PrivateFolder(in: temporary.path)
    let path = text(try #require(folder?.path()))
    unsafe expect(rename(path, path + "-aside"), equals: 0)
    unsafe expect(symlink(text(temporary("precious").bytes), path), equals: 0)
    folder = nil
    #expect(exists(temporary("precious/letter")))
    unsafe expect(unlink(path), equals: 0)
    unsafe expect(rmdir(path + "-aside"), equals: 0)
  }

  @Test func `another folder that has taken a private folder's place keeps its files`() throws {
    defer { temporary.remove() }
    temporary.folder("precious")
    temporary.file("precious/letter", [1])
    var folder: PrivateFolder? = try PrivateFolder(in: temporary.path)
    let path = text(try #require(folder?.path()))
    #expect(unsafe creat(path + "/picture", 0o600) >= 0)
    unsafe expect(rename(path, path + "-aside"), equals: 0)
    unsafe expect(rename(text(temporary("precious").bytes), path), equals: 0)
    folder = nil
    #expect(exists(Path(path + "/letter")))
    // Its own files are removed wherever it is.
    #expect(!exists(Path(path + "-aside/picture")))
  }

  @Test(arguments: [0o777, 0o775, 0o757])
  func `a folder in which others can rename files is refused`(mode: UInt32) {
    defer { temporary.remove() }
    temporary.folder("shared")
    temporary.setMode("shared", mode)
    #expect(throws: ProgramFailure.unsafeFolder(temporary("shared"))) {
      try PrivateFolder(in: temporary("shared"))
    }
  }

  @Test func `a sticky folder is accepted although others can write to it`() throws {
    defer { temporary.remove() }
    temporary.folder("shared")
    temporary.setMode("shared", 0o1777)
    _ = try PrivateFolder(in: temporary("shared"))
  }

  @Test func `a folder of another user is unsafe, whatever its mode`() {
    #expect(OwnedFolder.isSafe(owner: 1000, mode: 0o700, user: 1000))
    #expect(OwnedFolder.isSafe(owner: 0, mode: 0o1777, user: 1000))
    #expect(!OwnedFolder.isSafe(owner: 0, mode: 0o777, user: 1000))
    #expect(!OwnedFolder.isSafe(owner: 1001, mode: 0o1777, user: 1000))
    #expect(!OwnedFolder.isSafe(owner: 1001, mode: 0o755, user: 0))
  }

  @Test func `a missing folder for temporary files is reported`() {
    #expect(throws: ProgramFailure.notStarted(ENOENT)) { try PrivateFolder(in: Path("/nowhere")) }
  }
}
