import Bitmaps
import Imaging
import TestSupport
import Testing

/// A region of a scaled picture equals that part of the whole scaled picture.
struct RegionTests {
  /// Sizes of the whole picture: reduced, also so far that lossy decoders do some of the scaling, unscaled, slightly enlarged, and tripled.
  private static func wholes(of size: PixelSize) -> [PixelSize] {
    [(1, 9), (1, 5), (2, 5), (1, 2), (1, 1), (9, 8), (3, 1)].map { above, below in
      PixelSize(width: (size.width * above + below - 1) / below, height: (size.height * above + below - 1) / below)
    }
  }

  /// Corners, edges, and random parts.
  private static func parts(of size: PixelSize, using random: inout SplitMix64) -> [PixelRect] {
    let (width, height) = (size.width, size.height)
    var parts = [
      PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: width - 1, y: height - 1, width: 1, height: 1),
      PixelRect(x: 0, y: height / 2, width: width, height: 1), PixelRect(x: width / 2, y: 0, width: 1, height: height),
    ]
    for _ in 0..<6 {
      let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
      parts.append(
        PixelRect(
          x: x, y: y, width: .random(in: 1...width - x, using: &random),
          height: .random(in: 1...height - y, using: &random)))
    }
    return parts
  }

  /// The greatest difference in any channel between a region and the same part of the whole.
  private static func difference(_ part: Bitmap, _ whole: Bitmap, at rect: PixelRect) -> Int {
    guard part.size == PixelSize(width: rect.width, height: rect.height) else { return .max }
    var maximum = 0
    for row in 0..<rect.height {
      for column in 0..<rect.width {
        let (left, right) = (
          SIMD4<Int32>(truncatingIfNeeded: part.pixels[row * rect.width + column]),
          SIMD4<Int32>(truncatingIfNeeded: whole.pixels[(rect.y + row) * whole.size.width + rect.x + column])
        )
        for channel in 0..<4 { maximum = max(maximum, abs(Int(left[channel] - right[channel]))) }
      }
    }
    return maximum
  }

  private static func check(_ bytes: [UInt8], _ name: String) throws {
    var random = SplitMix64(seed: 7)
    let image = try EncodedImage(bytes)
    for size in wholes(of: image.size) {
      let whole = try image.picture(scaledTo: size)
      for rect in parts(of: size, using: &random) {
        let region = try #require(ScaledRegion(rect, of: size))
        let part = try image.picture(of: region)
        let difference = difference(part.bitmap, whole.bitmap, at: rect)
        #expect(difference <= 2, "\(name) at \(size), \(rect): \(difference)")
        if difference > 2 { return }
      }
    }
  }

  @Test(arguments: Fixtures.good + ["strange/region.webp"])
  func `a region equals that part of the whole picture in every format`(_ name: String) throws {
    try Self.check(try Fixtures.bytes(name), name)
  }

  @Test(arguments: 1...8)
  func `a region is oriented like its picture`(_ orientation: Int) throws {
    let photo = try Fixtures.bytes("good/jpeg-420.jpg")
    try Self.check(
      inserting(exif: ExifWriter.oriented(UInt16(orientation)), into: photo), "orientation \(orientation)")
  }

  @Test(arguments: Fixtures.jpegs)
  func `a region of a JPEG at an eighth of its size equals that part of the whole`(_ name: String) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    let size = PixelSize(width: (image.size.width + 7) / 8, height: (image.size.height + 7) / 8)
    let whole = try image.picture(scaledTo: size)
    var random = SplitMix64(seed: 8)
    for rect in Self.parts(of: size, using: &random) {
      let part = try image.picture(of: #require(ScaledRegion(rect, of: size)))
      let difference = Self.difference(part.bitmap, whole.bitmap, at: rect)
      #expect(difference <= 2, "\(rect): \(difference)")
    }
  }

  @Test func `a region of an animation equals that part of every frame`() throws {
    for name in Fixtures.names(in: "good") {
      let image = try EncodedImage(try Fixtures.bytes("good/\(name)"))
      guard image.animation != nil, image.size.width > 3, image.size.height > 3 else { continue }
      let size = PixelSize(width: image.size.width * 2, height: image.size.height * 2)
      let rect = PixelRect(x: 3, y: 1, width: image.size.width, height: image.size.height)
      let region = try #require(ScaledRegion(rect, of: size))
      let (parts, wholes) = (
        try rest(of: try image.frames(of: region)), try rest(of: try image.makeFrameSource(scaledTo: size))
      )
      expect(parts.count, equals: wholes.count)
      for (part, whole) in zip(parts, wholes) {
        expect(part.delay, equals: whole.delay)
        #expect(Self.difference(part.bitmap, whole.bitmap, at: rect) <= 2, "\(name)")
      }
    }
  }

  @Test func `a region of an enormously enlarged picture is decoded alone`() throws {
    let image = try EncodedImage(try Fixtures.bytes("good/jpeg-420.jpg"))
    let size = PixelSize(width: 1 << 24, height: 1 << 24)
    let region = try #require(ScaledRegion(PixelRect(x: 1 << 23, y: 1 << 22, width: 80, height: 48), of: size))
    try expect(image.picture(of: region).bitmap.size, equals: PixelSize(width: 80, height: 48))
    #expect(image.decodingBytes(of: region) < 64 << 20)
  }

  @Test func `invalid regions are refused`() {
    let size = PixelSize(width: 100, height: 50)
    for (x, y, width, height) in [
      (0, 0, 0, 1), (-1, 0, 5, 5), (0, -1, 5, 5), (96, 0, 5, 5), (0, 46, 5, 5), (.max, 0, 1, 1), (1, 1, .max, .max),
      (.min, .min, .max, .max), (0, 0, 101, 1),
    ] {
      expect(ScaledRegion(PixelRect(x: x, y: y, width: width, height: height), of: size), equals: nil)
    }
    for (width, height) in [(0, 50), (-5, 50), (1 << 25, 1), (.max, .max)] {
      expect(
        ScaledRegion(PixelRect(x: 0, y: 0, width: 1, height: 1), of: PixelSize(width: width, height: height)),
        equals: nil)
    }
    let long = PixelSize(width: 1 << 20, height: 1 << 20)
    expect(ScaledRegion(PixelRect(x: 0, y: 0, width: 65_536, height: 1), of: long), equals: nil)
  }

  @Test(arguments: Fixtures.names(in: "bad"))
  func `a region of a bad picture is a picture or an error`(_ name: String) throws {
    let limits = DecodingLimits(maxPixels: 1 << 22, maxWorkingBytes: 64 << 20)
    guard let image = try? EncodedImage(try Fixtures.bytes("bad/\(name)"), limits: limits) else { return }
    let size = PixelSize(width: image.size.width * 2, height: image.size.height * 2)
    let rect = PixelRect(
      x: size.width / 3, y: size.height / 3, width: min(300, size.width - size.width / 3),
      height: min(200, size.height - size.height / 3))
    guard let region = ScaledRegion(rect, of: size), let part = try? image.picture(of: region) else { return }
    expect(part.bitmap.size, equals: PixelSize(width: rect.width, height: rect.height))
  }
}
