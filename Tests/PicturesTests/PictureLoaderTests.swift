import Bitmaps
import Decks
import Fetching
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// Loading files as samples.
final class PictureLoaderTests {
  private let folder = TemporaryFolder()
  private let loader = PictureLoader()

  deinit { folder.remove() }

  private func load(_ name: String, _ shape: PictureShape = shape(2, 2)) throws(LoadError) -> LoadedPicture {
    try loader.load(PictureKey(location: .file(folder(name)), shape: shape))
  }

  @Test func `at its natural size, a picture's pixels are unchanged`() throws {
    folder.file("a.png", Samples.png, modified: 777)
    let picture = try load("a.png")
    expect(picture.bitmap.pixels, equals: [Samples.red, Samples.green, Samples.blue, Samples.white])
    expect(picture.grid, equals: PixelSize(width: 2, height: 2))
    expect(picture.naturalSize, equals: PixelSize(width: 2, height: 2))
    expect(picture.format, equals: "PNG")
    expect(picture.modificationTime, equals: 777)
  }

  @Test func `at its natural size with several samples per pixel, each pixel is repeated exactly`() throws {
    let picture = try loader.load(Samples.png, shape: shape(2, 2, across: 3, down: 2))
    let (red, green, blue, white) = (Samples.red, Samples.green, Samples.blue, Samples.white)
    expect(picture.bitmap.size, equals: PixelSize(width: 6, height: 4))
    expect(picture.grid, equals: PixelSize(width: 2, height: 2))
    expect(
      picture.bitmap.pixels,
      equals: [
        red, red, red, green, green, green,
        red, red, red, green, green, green,
        blue, blue, blue, white, white, white,
        blue, blue, blue, white, white, white,
      ])
  }

  @Test func `a file decompressed row by row gives the same picture and the same errors`() throws {
    folder.file("a.png", Samples.png, modified: 777)
    folder.file("cut.png", Array(Samples.png.dropLast(34)))
    folder.file("large.png", Samples.png + Array(repeating: 0, count: 1000))
    let streaming = PictureLoader(
      limits: DecodingLimits(maxFileBytes: 1000, maxInflatedBytes: 0))
    let load = { (name: String) throws(LoadError) in
      try streaming.load(PictureKey(location: .file(self.folder(name)), shape: shape(2, 2)))
    }
    let picture = try load("a.png")
    expect(picture.bitmap.pixels, equals: [Samples.red, Samples.green, Samples.blue, Samples.white])
    expect(picture.format, equals: "PNG")
    expect(picture.modificationTime, equals: 777)
    #expect(throws: LoadError.image(.truncated(format: "PNG"))) { try load("cut.png") }
    #expect(throws: LoadError.file(.tooLarge(limit: 1000))) { try load("large.png") }
    #expect(throws: LoadError.file(.noSuchFile)) { try load("none.png") }
  }

  @Test func `a picture is scaled to the samples of its grid`() throws {
    let picture = try loader.load(Samples.jpeg, shape: shape(4, 9, across: 2, down: 3))
    expect(picture.naturalSize, equals: PixelSize(width: 16, height: 8))
    expect(picture.grid, equals: PixelSize(width: 4, height: 2))
    expect(picture.bitmap.size, equals: PixelSize(width: 8, height: 6))
    expect(picture.format, equals: "JPEG")
    #expect(picture.bitmap.isOpaque)
    expect(Set(picture.bitmap.pixels).count, equals: 1)
  }

  @Test func `a small picture is enlarged only on request`() throws {
    try expect(loader.load(Samples.png, shape: shape(10, 8)).grid, equals: PixelSize(width: 8, height: 8))
    let kept = try loader.load(Samples.png, shape: shape(10, 8, upscales: false))
    expect(kept.bitmap.pixels, equals: [Samples.red, Samples.green, Samples.blue, Samples.white])
  }

  @Test func `an empty shape gives one pixel, and an oversized shape is an error`() throws {
    try expect(
      loader.load(Samples.png, shape: shape(0, -3, across: 0, down: -1)).bitmap.size,
      equals: PixelSize(width: 1, height: 1))
    #expect(throws: LoadError.self) { try loader.load(Samples.png, shape: shape(65_535, 65_535)) }
    #expect(throws: LoadError.self) { try loader.load(Samples.png, shape: shape(9000, 9000, across: 8, down: 8)) }
    #expect(throws: LoadError.self) { try loader.load(Samples.png, shape: shape(2, 2, across: 1 << 20, down: 1)) }
  }

  @Test func `the format comes from the content, not from the file name`() throws {
    folder.file("lie.jpg", Samples.png)
    folder.file("none", Samples.jpeg)
    try expect(load("lie.jpg").format, equals: "PNG")
    try expect(load("none").format, equals: "JPEG")
  }

  @Test func `a file that cannot be shown reports the reason`() {
    folder.file("notes.txt", Array("hello".utf8))
    folder.file("empty.png")
    folder.file("cut.png", Array(Samples.png.prefix(41)))
    folder.file("cut.jpg", Array(Samples.jpeg.prefix(40)))
    folder.folder("folder.png")
    func reason(_ name: String) -> String {
      do throws(LoadError) {
        _ = try load(name)
        return "shown"
      } catch {
        return error.description
      }
    }
    expect(reason("notes.txt"), equals: "not a picture")
    expect(reason("empty.png"), equals: "empty file")
    expect(reason("cut.png"), equals: "truncated PNG")
    expect(reason("cut.jpg"), equals: "truncated JPEG")
    expect(reason("folder.png"), equals: "is a folder")
    expect(reason("gone.png"), equals: "no such file")
  }

  @Test func `a large non-picture and an oversized picture are refused by their header`() {
    folder.sparseFile("film.jpg", Array("film".utf8), length: 1 << 29)
    // Half a megabyte cannot hold the pixels that it declares.
    folder.sparseFile("huge.png", Samples.hugePNG, length: 1 << 19)
    #expect(throws: LoadError.image(.notAPicture)) { try load("film.jpg") }
    #expect(throws: LoadError.image(.tooLarge(PixelSize(width: 60_000, height: 60_000), limit: 200_000_000))) {
      try load("huge.png")
    }
  }

  @Test func `the caller's limits apply`() {
    folder.file("a.png", Samples.png)
    let loader = PictureLoader(limits: DecodingLimits(maxPixels: 3, maxFileBytes: 1000))
    let key = PictureKey(location: .file(folder("a.png")), shape: shape(2, 2))
    #expect(throws: LoadError.image(.tooLarge(PixelSize(width: 2, height: 2), limit: 3))) { try loader.load(key) }
    let small = PictureLoader(limits: DecodingLimits(maxFileBytes: 10))
    #expect(throws: LoadError.file(.tooLarge(limit: 10))) { try small.load(key) }
  }

  @Test func `broken entries and URLs that are not downloaded report the reason`() {
    let broken = PictureKey(location: .broken(entry: "x", reason: "has no \"image\""), shape: shape(1, 1))
    #expect(throws: LoadError.broken(reason: "has no \"image\"")) { try loader.load(broken) }
    let url = PictureKey(location: .url("http://a.org/b.png"), shape: shape(1, 1))
    let failure = FetchFailure(.other, "it has not been downloaded", isTransient: true)
    #expect(throws: LoadError.fetch(failure)) { try loader.load(url) }
  }

  @Test func `no two loads share a serial`() throws {
    let serials = try (0..<3).map { _ in try loader.load(Samples.png, shape: shape(1, 1)).serial }
    expect(Set(serials).count, equals: 3)
  }
}
