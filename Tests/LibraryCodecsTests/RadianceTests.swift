import Bitmaps
import Imaging
import PictureTestSupport
import TestSupport
import Testing

/// Radiance pictures as OpenImageIO reads them, and exposures.
struct RadianceTests {
  private let folder = TemporaryFolder()

  private static func file(_ resolution: String, _ pixels: [[UInt8]], header: String = "") -> [UInt8] {
    Array("#?RADIANCE\n\(header)FORMAT=32-bit_rle_rgbe\n\n\(resolution)\n".utf8) + pixels.joined()
  }

  @Test func `compressed rows match OpenImageIO's`() throws {
    let png = try Pattern.converted(to: "png")
    let hdr = try folder.converted(png, from: "png", to: "hdr", by: "oiiotool", ["IN", "-o", "OUT"])
    let float = try folder.converted(hdr, from: "hdr", to: "exr", by: "oiiotool", ["IN", "-d", "half", "-o", "OUT"])
    expect(PictureFormat(beginning: hdr)?.name, equals: "Radiance")
    let expected = try decoded(float).encoded
    #expect(try decoded(hdr).difference(from: expected) <= 1)
  }

  @Test func `flat rows and repeated pixels are read`() throws {
    let (red, blue): ([UInt8], [UInt8]) = ([255, 0, 0, 128], [0, 0, 255, 128])
    // Two pixels, of which the last is repeated twice; then 0 + 256 times.
    let few = RadianceTests.file("-Y 1 +X 4", [red, blue, [1, 1, 1, 2]])
    let pixels = try decoded(few).pixels
    try expect(pixels[0], equals: decoded(RadianceTests.file("-Y 1 +X 1", [red])).pixels[0])
    expect(pixels[1...].allSatisfy { $0 == pixels[3] && $0.z > $0.x }, equals: true)
    let many = RadianceTests.file("-Y 1 +X 257", [red, [1, 1, 1, 0], [1, 1, 1, 1]])
    try expect(decoded(many).size.width, equals: 257)
  }

  @Test(arguments: [
    ("-Y 1 +X 2", [0, 1]), ("-Y 1 -X 2", [1, 0]), ("+Y 1 -X 2", [1, 0]), ("+X 1 -Y 2", [0, 1]), ("+X 1 +Y 2", [1, 0]),
  ])
  func `the axes turn a picture upright`(resolution: String, order: [Int]) throws {
    let colors: [[UInt8]] = [[200, 10, 10, 128], [10, 10, 200, 128]]
    let bitmap = try decoded(RadianceTests.file(resolution, colors))
    let isHigh = resolution.contains("Y 2")
    expect(bitmap.size, equals: PixelSize(width: isHigh ? 1 : 2, height: isHigh ? 2 : 1))
    expect(bitmap.pixels[0].x > bitmap.pixels[0].z, equals: order[0] == 0)
    expect(bitmap.pixels[1].x > bitmap.pixels[1].z, equals: order[1] == 0)
  }

  @Test func `exposure is applied before highlights are compressed`() throws {
    // 4 times white beside a quarter of white.
    let image = try opened(RadianceTests.file("-Y 1 +X 2", [[128, 128, 128, 131], [128, 128, 128, 127]]))
    func light(_ thirds: Int) throws -> [Double] {
      var region = ScaledRegion(whole: image.size)
      region.exposure = Exposure(thirds: thirds)
      return try image.picture(of: region).bitmap.pixels.map { Double($0.x) / 65_535 }
    }
    // Nothing exceeds white after two stops down: light is as it is in the file.
    let (darker, plain, brighter) = try (light(-6), light(0), light(6))
    #expect(zip(darker, [1, 0.0625]).allSatisfy { abs($0 - $1) < 0.01 }, "\(darker)")
    #expect(zip(plain, [1, 0.25]).allSatisfy { abs($0 - $1) < 0.01 }, "\(plain)")
    #expect(brighter[1] > 0.6, "\(brighter)")
  }

  @Test func `damaged files are refused or shown in part`() throws {
    var random = SplitMix64(seed: 57)
    let png = try Pattern.converted(to: "png")
    let file = try folder.converted(png, from: "png", to: "hdr", by: "oiiotool", ["IN", "-o", "OUT"])
    var shown = 0
    for _ in 0..<300 {
      var damaged = file
      for _ in 0..<4 {
        damaged[Int.random(in: 40..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      shown += (try? decoded(damaged)) == nil ? 0 : 1
    }
    #expect(shown > 100)
  }

  @Test func `primaries are converted, and damage is reported`() throws {
    let header = "PRIMARIES= 0.708 0.292 0.170 0.797 0.131 0.046 0.3127 0.3290\n"
    let green: [UInt8] = [40, 128, 40, 128]
    let wide = try decoded(RadianceTests.file("-Y 1 +X 1", [green], header: header)).encoded
    let plain = try decoded(RadianceTests.file("-Y 1 +X 1", [green])).encoded
    #expect(wide[0] < plain[0] && wide[1] > plain[1])
    let short = try opened(RadianceTests.file("-Y 3 +X 1", [green]))
    try expect(short.picture(scaledTo: short.size).defect, equals: .truncated)
    #expect(throws: ImageError.truncated(format: "Radiance")) { try decoded(RadianceTests.file("-Y 3 +X 1", [])) }
    #expect(throws: ImageError.self) { try decoded(RadianceTests.file("-Y 0 +X 1", [])) }
    #expect(throws: ImageError.self) {
      try decoded(RadianceTests.file("-Y 1 +X 8", [[2, 2, 0, 8], [137, 1, 137, 1]]))
    }
  }
}
