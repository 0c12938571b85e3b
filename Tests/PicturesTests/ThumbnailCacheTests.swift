import Bitmaps
import Decoding
import Foundation
import Glibc
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// The thumbnail cache that programs share.
struct ThumbnailCacheTests {
  private let folder = TemporaryFolder()
  private var cache: ThumbnailCache { ThumbnailCache(root: folder("cache/thumbnails")) }
  private let source = ThumbnailSource(
    path: Path("/home/jens/photos/me.png"), modificationTime: 1_700_000_000, byteCount: 5)
  /// The name in the specification's example.
  private let name = "c6ee772d9e49320e97ec29a7eb5b1697.png"

  private func bitmap(_ width: Int, _ height: Int) -> Bitmap {
    let pixels = (0..<width * height).map { (index: Int) -> SIMD4<UInt16> in
      SIMD4(SRGB.linear16(UInt8(index % 256)), SRGB.linear16(UInt8(index / 256 % 256)), 0, .max)
    }
    return Bitmap(size: PixelSize(width: width, height: height), pixels: pixels, isOpaque: true)
  }

  private func mode(_ path: Path) -> mode_t {
    var status = stat()
    _ = unsafe path.withCString { unsafe lstat($0, &status) }
    return status.st_mode & 0o777
  }

  @Test func `a stored thumbnail reads back unchanged and lies where other programs look for it`() throws {
    defer { folder.remove() }
    let stored = bitmap(128, 96)
    #expect(cache.store(stored, of: source, natural: PixelSize(width: 4000, height: 3000), size: .normal))
    let (image, pictureSize) = try #require(cache.thumbnail(of: source, size: .normal))
    try expect(image.picture(of: ScaledRegion(whole: stored.size)).bitmap, equals: stored)
    expect(pictureSize, equals: PixelSize(width: 4000, height: 3000))

    let file = folder("cache/thumbnails/normal/\(name)")
    let texts = PNGTexts.all(
      of: try [UInt8](Data(contentsOf: URL(fileURLWithPath: String(decoding: file.bytes, as: UTF8.self)))))
    expect(texts["Thumb::URI"], equals: Array("file:///home/jens/photos/me.png".utf8))
    expect(texts["Thumb::MTime"], equals: Array("1700000000".utf8))
    expect(texts["Thumb::Image::Width"], equals: Array("4000".utf8))
    expect(mode(file), equals: 0o600)
    expect(mode(folder("cache/thumbnails/normal")), equals: 0o700)
    expect(mode(folder("cache/thumbnails")), equals: 0o700)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: String(decoding: folder("cache/thumbnails/normal").bytes, as: UTF8.self))
    expect(names, equals: [name])
  }

  @Test func `a larger thumbnail is used; a smaller one is not`() {
    defer { folder.remove() }
    cache.store(bitmap(256, 200), of: source, natural: PixelSize(width: 400, height: 300), size: .large)
    expect(cache.thumbnail(of: source, size: .normal)?.image.size, equals: PixelSize(width: 256, height: 200))
    #expect(cache.thumbnail(of: source, size: .extraLarge) == nil)
  }

  @Test func `a file that has changed has no thumbnail`() {
    defer { folder.remove() }
    cache.store(bitmap(10, 10), of: source, natural: PixelSize(width: 10, height: 10), size: .normal)
    let (path, time) = (Path("/home/jens/photos/me.png"), source.modificationTime)
    for (time, count) in [(time + 1, 5), (time, 6)] {
      let changed = ThumbnailSource(path: path, modificationTime: time, byteCount: count)
      #expect(cache.thumbnail(of: changed, size: .normal) == nil)
    }
  }

  @Test func `a failure is remembered for this version of the file`() {
    defer { folder.remove() }
    expect(cache.failure(of: source), equals: nil)
    #expect(cache.storeFailure(of: source, reason: "truncated PNG"))
    expect(cache.failure(of: source)?.reason, equals: "truncated PNG")
    expect(
      cache.failure(
        of: ThumbnailSource(path: Path("/home/jens/photos/me.png"), modificationTime: 1, byteCount: 5)), equals: nil)
    #expect(cache.thumbnail(of: source, size: .normal) == nil)
  }

  @Test func `URIs are escaped as GLib escapes them`() {
    func uri(_ path: String) -> String {
      ThumbnailSource(path: Path(path), modificationTime: 0, byteCount: 0).uri
    }
    expect(uri("/a b/ü#?%[x].jpg"), equals: "file:///a%20b/%C3%BC%23%3F%25%5Bx%5D.jpg")
    expect(uri("/!$&'()*+,-./:=@_~"), equals: "file:///!$&'()*+,-./:=@_~")
    expect(uri("/a//./b;c\\d"), equals: "file:///a/b%3Bc%5Cd")
    expect(
      ThumbnailSource(path: Path([0x2F, 0xFF, 0x0A]), modificationTime: 0, byteCount: 0).uri, equals: "file:///%FF%0A")
  }

  @Test func `corrupted thumbnails cause no crash; oversized and foreign ones are ignored`() throws {
    defer { folder.remove() }
    let normal = folder("cache/thumbnails/normal")
    cache.store(bitmap(64, 64), of: source, natural: PixelSize(width: 64, height: 64), size: .normal)
    let file = normal.appending(name.utf8)
    let sound = try [UInt8](Data(contentsOf: URL(fileURLWithPath: String(decoding: file.bytes, as: UTF8.self))))
    func put(_ bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: String(decoding: file.bytes, as: UTF8.self)))
    }
    for length in stride(from: 0, to: sound.count, by: 7) {
      try put(Array(sound[..<length]))
      if let (image, _) = cache.thumbnail(of: source, size: .normal) {
        _ = try? image.picture(of: ScaledRegion(whole: PixelSize(width: 8, height: 8))).bitmap
      }
    }
    // A picture that claims to be far too large, with valid metadata.
    var huge = sound
    huge.replaceSubrange(16..<24, with: [0, 0, 0xFF, 0xFF, 0, 0, 0xFF, 0xFF])
    try put(huge)
    #expect(cache.thumbnail(of: source, size: .normal) == nil)
    // Another file's thumbnail under this name.
    let other = ThumbnailSource(path: Path("/x"), modificationTime: source.modificationTime, byteCount: 5)
    #expect(cache.thumbnail(of: other, size: .normal) == nil)
  }

  @Test func `symbolic links in the cache are not followed, and storing replaces them`() throws {
    defer { folder.remove() }
    folder.folder("cache")
    folder.folder("cache/thumbnails")
    folder.folder("cache/thumbnails/normal")
    cache.store(bitmap(8, 8), of: source, natural: PixelSize(width: 8, height: 8), size: .large)
    folder.link("cache/thumbnails/normal/\(name)", to: "../large/\(name)")
    #expect(cache.thumbnail(of: source, size: .normal) != nil)
    folder.file("elsewhere", [1, 2, 3])
    folder.link("cache/thumbnails/x-large", to: "../../elsewhere")
    #expect(cache.thumbnail(of: source, size: .extraLarge) == nil)
    #expect(!cache.store(bitmap(8, 8), of: source, natural: PixelSize(width: 8, height: 8), size: .extraLarge))
    // Storing replaces the link, not the file that it points to.
    #expect(cache.store(bitmap(9, 9), of: source, natural: PixelSize(width: 9, height: 9), size: .normal))
    expect(cache.thumbnail(of: source, size: .large)?.image.size, equals: PixelSize(width: 8, height: 8))
    expect(cache.thumbnail(of: source, size: .normal)?.image.size, equals: PixelSize(width: 9, height: 9))
  }

  @Test(arguments: ["cache/thumbnails", "cache/thumbnails/normal"], [0o777, 0o770, 0o702])
  func `thumbnails in a folder that others can write to are neither shown nor stored`(name: String, mode: UInt32) {
    defer { folder.remove() }
    cache.store(bitmap(8, 8), of: source, natural: PixelSize(width: 8, height: 8), size: .normal)
    #expect(cache.thumbnail(of: source, size: .normal) != nil)
    folder.setMode(name, mode)
    #expect(cache.thumbnail(of: source, size: .normal) == nil)
    #expect(!cache.store(bitmap(8, 8), of: source, natural: PixelSize(width: 8, height: 8), size: .normal))
  }

  @Test func `a thumbnail that others can write to is not shown`() {
    defer { folder.remove() }
    cache.store(bitmap(8, 8), of: source, natural: PixelSize(width: 8, height: 8), size: .normal)
    folder.setMode("cache/thumbnails/normal/\(name)", 0o606)
    #expect(cache.thumbnail(of: source, size: .normal) == nil)
  }

  @Test(arguments: ["cache/thumbnails", "cache/thumbnails/normal"])
  func `a folder of thumbnails that is a link to another folder is neither read nor written through`(name: String) {
    defer { folder.remove() }
    cache.store(bitmap(8, 8), of: source, natural: PixelSize(width: 8, height: 8), size: .normal)
    #expect(rename(name, to: "moved"))
    folder.link(name, to: String(decoding: folder("moved").bytes, as: UTF8.self))
    #expect(cache.thumbnail(of: source, size: .normal) == nil)
    #expect(!cache.store(bitmap(8, 8), of: source, natural: PixelSize(width: 8, height: 8), size: .normal))
  }

  private func rename(_ old: String, to new: String) -> Bool {
    unsafe folder(old).withCString { old in unsafe folder(new).withCString { unsafe Glibc.rename(old, $0) } } == 0
  }

  @Test func `files inside the thumbnail cache get no thumbnails`() {
    defer { folder.remove() }
    let own = ThumbnailSource(path: folder("cache/thumbnails/large/a.png"), modificationTime: 1, byteCount: 1)
    #expect(!cache.store(bitmap(8, 8), of: own, natural: PixelSize(width: 8, height: 8), size: .normal))
  }

  @Test func `the cache's folder follows XDG_CACHE_HOME and HOME`() {
    #expect(ThumbnailCache(environment: [:]) == nil)
    #expect(ThumbnailCache(environment: ["XDG_CACHE_HOME": "relative"]) == nil)
    defer { folder.remove() }
    let home = String(decoding: folder.path.bytes, as: UTF8.self)
    let cache = ThumbnailCache(environment: ["XDG_CACHE_HOME": "", "HOME": home])
    cache?.store(bitmap(8, 8), of: source, natural: PixelSize(width: 8, height: 8), size: .normal)
    expect(mode(folder(".cache/thumbnails/normal/\(name)")), equals: 0o600)
  }

  @Test func `a thumbnail keeps transparency`() throws {
    defer { folder.remove() }
    let half = SIMD4<UInt16>(SRGB.linear16(200) / 2, 0, 0, 128 * 257)
    let stored = Bitmap(
      size: PixelSize(width: 2, height: 1), pixels: [.zero, half], isOpaque: false)
    cache.store(stored, of: source, natural: stored.size, size: .normal)
    let image = try #require(cache.thumbnail(of: source, size: .normal)).image
    let read = try image.picture(of: ScaledRegion(whole: stored.size)).bitmap
    expect(read.pixels[0], equals: .zero)
    #expect(read.pixels[1].w == half.w && abs(Int(read.pixels[1].x) - Int(half.x)) < 300)
  }
}
