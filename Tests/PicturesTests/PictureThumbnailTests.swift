import Bitmaps
import Decks
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// The Exif thumbnail that stands in for a photograph while it is decoded.
final class PictureThumbnailTests {
  private let folder = TemporaryFolder()
  private let loader = PictureLoader()

  deinit { folder.remove() }

  /// Returns a gray photograph of 600×400 pixels that is stored on its side; its thumbnail is red and blue.
  private func photo() throws -> [UInt8] {
    let tests = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    return try FileBytes.read(Path("\(tests)/ImagingTests/Fixtures/thumbnails/photo.jpg"), limit: 1 << 20)
  }

  @Test func `an Exif thumbnail has the photograph's shape, orientation and metadata`() throws {
    folder.file("photo.jpg", try photo(), modified: 777)
    let key = PictureKey(location: .file(folder("photo.jpg")), shape: shape(40, 40, across: 2, down: 1))
    let picture = try loader.load(key)
    let thumbnail = try #require(loader.thumbnail(of: key))
    expect(thumbnail.bitmap.size, equals: picture.bitmap.size)
    expect(thumbnail.grid, equals: picture.grid)
    expect(thumbnail.naturalSize, equals: PixelSize(width: 400, height: 600))
    expect(thumbnail.metadata, equals: picture.metadata)
    expect(thumbnail.format, equals: "JPEG")
    expect(thumbnail.modificationTime, equals: 777)
    // The left of the stored image is the top of the upright one.
    #expect(thumbnail.bitmap.pixels[0].x > 60_000)
    expect(thumbnail.bitmap.pixels.last.map { $0.z > 60_000 }, equals: true)
    #expect(picture.bitmap.pixels[0].x < 20_000)
  }

  @Test func `an Exif thumbnail needs only the beginning of the file`() throws {
    folder.file("photo.jpg", Array(try photo().dropLast(100)))
    let key = PictureKey(location: .file(folder("photo.jpg")), shape: shape(4, 4))
    #expect(loader.thumbnail(of: key) != nil)
  }

  @Test func `files without Exif and pictures beyond the limits have no Exif thumbnail`() throws {
    folder.file("a.png", Samples.png)
    folder.file("a.jpg", Samples.jpeg)
    folder.file("empty.jpg", [])
    folder.file("photo.jpg", try photo())
    for name in ["a.png", "a.jpg", "empty.jpg", "missing.jpg", "."] {
      #expect(
        loader.thumbnail(of: PictureKey(location: .file(folder(name)), shape: shape(4, 4))) == nil, "\(name)")
    }
    let strict = PictureLoader(limits: DecodingLimits(maxPixels: 1000))
    #expect(strict.thumbnail(of: PictureKey(location: .file(folder("photo.jpg")), shape: shape(4, 4))) == nil)
  }
}
