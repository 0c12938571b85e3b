import Dispatch
import Glibc
import PictureTestSupport
import System
import TestSupport
import Testing

/// Files are read whole or refused with a reason, and reading never waits.
final class FileBytesTests {
  private let folder = TemporaryFolder()

  deinit { folder.remove() }

  private func read(_ name: String, limit: Int = 1 << 20) throws(FileError) -> [UInt8] {
    try FileBytes.read(folder(name), limit: limit)
  }

  @Test(arguments: [0, 1, 4095, 4096, 65_535, 65_536, 65_537, 300_000])
  func `a file is read to its end`(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    folder.file("a", bytes)
    try expect(read("a"), equals: bytes)
  }

  @Test func `a file larger than the limit is refused`() throws {
    folder.file("a", [1, 2, 3, 4])
    try expect(read("a", limit: 4), equals: [1, 2, 3, 4])
    #expect(throws: FileError.tooLarge(limit: 3)) { try read("a", limit: 3) }
    folder.sparseFile("b", [], length: 1 << 40)
    #expect(throws: FileError.tooLarge(limit: 1 << 20)) { try read("b") }
  }

  @Test func `missing files, folders and special files are refused with the reason`() {
    folder.folder("folder")
    folder.pipe("pipe")
    folder.link("dangling", to: "nowhere")
    folder.link("loop", to: "loop")
    #expect(throws: FileError.noSuchFile) { try read("gone") }
    #expect(throws: FileError.noSuchFile) { try read("gone/a") }
    #expect(throws: FileError.danglingLink) { try read("dangling") }
    #expect(throws: FileError.noSuchFile) { try FileBytes.read(Path(""), limit: 1) }
    #expect(throws: FileError.noSuchFile) { try read("c://a.jpg") }
    #expect(throws: FileError.noSuchFile) { try read("a b://c.jpg") }
    #expect(throws: FileError.unsupportedScheme) { try read("ftp://host/a.jpg") }
    #expect(throws: FileError.system("too many levels of symbolic links")) { try read("loop") }
    #expect(throws: FileError.isFolder) { try read("folder") }
    #expect(throws: FileError.notAFile) { try read("pipe") }
    #expect(throws: FileError.notAFile) { try FileBytes.read(Path("/dev/zero"), limit: 1) }
    #expect(throws: FileError.system("file name too long")) { try read(String(repeating: "a", count: 300)) }
  }

  @Test func `files in /proc, which report no size, are read within the limit`() throws {
    #expect(try FileBytes.read(Path("/proc/self/status"), limit: 1 << 20).starts(with: Array("Name:".utf8)))
    #expect(throws: FileError.tooLarge(limit: 10)) { try FileBytes.read(Path("/proc/self/status"), limit: 10) }
  }

  @Test func `a created file is whole, and never replaces anything`() throws {
    try #require(FileBytes.create(folder("new"), [1, 2, 3]) == nil)
    try expect(read("new"), equals: [1, 2, 3])
    #expect(FileBytes.create(folder("new"), [4]) == EEXIST)
    try expect(read("new"), equals: [1, 2, 3])
    folder.link("link", to: "elsewhere")
    #expect(FileBytes.create(folder("link"), [4]) == EEXIST)
    #expect(FileBytes.create(folder("gone/new"), [4]) == ENOENT)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a writer waits until a full pipe that does not block has room again`() throws {
    var ends: [Int32] = [0, 0]
    let areOpen = unsafe pipe(&ends) == 0
    try #require(areOpen)
    let (reading, writing) = (ends[0], ends[1])
    defer { for end in ends { close(end) } }
    try #require(fcntl(writing, F_SETFL, O_NONBLOCK) == 0)
    let (bytes, end) = ([UInt8](repeating: 7, count: 300_000), DispatchSemaphore(value: 0))
    let hasStarted = SystemResources.startThread {
      var rest = bytes.count
      _ = unsafe DescriptorBytes.forEachPiece(of: reading) { piece in
        rest -= piece.count
        return rest > 0
      }
      end.signal()
    }
    try #require(hasStarted)
    #expect(DescriptorBytes.write(bytes, to: writing) == nil)
    #expect(end.wait(timeout: .now() + .seconds(60)) == .success)
  }

  @Test func `an unreadable file is refused as permission denied, except for root`() throws {
    folder.file("closed", [1])
    folder.setMode("closed", 0)
    // Root can read every file.
    if geteuid() == 0 {
      try expect(read("closed"), equals: [1])
    } else {
      #expect(throws: FileError.permissionDenied) { try read("closed") }
    }
  }

  @Test func `a large file is read no further than its head if the head is rejected`() throws {
    folder.sparseFile("film.jpg", Array("film".utf8), length: 1 << 20)
    var heads: [Int] = []
    let bytes = try FileBytes.read(folder("film.jpg"), limit: 1 << 30) { head in
      heads.append(head.count)
      return false
    }
    expect(heads, equals: [65_536])
    expect(bytes.count, equals: 65_536)
  }

  @Test func `reading ends when the task is cancelled`() async {
    folder.file("a", [1])
    let path = folder("a")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      do throws(FileError) { return Result<[UInt8], FileError>.success(try FileBytes.read(path, limit: 9)) } catch {
        return .failure(error)
      }
    }
    task.cancel()
    await expect(task.value, equals: .failure(.cancelled))
  }

  @Test func `only an existing file has a modification time`() {
    folder.file("a", modified: 12_345)
    expect(FileBytes.modificationTime(of: folder("a")), equals: 12_345)
    expect(FileBytes.modificationTime(of: folder("b")), equals: nil)
  }
}
