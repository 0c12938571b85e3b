import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// HEIC as libheif's own program decodes it.
struct HEIFTests {
  private let folder = TemporaryFolder()

  private func encoded(_ png: [UInt8], _ options: [String] = ["-q", "90"]) throws -> [UInt8] {
    try folder.converted(png, from: "png", to: "heic", by: "heif-enc", options + ["-o", "OUT", "IN"])
  }

  private func reference(_ bytes: [UInt8]) throws -> [UInt8] {
    try samples(ofPNG: folder.converted(bytes, from: "heic", to: "png", by: "heif-convert", ["IN", "OUT"]))
  }

  @Test(arguments: Kinds.all.indices) func `pictures match heif-convert's`(index: Int) throws {
    let isWide = Kinds.all[index].name == "16 bits"
    let file = try encoded(Kinds.png(index), isWide ? ["-q", "90", "-b", "10"] : ["-q", "90"])
    try expect(opened(file).format.name, equals: "HEIC")
    let bitmap = try decoded(file)
    #expect(bitmap.isOpaque == !Kinds.all[index].hasAlpha)
    #expect(bitmap.difference(from: try reference(file)) <= (isWide ? 1 : 0))
  }

  @Test func `a profile defines the colors and is named`() throws {
    folder.file("p3.icc", ICCWriter.displayP3)
    let png = try Pattern.converted(to: "png", ["-profile", folder.text("p3.icc")])
    let file = try encoded(png)
    #expect(try decoded(file).difference(from: reference(file)) <= 1)
    #expect(try decoded(file).difference(from: decoded(encoded(Kinds.png(0))).encoded) > 10)
    try #expect(opened(file).metadata.profile != nil)
  }

  @Test func `the orientation in Exif is ignored`() throws {
    let jpeg = try Pattern.converted(to: "jpeg", ["-quality", "95"])
    let tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let exif = Array("Exif".utf8) + [0, 0] + tiff
    let lying = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2)
    let file = try folder.converted(lying, from: "jpg", to: "heic", by: "heif-enc", ["-o", "OUT", "IN"])
    #expect(file.indices.contains { file[$0...].starts(with: "Exif".utf8) })
    #expect(try decoded(file).difference(from: reference(file)) == 0)
  }

  @Test(arguments: [0, 1] as [UInt8])
  func `of several pictures, the primary one is shown`(primary: UInt8) throws {
    for (name, color) in [("a.png", "red"), ("b.png", "blue")] {
      folder.file(name, try output(of: .magick, ["-size", "64x64", "xc:\(color)", "png24:-"]))
    }
    try folder.run("heif-enc", [folder.text("a.png"), folder.text("b.png"), "-o", folder.text("c.heic")])
    var file = try folder.bytes("c.heic")
    let pitm = try #require(file.indices.first { file[$0...].starts(with: "pitm".utf8) })
    let first = try #require(file.indices.first { file[$0...].starts(with: "infe".utf8) })
    // The identifiers follow each other.
    file[pitm + 9] = file[first + 9] + primary
    let color = try decoded(file).encoded
    #expect(primary == 0 ? color[0] > 245 && color[2] < 10 : color[0] < 10 && color[2] > 245)
    // It is the first of the pages.
    let image = try opened(file)
    expect(image.pageCount, equals: 2)
    expect(image.format.name, equals: "HEIC")
    let other = try image.page(2).decode(scaledTo: image.size).encoded
    #expect(primary == 1 ? other[0] > 245 && other[2] < 10 : other[0] < 10 && other[2] > 245)
    #expect(throws: ImageError.notAPicture) { try image.page(3) }
  }

  @Test func `a region has the whole picture's pixels, also from kept samples`() throws {
    let image = try opened(encoded(Kinds.png(0)))
    let whole = try image.decode(scaledTo: image.size)
    let region = try #require(ScaledRegion(PixelRect(x: 5, y: 3, width: 7, height: 9), of: image.size))
    let part = try image.picture(of: region).bitmap
    for row in 0..<9 {
      let start = (row + 3) * 24 + 5
      expect(Array(part.pixels[row * 7..<row * 7 + 7]), equals: Array(whole.pixels[start..<start + 7]))
    }
    let decode = try #require(SampleDecode(image, for: region))
    try expect(decode.run { true }.picture(of: region).bitmap, equals: part)
  }

  @Test func `a thumbnail that is large enough stands for the whole picture, a damaged one does not`() throws {
    let png = try output(of: .magick, ["-size", "480x320", "plasma:red-blue", "-seed", "1", "png24:-"])
    let plain = try opened(encoded(png))
    var bytes = try encoded(png, ["-q", "90", "-t", "120"])
    let image = try opened(bytes)
    let (small, large) = (PixelSize(width: 60, height: 40), PixelSize(width: 121, height: 81))
    let drawn = try image.decode(scaledTo: small)
    #expect(drawn != (try plain.decode(scaledTo: small)))
    #expect(drawn.difference(from: try plain.decode(scaledTo: small).encoded) <= 24)
    try expect(image.decode(scaledTo: large), equals: plain.decode(scaledTo: large))
    let part = try #require(ScaledRegion(PixelRect(x: 5, y: 3, width: 7, height: 9), of: small))
    try expect(image.picture(of: part).bitmap, equals: plain.picture(of: part).bitmap)
    // The thumbnail's slice is the last one: its length, in four bytes, reaches to the end.
    let slice = try #require(
      bytes.indices.dropLast(4).last { start in
        bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } == bytes.count - start - 4
      })
    // Where memory is short, only that of the thumbnail is needed, and there is no other picture.
    var limits = DecodingLimits()
    limits.maxWorkingBytes = 1 << 20
    let tight = try opened(bytes, limits: limits)
    #expect(tight.decodingBytes(scaledTo: small) < image.decodingBytes(scaledTo: small))
    expect(tight.decodingBytes(scaledTo: large), equals: image.decodingBytes(scaledTo: large))
    bytes[slice] = 0x7F
    try expect(opened(bytes).decode(scaledTo: small), equals: plain.decode(scaledTo: small))
    #expect(throws: ImageError.self) { try opened(bytes, limits: limits).decode(scaledTo: small) }
  }

  @Test func `a picture in padded pixels is cut out`() throws {
    var file = try encoded(output(of: .magick, ["-size", "64x64", "gradient:red-blue", "png24:-"]))
    let whole = try decoded(file)
    let size = try #require(file.indices.first { file[$0...].starts(with: "ispe".utf8) }) + 8
    (file[size + 3], file[size + 7]) = (60, 50)
    let bitmap = try decoded(file)
    expect(bitmap.size, equals: PixelSize(width: 60, height: 50))
    expect(bitmap.pixels[49 * 60 + 59], equals: whole.pixels[49 * 64 + 59])
    (file[size + 3], file[size + 7]) = (60, 70)
    #expect(throws: ImageError.self) { try decoded(file) }
  }

  @Test func `a thumbnail in padded pixels serves small sizes`() throws {
    let png = try output(of: .magick, ["-size", "480x320", "plasma:red-blue", "-seed", "1", "png24:-"])
    var file = try encoded(png, ["-q", "90", "-t", "120"])
    let thumbnail = try opened(file).decode(scaledTo: PixelSize(width: 120, height: 80))
    let declared = Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 0, 120]
    let size = try #require(file.indices.first { file[$0...].starts(with: declared) })
    (file[size + 11], file[size + 15]) = (118, 79)
    let part = try opened(file).decode(scaledTo: PixelSize(width: 118, height: 79))
    expect(Array(part.pixels[78 * 118..<79 * 118]), equals: Array(thumbnail.pixels[78 * 120..<78 * 120 + 118]))
  }

  @Test func `limits and missing bytes are reported`() throws {
    try checkLimits(encoded(Kinds.png(0)), "HEIC")
  }
}
