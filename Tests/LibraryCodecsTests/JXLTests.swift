import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// JPEG XL as libjxl's own program decodes it.
struct JXLTests {
  private let folder = TemporaryFolder()

  private func encoded(_ bytes: [UInt8], from kind: String = "png", _ options: [String]) throws -> [UInt8] {
    try folder.converted(bytes, from: kind, to: "jxl", by: "cjxl", ["IN", "OUT"] + options)
  }

  private func reference(_ bytes: [UInt8]) throws -> [UInt8] {
    try samples(ofPNG: folder.converted(bytes, from: "jxl", to: "png", by: "djxl", ["IN", "OUT"]))
  }

  @Test(arguments: ["0", "1"], Kinds.all.indices)
  func `pictures match djxl's`(distance: String, index: Int) throws {
    let png = try Kinds.png(index)
    let file = try encoded(png, ["-d", distance])
    expect(try opened(file).format.name, equals: "JPEG XL")
    let bitmap = try decoded(file)
    #expect(bitmap.isOpaque == !Kinds.all[index].hasAlpha)
    #expect(bitmap.difference(from: try reference(file)) <= (distance == "0" ? 0 : 1))
  }

  @Test(arguments: 1...8) func `a picture is oriented once`(orientation: UInt8) throws {
    let jpeg = try Pattern.converted(to: "jpeg", ["-quality", "95"])
    let tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation]
    let exif = Array("Exif".utf8) + [0, 0] + tiff + [0, 0, 0, 0, 0, 0]
    let turned = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2)
    let file = try encoded(turned, from: "jpg", [])
    let image = try EncodedImage(turned)
    try expect(opened(file).size, equals: image.size)
    // Both decode the same coefficients, by different inverse transforms.
    #expect(try decoded(file).meanDifference(from: image.decode(scaledTo: image.size).encoded) < 3)
  }

  @Test func `a profile defines the colors`() throws {
    folder.file("p3.icc", ICCWriter.displayP3)
    let png = try Pattern.converted(to: "png", ["-profile", folder.text("p3.icc")])
    let image = try EncodedImage(png)
    let expected = try image.decode(scaledTo: image.size).encoded
    #expect(try decoded(encoded(png, ["-d", "0"])).difference(from: expected) <= 1)
  }

  @Test func `an animation has its frames and delays`() throws {
    let gif = try output(
      of: .magick, ["-delay", "20", "-size", "8x8", "xc:red", "-delay", "50", "xc:lime", "-loop", "3", "gif:-"])
    let image = try opened(encoded(gif, from: "gif", ["-d", "0"]))
    expect(image.animation, equals: Animation(loopCount: 0))
    try checkRedAndGreen(image)
  }

  @Test func `at an eighth of its size, a picture has the averages of its pixels`() throws {
    let png = try Pattern.converted(to: "png", ["-resize", "480x320!"])
    let image = try opened(encoded(png, ["-d", "1"]))
    let exact = try EncodedImage(png).decode(scaledTo: PixelSize(width: 48, height: 32)).encoded
    let bitmap = try image.decode(scaledTo: PixelSize(width: 48, height: 32))
    #expect(bitmap.meanDifference(from: exact) < 2, "\(bitmap.meanDifference(from: exact))")
    // A region of it has the same pixels.
    let part = PixelRect(x: 10, y: 5, width: 3, height: 2)
    let region = try #require(ScaledRegion(part, of: PixelSize(width: 48, height: 32)))
    try expect(image.picture(of: region).bitmap.pixels[0], equals: bitmap.pixels[5 * 48 + 10])
  }

  @Test func `of a truncated picture, what exists is shown`() throws {
    // With details, which come after the averages.
    let details = ["-resize", "600x400!", "-seed", "7", "-attenuate", "0.4", "+noise", "Gaussian"]
    let file = try encoded(try Pattern.converted(to: "png", details), ["-d", "1"])
    let image = try opened(Array(file.prefix(file.count * 3 / 4)))
    let size = PixelSize(width: 300, height: 200)
    let picture = try image.picture(scaledTo: size)
    expect(picture.defect, equals: .truncated)
    #expect(picture.bitmap.meanDifference(from: try opened(file).decode(scaledTo: size).encoded) < 20)
    #expect(throws: ImageError.truncated(format: "JPEG XL")) { try decoded(Array(file.prefix(12))) }
  }

  /// 10×2 pixels by libjxl's encoder, with the profile `ICCWriter.inks`: two columns each of paper, the first and the second ink, black, and the
  /// third ink.
  private static let inks = Samples.decoded(
    "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAAAGp4bCAAAAAJanhsbAoAAAHJanhsY/8KCAASgFEAhKehASVQtVAtAUVVxVCVADAPlKcCaIqxa4"
      + "EvcV4nB83nDWS4JeC5RudMFpOIqUJLmwNLCKgGCrZJzGGRMaz5WgBA/QHYAhqXuWeVbhjoqhmG1+OC5QlDQB2tNKN7Gc71cpUBUDsrA9Dp09bO"
      + "RB8BxF782O9//FlbKKkNx/JM1/YDiUgmlIrlgsloNpyO5wsaKjpKWmp6ipqquspuu9/wuHxOr9vv+Lx+l7fX9w9YMMGAUDAcEAnFgtFwPCARyY"
      + "RSsVwwGc02bt28fQMXTjQilUwnVEq1YrVcL1hMNqPVbDdcTrePXz9/P4AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8PkBCREZISkxOU"
      + "FJUVlhaXF5gYmRmaGpsbnBydHZ4enx+gIKEhoiKjI6QkpSWmJqcnqCipKaoqqyusLK0tri6vL7AwsTGyMrMztDS1NbY2tze4OLk5ujq7O7w8vT"
      + "2+Pr//79e/P0AB+681AABgDWKghmjIWRmRkRSijCugjM6qQBF5yf1+n5cICBAAlABLKCTGRUFBwlFC6gHE/FG//AEA5K9+9QOA+s1f/QAgf1C/"
      + "/AEA")

  @Test func `inks and black have the colors of their profile`() throws {
    let image = try opened(Self.inks)
    expect(image.size, equals: PixelSize(width: 10, height: 2))
    let bitmap = try image.decode(scaledTo: PixelSize(width: 5, height: 1))
    #expect(bitmap.isOpaque)
    let colors = bitmap.encoded
    // For the perceptual intent, lcms2 2.19 scales the profile's darkest color, a blue, to black, which costs grays some blue.
    let half: [ClosedRange<UInt8>] = [114...121, 114...121, 104...121]
    let expected: [[ClosedRange<UInt8>]] = [
      [250...255, 250...255, 250...255], [240...255, 0...40, 0...40], [0...60, 0...60, 240...255],
      half, half,
    ]
    for (pixel, ranges) in expected.enumerated() {
      for (channel, range) in ranges.enumerated() {
        #expect(range ~= colors[4 * pixel + channel], "\(pixel), \(channel)")
      }
    }
  }
}
