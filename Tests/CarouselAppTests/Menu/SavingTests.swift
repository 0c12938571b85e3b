@testable import CarouselApp
import Downloads
import Glibc
import PictureTestSupport
import System
import TestSupport
import Testing

/// File names for downloaded pictures, and saving under them.
struct SavingTests {
  @Test(arguments: [
    ("http://h/dusk.jpg", "dusk.png"), ("http://h/a/dusk.png?size=3#x", "dusk.png"), ("http://h/dusk", "dusk.png"),
    ("http://h/", "h.png"), ("http://h/%2e%2e%2fetc%2fpasswd", "_._etc_passwd.png"), ("http://h/..", "_..png"),
    ("http://h/.bashrc", "_bashrc.png"), ("http://h/-rf", "_rf.png"), ("http://h/a%0ab%1b.gif", "a_b_.png"),
    ("http://h/%E2%80%AEgpj.exe", "_gpj.png"), ("http://h/a%5Cb.png", "a_b.png"), ("http://h/b%C3%A4r.png", "bär.png"),
    ("http://h/a.a-long-thing-after-a-dot", "a.a-long-thing-after-a-dot.png"),
    ("http://h/conftest.py", "conftest.png"), ("http://h/evil.desktop", "evil.png"), ("http://h/a.tar.gz", "a.tar.png"),
  ])
  func `a saved file's name comes from the URL and is sanitized`(url: String, name: String) {
    expect(SavedName(of: url, fileExtension: "png").numbered(1), equals: name)
  }

  @Test(arguments: [
    ("JPEG", "jpg"), ("TIFF", "tif"), ("HEIC", "heic"), ("JPEG XL", "jxl"), ("MPEG", "mpg"), ("PDF", "pdf"),
  ])
  func `every format has a file extension`(format: String, ending: String) {
    expect(PictureKind.fileExtension(of: format), equals: ending)
  }

  @Test func `a long name is truncated before its extension`() {
    let name = SavedName(of: "http://h/" + String(repeating: "ä", count: 300) + ".jpg", fileExtension: "jpg")
    expect(name.numbered(12), equals: String(repeating: "ä", count: 90) + "-12.jpg")
  }

  private func write(_ text: String, to path: Path) {
    let descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
    unsafe expect(Glibc.write(descriptor, Array(text.utf8), text.utf8.count), equals: text.utf8.count)
    close(descriptor)
  }

  @Test func `saving never overwrites a file and reports why it failed`() throws {
    let temporary = TemporaryFolder()
    defer { temporary.remove() }
    let folder = temporary.path
    let (source, dangling) = (folder.appending("body".utf8), folder.appending("dusk-2.jpg".utf8))
    write("picture", to: source)
    write("mine", to: folder.appending("dusk.jpg".utf8))
    unsafe expect(dangling.withCString { unsafe symlink("/nonexistent/file", $0) }, equals: 0)
    let name = SavedName(of: "http://h/dusk.jpg", fileExtension: "jpg")
    let copy = FetchedCopy(path: source, stamp: try #require(FileStamp(ofOwn: source)))
    expect(PictureSaver.save(copy, as: name, in: folder), equals: "saved as ./dusk-3.jpg")
    try expect(FileBytes.read(folder.appending("dusk-3.jpg".utf8), limit: 100), equals: Array("picture".utf8))
    try expect(FileBytes.read(folder.appending("dusk.jpg".utf8), limit: 100), equals: Array("mine".utf8))
    let missing = folder.appending("missing".utf8)
    expect(PictureSaver.save(copy, as: name, in: missing), equals: "not saved: there is no folder \(missing.text)")
    let stale = FetchedCopy(path: source, stamp: FileStamp(inode: 1, size: 7, modified: 1))
    expect(PictureSaver.save(stale, as: name, in: folder), equals: "not saved: the download is gone from the cache")
  }
}
