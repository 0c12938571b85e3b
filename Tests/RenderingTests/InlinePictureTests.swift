import Bitmaps
import Carousel
import CarouselValues
import Imaging
@testable import Rendering
import Terminal
import TestSupport
import Testing

/// Pictures for terminals that store none: their colors, and where they are visible.
@Suite struct InlinePictureTests {
  /// Pixels of three samples each.
  private static func samples(_ width: Int, _ height: Int, _ color: (Int, Int) -> (Int, Int, Int)) -> [UInt8] {
    (0..<width * height).flatMap { pixel in
      let (red, green, blue) = color(pixel % width, pixel / width)
      return [UInt8(red), UInt8(green), UInt8(blue)]
    }
  }

  private static func sixels(_ samples: [UInt8], width: Int, colors: Int, hasAlpha: Bool = false) -> SixelPicture {
    let count = samples.count / (hasAlpha ? 4 : 3)
    return SixelPicture(
      samples: samples, hasAlpha: hasAlpha, size: PixelExtent(width: width, height: count / width), colors: colors)
  }

  @Test func `a picture of few colors keeps them within sixel precision`() {
    let colors = [(255, 255, 255), (0, 0, 0), (200, 30, 40), (51, 102, 153)]
    let samples = Self.samples(64, 64) { x, y in colors[x / 32 + y / 32 * 2] }
    let picture = Self.sixels(samples, width: 64, colors: 256)
    for (pixel, index) in picture.indices.enumerated() {
      let shown = picture.registers[Int(index)].shown
      for channel in 0..<3 { #expect(abs(shown[channel] - Int32(samples[pixel * 3 + channel])) <= 2) }
    }
  }

  @Test func `a gradient in 256 colors has a small error and the right mean`() {
    let samples = Self.samples(256, 64) { x, y in (x, 255 - x, y * 4) }
    let picture = Self.sixels(samples, width: 256, colors: 256)
    var (squares, sum) = (0.0, 0.0)
    for (pixel, index) in picture.indices.enumerated() {
      let shown = picture.registers[Int(index)].shown
      for channel in 0..<3 {
        let difference = Double(shown[channel] - Int32(samples[pixel * 3 + channel]))
        squares += difference * difference
        sum += difference
      }
    }
    let count = Double(picture.indices.count * 3)
    #expect((squares / count).squareRoot() < 6.5)
    #expect(abs(sum / count) < 0.15)
  }

  @Test func `smooth areas get most of the colors, where errors show`() {
    // Noise, which hides errors, on the left, and a gradient on the right.
    var random = SplitMix64(seed: 1)
    let samples = Self.samples(256, 128) { x, y in
      guard x >= 128 else {
        let noise = random.next()
        return (Int(noise & 255), Int(noise >> 8 & 255), Int(noise >> 16 & 255))
      }
      return (100 + (x - 128) / 4, 140 + y / 4, 200 - (x - 128) / 4)
    }
    let picture = Self.sixels(samples, width: 256, colors: 256)
    var squares: (noise: Double, gradient: Double) = (0, 0)
    for (pixel, index) in picture.indices.enumerated() {
      let shown = picture.registers[Int(index)].shown
      for channel in 0..<3 {
        let difference = Double(shown[channel] - Int32(samples[pixel * 3 + channel]))
        if pixel % 256 < 128 {
          squares.noise += difference * difference
        } else {
          squares.gradient += difference * difference
        }
      }
    }
    let count = Double(picture.indices.count * 3 / 2)
    #expect((squares.gradient / count).squareRoot() < 2.3)
    // The noise still looks the same.
    #expect((squares.noise / count).squareRoot() < 14)
  }

  @Test func `large areas of single colors leave registers for all others`() {
    // Rounding can leave an apparent variance in a color that fills half a window.
    let areas = [(37, 99, 201), (203, 77, 51), (91, 203, 83)]
    let samples = Self.samples(512, 602) { x, y in
      if y < 600 { return areas[y / 200] }
      return y == 600 && x < 300 ? (100 + x % 20, 50 + x / 20, 7) : areas[0]
    }
    expect(Self.sixels(samples, width: 512, colors: 256).registers.count, equals: 256)
  }

  @Test(arguments: [1, 2, 7, 8, 9, 64, 256]) func `the nearest color of a palette is found`(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    func color() -> SIMD3<Float> { SIMD3<Float>.random(in: 0...255, using: &random) }
    let palette = (0..<count).map { _ in color() }
    let nearest = NearestOfPalette(palette)
    func distance(_ color: SIMD3<Float>, _ pixel: Int) -> Float {
      let difference = color - palette[pixel]
      return (difference * difference * ColorHistogram.weights).sum()
    }
    let corners = [SIMD3<Float>(0, 0, 0), SIMD3(255, 255, 255), SIMD3(255, 0, 16), SIMD3(15.99, 240, 128)]
    for color in corners + (0..<2000).map({ _ in color() }) {
      let minimum = palette.indices.map { distance(color, $0) }.min() ?? 0
      #expect(distance(color, nearest.index(of: color)) <= minimum * 1.0001 + 0.001)
    }
  }

  @Test(arguments: [2, 16, 64, 256]) func `a picture uses no more colors than there are registers`(colors: Int) {
    let samples = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
    let picture = Self.sixels(samples, width: 100, colors: colors)
    #expect(picture.registers.count <= colors)
    #expect(Int(picture.indices.max() ?? 0) < picture.registers.count)
  }

  @Test func `mostly transparent pixels are left out`() {
    let samples: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 127, 0, 0, 255, 128, 0, 0, 0, 0]
    let picture = Self.sixels(samples, width: 2, colors: 256, hasAlpha: true)
    #expect(!picture.isOpaque)
    expect(picture.indices.map { $0 == SixelPicture.transparent }, equals: [false, true, false, true])
    #expect(picture.registers.count <= 255)
  }

  @Test(arguments: [PixelProtocol.sixel(colors: 256, InlineLimits()), .iterm])
  func `half-transparent pixels are composed over the background, and only fully transparent ones left out`(
    by pixelProtocol: PixelProtocol
  ) throws {
    // White at 20 % over a dark blue: less than half opaque, and still there.
    let white = UInt16(65_535 / 5)
    let pixels: [SIMD4<UInt16>] = [SIMD4(repeating: white), SIMD4(repeating: 0)]
    let bitmap = Bitmap(size: PixelSize(width: 2, height: 1), pixels: pixels, isOpaque: false)
    let backdrop = Backdrop.terminal(assumed: LinearColor(Color(red: 0, green: 0, blue: 128)))
    let picture = try #require(
      PixelPicture(bitmap, in: bitmap.size, aligned: .topLeft, over: backdrop, serial: 1, by: pixelProtocol))
    switch picture.image.inline {
    case let sixels as SixelPicture:
      expect(sixels.indices[1], equals: SixelPicture.transparent)
      let shown = sixels.registers[Int(sixels.indices[0])].shown
      for (channel, value) in [124, 124, 164].enumerated() { #expect(abs(Int(shown[channel]) - value) <= 2) }
    case let file as FilePicture: expect(file.samples, equals: [124, 124, 164, 255, 0, 0, 0, 0])
    default: Issue.record("no picture")
    }
  }

  @Test func `an inline file is a PNG of whole cells, transparent beside the picture`() throws {
    let samples = Self.samples(20, 20) { x, y in (x * 10, y * 10, 0) }
    let picture = FilePicture(samples: samples, hasAlpha: false, size: PixelExtent(width: 20, height: 20))
    let bytes = picture.bytes(
      of: PixelArea(x: 5, y: 5, width: 15, height: 15), offset: PixelOffset(x: 4, y: 2),
      over: CellSize(columns: 3, rows: 2), of: CellPixels(width: 8, height: 10), unit: 1)
    let text = String(decoding: bytes, as: UTF8.self)
    let keys = text.split(separator: ":", maxSplits: 1)[0]
    #expect(keys.hasPrefix("\u{1B}]1337;File=inline=1;size="))
    #expect(keys.hasSuffix(";width=3;height=2;preserveAspectRatio=0;doNotMoveCursor=1"))
    let file = PictureBytes.decoded(base64: text.split(separator: ":", maxSplits: 1)[1].dropLast())
    let bitmap = try EncodedImage(file).decode(scaledTo: PixelSize(width: 24, height: 20))
    expect(bitmap.size, equals: PixelSize(width: 24, height: 20))
    expect(bitmap.pixels[0], equals: .zero)
    expect(bitmap.pixels[2 * 24 + 3], equals: .zero)
    let first = SRGB.encoded(bitmap.pixels[2 * 24 + 4])
    expect(first, equals: SIMD4(50, 50, 0, 255))
    expect(SRGB.encoded(bitmap.pixels[16 * 24 + 18]), equals: SIMD4(190, 190, 0, 255))
    expect(bitmap.pixels[17 * 24 + 18], equals: .zero)
    expect(bitmap.pixels[16 * 24 + 19], equals: .zero)
  }
}

/// Decodes bytes that are encoded as text.
enum PictureBytes {
  /// Decodes Base64 (RFC 4648, 4), without other characters.
  static func decoded(base64 text: some Sequence<Character>) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var (bytes, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
    for character in text {
      guard let value = digits.firstIndex(of: character) else { continue }
      (bits, count) = (bits << 6 | value, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
        bits &= (1 << count) - 1
      }
    }
    return bytes
  }
}
