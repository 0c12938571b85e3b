import Bitmaps
import CTurboJPEG
import Imaging
import TestSupport
import Testing

/// The pixels of a binary PGM or PPM with 255 levels, as djpeg writes it.
private func netpbm(_ bytes: [UInt8]) throws -> Reference {
  var fields: [String] = []
  var index = 0
  while fields.count < 4 {
    let end = try #require(bytes[index...].firstIndex { $0 == 10 || $0 == 32 })
    fields.append(String(decoding: bytes[index..<end], as: UTF8.self))
    index = end + 1
  }
  let (width, height) = (try #require(Int(fields[1])), try #require(Int(fields[2])))
  let channels = fields[0] == "P6" ? 3 : 1
  let samples = Array(bytes[index...])
  try #require(samples.count == width * height * channels && fields[3] == "255")
  let pixels = (0..<width * height).map { pixel in
    let light = (0..<3).map { Reference.linear(Double(samples[pixel * channels + $0 % channels]) / 255) }
    return SIMD4(light[0], light[1], light[2], 1)
  }
  return Reference(size: PixelSize(width: width, height: height), pixels: pixels)
}

@Suite("JPEG")
struct JPEGTests {
  private func image(_ name: String) throws -> EncodedImage { try EncodedImage(Fixtures.bytes(name)) }

  @Test("the header gives the format and the size", arguments: Fixtures.jpegs) func header(name: String) throws {
    let image = try image(name)
    expect(image.format, equals: .jpeg)
    expect(image.size, equals: PixelSize(width: 45, height: 31))
  }

  @Test(
    "every kind equals libjpeg's output at its own size",
    .enabled(if: Program.djpeg != nil, "djpeg is not installed (libjpeg-turbo-progs)"), arguments: Fixtures.jpegs)
  func ownSize(name: String) throws {
    let expected = try netpbm(try #require(Program.djpeg).output(["-pnm", Fixtures.path(name)]))
    let image = try image(name)
    let bitmap = try image.decode(scaledTo: image.size)
    // Exact: linear light is rounded to 1/65535.
    #expect(expected.difference(from: bitmap) <= 0.5)
    #expect(bitmap.isOpaque)
  }

  @Test(
    "a JPEG equals libjpeg's output at libjpeg's scales",
    .enabled(if: Program.djpeg != nil, "djpeg is not installed (libjpeg-turbo-progs)"),
    arguments: 1...3)
  func scales(eighths: Int) throws {
    let name = "good/jpeg-420.jpg"
    let expected = try netpbm(
      try #require(Program.djpeg).output(["-pnm", "-scale", "\(eighths)/8", Fixtures.path(name)]))
    let scaled = try image(name).decode(scaledTo: PixelSize(width: 45 * eighths / 8, height: 31 * eighths / 8))
    #expect(covered(expected, eighths: eighths).scaled(to: scaled.size).difference(from: scaled) <= 1)
  }

  /// What a picture of 45×31 pixels covers of its samples at a scale, each of which stands for 8×8 pixels here.
  private func covered(_ samples: Reference, eighths: Int) -> Reference {
    let (width, height) = (45 * eighths, 31 * eighths)
    let pixels = (0..<height).flatMap { row in
      (0..<width).map { column in samples.pixels[row / 8 * samples.size.width + column / 8] }
    }
    return Reference(size: PixelSize(width: width, height: height), pixels: pixels)
  }

  @Test(
    "a picture of at most twice the target's size is averaged exactly in linear light",
    arguments: [(44, 30), (40, 31), (23, 16)])
  func light(width: Int, height: Int) throws {
    let image = try image("good/jpeg-420.jpg")
    let whole = try image.decode(scaledTo: image.size)
    let reference = Reference(size: image.size, pixels: whole.pixels.map { SIMD4<Double>($0) / 65_535 })
    let scaled = try image.decode(scaledTo: PixelSize(width: width, height: height))
    #expect(reference.scaled(to: scaled.size).difference(from: scaled) < 1.5)
  }

  @Test(
    "at any other size the result is close to scaling the whole picture",
    arguments: [(20, 14), (7, 5), (1, 1), (44, 30)])
  func anySize(width: Int, height: Int) throws {
    let image = try image("good/jpeg-444-progressive.jpg")
    let whole = try image.decode(scaledTo: image.size)
    let reference = Reference(size: image.size, pixels: whole.pixels.map { SIMD4<Double>($0) / 65_535 })
    let scaled = try image.decode(scaledTo: PixelSize(width: width, height: height))
    // libjpeg does not scale in linear light, and the picture is grainy: near, not equal.
    #expect(reference.scaled(to: scaled.size).difference(from: scaled) < 0.3 * 65_535)
    #expect(reference.scaled(to: scaled.size).meanDifference(from: scaled) < 0.03 * 65_535)
  }

  @Test(
    "a very small progressive picture equals libjpeg's output",
    .enabled(if: Program.djpeg != nil, "djpeg is not installed (libjpeg-turbo-progs)"))
  func coarse() throws {
    let name = "good/jpeg-444-progressive.jpg"
    let eighth = try netpbm(try #require(Program.djpeg).output(["-pnm", "-scale", "1/8", Fixtures.path(name)]))
    let bitmap = try image(name).decode(scaledTo: PixelSize(width: 2, height: 1))
    #expect(covered(eighth, eighths: 1).scaled(to: bitmap.size).difference(from: bitmap) < 1)
  }

  @Test("damage in detail scans does not affect a small picture") func damagedDetail() throws {
    let bytes = try Fixtures.bytes("good/jpeg-444-progressive.jpg")
    // The last scan, which refines detail: a marker, a length and one component, then its codes.
    let scan = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
    var damaged = bytes
    for index in scan + 12..<scan + 16 { damaged[index] = 0x55 }
    #expect(damaged != bytes)
    let small = PixelSize(width: 2, height: 1)
    try expect(EncodedImage(damaged).decode(scaledTo: small), equals: EncodedImage(bytes).decode(scaledTo: small))
    let large = PixelSize(width: 45, height: 31)
    #expect(try EncodedImage(damaged).decode(scaledTo: large) != EncodedImage(bytes).decode(scaledTo: large))
  }

  @Test("an enlarged picture is scaled from the whole picture") func enlarging() throws {
    let image = try image("good/jpeg-gray.jpg")
    let whole = try image.decode(scaledTo: image.size)
    let reference = Reference(size: image.size, pixels: whole.pixels.map { SIMD4<Double>($0) / 65_535 })
    let scaled = try image.decode(scaledTo: PixelSize(width: 100, height: 40))
    #expect(reference.scaled(to: scaled.size).difference(from: scaled) < 1)
  }

  @Test("a JPEG without its end marker is shown unchanged") func noEndMarker() throws {
    let bytes = try Fixtures.bytes("good/jpeg-420.jpg")
    expect(Array(bytes.suffix(2)), equals: [0xFF, 0xD9])
    let size = PixelSize(width: 45, height: 31)
    try expect(
      EncodedImage(bytes.dropLast(2)).decode(scaledTo: size), equals: EncodedImage(bytes).decode(scaledTo: size))
  }

  @Test("stray bytes outside the scan do not affect the picture") func rubbish() throws {
    let bytes = try Fixtures.bytes("good/jpeg-420.jpg")
    let size = PixelSize(width: 45, height: 31)
    let expected = try EncodedImage(bytes).decode(scaledTo: size)
    try expect(EncodedImage(bytes + Array("trailing".utf8)).decode(scaledTo: size), equals: expected)
    // Between two segments.
    let start = Int(bytes[4]) << 8 + Int(bytes[5]) + 4
    let interrupted = bytes[..<start] + [1, 2, 3] + bytes[start...]
    try expect(EncodedImage(Array(interrupted)).picture(scaledTo: size), equals: DecodedPicture(expected))
    // Directly after the start-of-image marker; also segments whose length is less than that of the length field
    // itself.
    for rubbish in [
      [1, 2, 3], [0xFF, 0xE5, 0, 0], [0xFF, 0xE5, 0, 1, 9], [0xFF, 0xC4, 0, 1], [0xFF, 0xD8], [0xFF, 0x42],
    ] {
      let begun = bytes[..<2] + rubbish.map { UInt8($0) } + bytes[2...]
      try expect(EncodedImage(Array(begun)).picture(scaledTo: size), equals: DecodedPicture(expected), "\(rubbish)")
    }
  }

  @Test("a file with only a JPEG's first bytes is not a picture") func onlyBegun() {
    for bytes in [[0xFF, 0xD8, 1, 2, 3], Array([0xFF, 0xD8] + Array("text".utf8))] as [[UInt8]] {
      #expect(throws: ImageError.notAPicture) { try EncodedImage(bytes) }
    }
  }

  @Test("a Motion JPEG frame without Huffman tables is decoded with the standard's") func motionJPEG() throws {
    let bytes = try Fixtures.bytes("good/jpeg-420.jpg")
    var frame = bytes
    for index in bytes.indices.dropFirst() where bytes[index] == 0xC4 && bytes[index - 1] == 0xFF {
      frame[index] = 0xE7
    }
    #expect(frame != bytes)
    let size = PixelSize(width: 45, height: 31)
    try expect(EncodedImage(frame).decode(scaledTo: size), equals: EncodedImage(bytes).decode(scaledTo: size))
  }

  @Test("a progressive picture that would need too much memory is refused") func memory() throws {
    let bytes = try Fixtures.bytes("good/jpeg-444-progressive.jpg")
    let size = PixelSize(width: 5, height: 3)
    // 6 × 4 blocks of 64 two-byte coefficients for each of three components, and 6 × 4 pixels at one eighth of the
    // size.
    let enough = 6 * 4 * 64 * 2 * 3 + 6 * 4 * 3
    #expect(throws: Never.self) {
      try EncodedImage(bytes, limits: DecodingLimits(maxWorkingBytes: enough)).decode(scaledTo: size)
    }
    #expect(throws: ImageError.outOfMemory(format: "JPEG")) {
      try EncodedImage(bytes, limits: DecodingLimits(maxWorkingBytes: enough - 1)).decode(scaledTo: size)
    }
  }

  @Test("CMYK without Adobe's marker is inverted, too") func plainCMYK() throws {
    let image = try EncodedImage(Fixtures.bytes("strange/cmyk-without-adobe-marker.jpg"))
    // Cyan 0, magenta and yellow 220, black 30.
    let bitmap = try image.decode(scaledTo: PixelSize(width: 1, height: 1))
    expect(bitmap.pixels, equals: [SIMD4(SRGB.linear16(225), SRGB.linear16(31), SRGB.linear16(31), .max)])
  }

  @Test("the last samples of a scaled picture count as far as it covers them", arguments: [1601, 1607, 1608])
  func oddSides(width: Int) throws {
    // Black, but for a white end of 17 pixels, which is the last of a hundred pixels and a part of the one before it.
    var samples = [UInt8](repeating: 0, count: width * 8)
    for row in 0..<8 {
      for column in width - 17..<width { samples[row * width + column] = 255 }
    }
    let bytes = try encoded(gray: samples, width: width, height: 8)
    let lights = try EncodedImage(bytes).decode(scaledTo: PixelSize(width: 100, height: 1)).pixels.map {
      Double($0.x) / 65_535
    }
    let share = Double(width) / 100
    // libjpeg's samples of eight pixels blur the edge.
    #expect(abs(lights[99] - 1) < 0.08, "\(lights[99])")
    #expect(abs(lights[98] - (17 - share) / share) < 0.25, "\(lights[98])")
    #expect(lights[97] < 0.01, "\(lights[97])")
  }

  private func encoded(gray samples: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    let compressor = unsafe tjInitCompress()
    defer { _ = unsafe tjDestroy(compressor) }
    var memory: UnsafeMutablePointer<UInt8>?
    var count: UInt = 0
    let result = unsafe tjCompress2(
      compressor, samples, Int32(width), 0, Int32(height), TJPF_GRAY.rawValue, &memory, &count,
      Int32(TJSAMP_GRAY.rawValue), 100, 0)
    defer { unsafe tjFree(memory) }
    expect(result, equals: 0)
    return unsafe Array(UnsafeBufferPointer(start: memory, count: Int(count)))
  }
}
