import Bitmaps
import Decks
import Downloads
import Glibc
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// Pictures of which only the first bytes have arrived.
final class PartialPictureTests {
  private let folder = TemporaryFolder()
  private let loader = PictureLoader()

  deinit { folder.remove() }

  private func fixture(_ name: String) throws -> [UInt8] {
    let tests = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
    return try FileBytes.read(Path("\(tests)/ImagingTests/Fixtures/\(name)"), limit: 1 << 20)
  }

  /// The key of what has arrived in a file that goes on growing.
  private func key(_ bytes: [UInt8], count: Int) throws -> PictureKey {
    folder.file("0.part", Array(bytes[..<count]))
    var stamp = try #require(FileStamp(ofOwn: folder("0.part")))
    stamp.isGrowing = true
    // The same file, with the rest.
    folder.file("0.part", bytes)
    return PictureKey(
      location: .url("http://h/a"), shape: shape(16, 16), copy: FetchedCopy(path: folder("0.part"), stamp: stamp))
  }

  @Test(arguments: ["good/jpeg-444-progressive.jpg", "good/png-rgba-interlaced.png"])
  func `the scans or passes that have arrived are shown, although the file has grown`(name: String) throws {
    let bytes = try fixture(name)
    let part = try loader.load(key(bytes, count: bytes.count * 2 / 3))
    let whole = try loader.load(key(bytes, count: bytes.count))
    expect(part.defect, equals: .unfinished)
    expect(whole.defect, equals: nil)
    expect(part.bitmap.size, equals: whole.bitmap.size)
    expect(part.naturalSize, equals: whole.naturalSize)
    #expect(part.bitmap != whole.bitmap)
  }

  @Test func `where rows have not arrived, the embedded thumbnail shows`() throws {
    let bytes = try fixture("thumbnails/photo.jpg")
    let key = try key(bytes, count: bytes.count * 9 / 10)
    let (part, thumbnail) = (try loader.load(key), try #require(loader.thumbnail(of: key)))
    expect(part.defect, equals: .truncated)
    #expect(!part.bitmap.pixels.contains(DecodedPicture.missing))
    #expect(part.bitmap != thumbnail.bitmap)
    // Nothing but the head.
    let head = try self.key(bytes, count: 1_850)
    expect(try loader.load(head).bitmap, equals: thumbnail.bitmap)
  }

  @Test func `without a thumbnail, rows that have not arrived are clear`() throws {
    let bytes = try fixture("good/png-rgb.png")
    let picture = try loader.load(key(bytes, count: bytes.count * 3 / 4))
    #expect(!picture.bitmap.isOpaque)
    expect(picture.bitmap.pixels.first?.w, equals: .max)
    expect(picture.bitmap.pixels.last, equals: .zero)
  }

  @Test func `a thumbnail is made from the first scans or the embedded thumbnail, and needs more otherwise`() throws {
    func thumbnail(_ name: String, share: Double) throws -> LoadedPicture {
      let bytes = try fixture(name)
      folder.file("head", Array(bytes[..<Int(Double(bytes.count) * share)]))
      var key = PictureKey(
        location: .url("http://h/a"), shape: shape(16, 16),
        copy: FetchedCopy(path: folder("head"), stamp: try #require(FileStamp(ofOwn: folder("head"))), isHead: true))
      key.isThumbnail = true
      return try loader.load(key)
    }
    for name in ["good/jpeg-444-progressive.jpg", "good/png-rgba-interlaced.png"] {
      expect(try thumbnail(name, share: 0.67).defect, equals: .unfinished)
    }
    let photo = try thumbnail("thumbnails/photo.jpg", share: 0.9)
    expect(photo.naturalSize, equals: PixelSize(width: 400, height: 600))
    // The left of the stored thumbnail, which is the top of the upright one, is red.
    #expect(photo.bitmap.pixels[0].x > 60_000)
    expect(photo.byteCount, equals: nil)
    for name in ["good/jpeg-420.jpg", "good/png-rgb.png", "good/webp-lossy.webp"] {
      #expect(throws: LoadError.self, "\(name)") { try thumbnail(name, share: 0.67) }
    }
  }

  @Test func `a part that cannot be shown is an error, and no program decodes it`() throws {
    for bytes in [Samples.png, Array("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>".utf8)] {
      let key = try key(bytes, count: 20)
      #expect(throws: LoadError.self) { try loader.load(key) }
    }
  }

  private func rename(_ old: Path, _ new: Path) -> Bool {
    unsafe old.withCString { old in unsafe new.withCString { unsafe Glibc.rename(old, $0) } } == 0
  }

  @Test func `another file in the place of the one that grew is not shown`() throws {
    let bytes = try fixture("good/jpeg-444-progressive.jpg")
    let key = try key(bytes, count: bytes.count / 2)
    folder.file("other", bytes)
    #expect(rename(folder("other"), folder("0.part")))
    #expect(throws: LoadError.file(.noSuchFile)) { try loader.load(key) }
  }
}
