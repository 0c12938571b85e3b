import Bitmaps
import Decks
import Imaging
import PictureTestSupport
@testable import Pictures
import TestSupport
import Testing

/// Loading thumbnails from the shared cache, and recording files there that cannot be decoded.
struct ThumbnailFailureTests {
  private let folder = TemporaryFolder()

  private func loader(keeps: Bool = true) -> PictureLoader {
    var loader = PictureLoader()
    loader.thumbnails = ThumbnailCache(root: folder("thumbnails"))
    loader.keepsThumbnails = keeps
    return loader
  }

  private func thumbnail(of name: String) -> PictureKey {
    var key = PictureKey(location: .file(folder(name)), shape: shape(8, 8))
    key.isThumbnail = true
    return key
  }

  private func error(of name: String, by loader: PictureLoader) -> LoadError? {
    do throws(LoadError) {
      _ = try loader.load(thumbnail(of: name))
      return nil
    } catch {
      return error
    }
  }

  /// A PNG whose line endings were changed in transit.
  private var damaged: [UInt8] {
    var bytes = Samples.png
    bytes[4] = 0x0A
    return bytes
  }

  @Test func `a damaged file is not tried again for a thumbnail until it changes`() throws {
    defer { folder.remove() }
    folder.file("a.png", damaged, modified: 1_700_000_000)
    let first = try #require(error(of: "a.png", by: loader()))
    guard case .image(.corrupt) = first else {
      Issue.record("not refused for what is wrong")
      return
    }
    expect(error(of: "a.png", by: loader()), equals: .broken(reason: first.description))
    // A request for the whole picture decodes it again, since the viewer shows the reason.
    let whole = PictureKey(location: .file(folder("a.png")), shape: shape(8, 8))
    #expect(throws: LoadError.self) { try loader().load(whole) }
    folder.file("a.png", Samples.png, modified: 1_700_000_001)
    expect(error(of: "a.png", by: loader()), equals: nil)
  }

  @Test func `no failure is recorded for non-pictures or while thumbnails are not kept`() {
    defer { folder.remove() }
    folder.file("text.png", Array("hello".utf8))
    folder.file("a.png", damaged)
    for (name, loader) in [("text.png", loader()), ("a.png", loader(keeps: false))] {
      let first = error(of: name, by: loader)
      #expect(first != nil)
      expect(error(of: name, by: loader), equals: first)
    }
  }

  @Test func `a picture from a shared thumbnail has the format of its file, not PNG`() throws {
    defer { folder.remove() }
    folder.file("a", DetailedPictures.plain(side: 400))
    // The first load makes the thumbnail, the second finds it.
    for _ in 0..<2 {
      let picture = try loader().load(thumbnail(of: "a"))
      expect(picture.format, equals: "JPEG")
      expect(picture.naturalSize.width, equals: 128)
      expect(picture.fileSize, equals: PixelSize(width: 400, height: 400))
    }
    folder.file("a.ppm", Array("P6 1 1 255\n".utf8) + [255, 0, 0])
    let cache = ThumbnailCache(root: folder("thumbnails"))
    let size = PixelSize(width: 128, height: 128)
    cache.store(
      .solid(Samples.red, size: size), of: try #require(ThumbnailSource(of: folder("a.ppm"))), natural: size,
      size: .normal)
    try expect(loader().load(thumbnail(of: "a.ppm")).format, equals: "PNM")
  }
}
