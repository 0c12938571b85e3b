import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// TIFFs of every kind, written by the tests and decoded by libtiff.
struct TIFFTests {
  private let programs = DecoderPrograms()
  private static let bare = DecoderPrograms(finder: ProgramFinder(searchPath: "/nowhere"))

  /// 4×2 pixels.
  private static let samples = [
    255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 136, 136, 136, 51, 102, 153, 255, 255, 0,
  ]
  private static let expected = samples.map { UInt8($0) }.withAlpha

  private enum Layout: CaseIterable { case rows, strips, planes, tiles, planesInTiles }

  /// A TIFF of `samples` at any depth and in any layout.
  private static func fixture(
    bits: Int, _ numbers: TIFFFixture.Numbers, _ layout: Layout, isBigEndian: Bool
  ) -> TIFFFixture {
    var fixture = TIFFFixture(width: 4, height: 2, bits: [bits, bits, bits], photometric: 2)
    (fixture.isBigEndian, fixture.isBig) = (isBigEndian, layout == .planes || layout == .tiles)
    fixture.shorts[339] = [numbers.format, numbers.format, numbers.format]
    func packed(_ samples: some Sequence<Int>) -> [UInt8] { fixture.packed(Array(samples), bits: bits, numbers) }
    let rows = [Array(samples[..<12]), Array(samples[12...])]
    let planes = (0..<3).map { plane in rows.map { row in stride(from: plane, to: 12, by: 3).map { row[$0] } } }
    switch layout {
    case .rows: fixture.pieces = [rows.flatMap { packed($0) }]
    case .strips:
      fixture.longs[278] = [1]
      fixture.pieces = rows.map { packed($0) }
    case .planes:
      fixture.shorts[284] = [2]
      fixture.pieces = planes.map { $0.flatMap { packed($0) } }
    case .tiles:
      fixture.pieces = [
        rows.flatMap { packed($0 + Array(repeating: 9, count: 36)) } + packed(Array(repeating: 9, count: 672))
      ]
    case .planesInTiles:
      fixture.shorts[284] = [2]
      fixture.pieces = planes.map { plane in
        plane.flatMap { packed($0 + Array(repeating: 9, count: 12)) } + packed(Array(repeating: 9, count: 224))
      }
    }
    if layout == .tiles || layout == .planesInTiles {
      fixture.isTiled = true
      fixture.longs[278] = nil
      (fixture.shorts[322], fixture.shorts[323]) = ([16], [16])
    }
    return fixture
  }

  private static let kinds: [(bits: Int, numbers: TIFFFixture.Numbers)] = [
    (4, .unsigned), (8, .unsigned), (10, .unsigned), (12, .unsigned), (14, .unsigned), (16, .unsigned), (24, .unsigned),
    (32, .unsigned), (8, .signed), (16, .signed), (32, .signed), (16, .real), (24, .real), (32, .real), (64, .real),
  ]

  @Test(arguments: kinds.indices)
  func `samples of every depth, layout and byte order are decoded`(index: Int) throws {
    let (bits, numbers) = Self.kinds[index]
    for layout in Layout.allCases {
      for isBigEndian in [false, true] {
        let file = Self.fixture(bits: bits, numbers, layout, isBigEndian: isBigEndian).bytes
        let picture = try programs.picture(file)
        expect(picture.naturalSize, equals: PixelSize(width: 4, height: 2))
        #expect(picture.bitmap.difference(from: Self.expected) <= (bits > 8 ? 1 : 0), "\(layout) \(isBigEndian)")
      }
    }
  }

  @Test func `16-bit samples keep their precision`() throws {
    var fixture = TIFFFixture(width: 1, height: 1, bits: [16], photometric: 1)
    fixture.pieces = [[0x01, 0x80]]
    let light = UInt16((SRGB.linear(Double(0x8001) / 65_535) * 65_535).rounded())
    try expect(programs.picture(fixture.bytes).bitmap.pixels, equals: [SIMD4(light, light, light, .max)])
  }

  @Test func `white-is-zero gray and reversed bit order are decoded`() throws {
    var fixture = TIFFFixture(width: 4, height: 1, bits: [1], photometric: 0)
    fixture.pieces = [[0b1010_0000]]
    let (black, white) = (Samples.black, Samples.white)
    try expect(programs.picture(fixture.bytes).bitmap.pixels, equals: [black, white, black, white])
    fixture.shorts[266] = [2]
    fixture.pieces = [[0b0000_0101]]
    try expect(programs.picture(fixture.bytes).bitmap.pixels, equals: [black, white, black, white])
  }

  @Test(arguments: [false, true])
  func `palettes of 8-bit or 16-bit colors are decoded, with alpha`(isNarrow: Bool) throws {
    var fixture = TIFFFixture(width: 2, height: 1, bits: [8, 8], photometric: 3)
    var colors = [Int](repeating: 0, count: 768)
    (colors[3], colors[256 + 7], colors[512 + 7]) = isNarrow ? (255, 255, 255) : (0xFFFF, 0xFF00, 0xFFFF)
    fixture.shorts[320] = colors
    fixture.shorts[338] = [2]
    fixture.pieces = [[3, 255, 7, 128]]
    try expect(programs.picture(fixture.bytes).bitmap.encoded, equals: [255, 0, 0, 255, 0, 255, 255, 128])
  }

  @Test(arguments: [8, 16])
  func `CMYK without a profile uses plain cyan, magenta, yellow and black`(bits: Int) throws {
    var fixture = TIFFFixture(width: 4, height: 1, bits: Array(repeating: bits, count: 4), photometric: 5)
    let inks = [255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 0, 0, 102]
    fixture.pieces = [fixture.packed(inks, bits: bits, .unsigned)]
    let expected: [UInt8] = [0, 255, 255, 255, 255, 0, 255, 255, 0, 0, 0, 255, 153, 153, 153, 255]
    try expect(programs.picture(fixture.bytes).bitmap.encoded, equals: expected)
    fixture.shorts[284] = [2]
    fixture.pieces = (0..<4).map { plane in
      fixture.packed(stride(from: plane, to: 16, by: 4).map { inks[$0] }, bits: bits, .unsigned)
    }
    try expect(programs.picture(fixture.bytes).bitmap.encoded, equals: expected)
  }

  @Test func `an extra channel is alpha only if declared so, premultiplied or not`() throws {
    var fixture = TIFFFixture(width: 2, height: 1, bits: [8, 8, 8, 8], photometric: 2)
    fixture.pieces = [[200, 100, 50, 255, 100, 50, 25, 128]]
    fixture.shorts[338] = [2]
    try expect(programs.picture(fixture.bytes).bitmap.encoded, equals: [200, 100, 50, 255, 100, 50, 25, 128])
    fixture.shorts[338] = [1]
    #expect(try programs.picture(fixture.bytes).bitmap.difference(from: [200, 100, 50, 255, 199, 100, 50, 128]) <= 1)
    // An extra channel without a meaning.
    fixture.shorts[338] = [0]
    try expect(programs.picture(fixture.bytes).bitmap.encoded, equals: [200, 100, 50, 255, 100, 50, 25, 255])
  }

  @Test func `old-style LZW, least significant bit first, is decoded`() throws {
    // Nine-bit codes, least significant bit first: clear, eight grays, end.
    var (held, count, bytes) = (0, 0, [UInt8]())
    for code in [256, 0, 17, 34, 51, 68, 85, 102, 119, 257] {
      (held, count) = (held | code << count, count + 9)
      while count >= 8 {
        bytes.append(UInt8(held & 0xFF))
        (held, count) = (held >> 8, count - 8)
      }
    }
    var fixture = TIFFFixture(width: 8, height: 1, bits: [8], photometric: 1, compression: 5)
    fixture.pieces = [bytes + [UInt8(held)]]
    let samples = try programs.picture(fixture.bytes).bitmap.encoded
    expect(stride(from: 0, to: 32, by: 4).map { samples[$0] }, equals: [0, 17, 34, 51, 68, 85, 102, 119])
  }

  @Test(arguments: [6, 7])
  func `old-style and new-style JPEG compression are decoded`(compression: Int) throws {
    var fixture = TIFFFixture(width: 16, height: 8, bits: [8], photometric: 1, compression: compression)
    fixture.pieces = [Samples.jpeg]
    if compression == 6 {
      // The JPEG is at offset 8, after the header.
      fixture.shorts[512] = [1]
      (fixture.longs[513], fixture.longs[514]) = ([8], [Samples.jpeg.count])
    }
    let image = try EncodedImage(Samples.jpeg)
    let theirs = try image.decode(scaledTo: image.size).encoded
    #expect(try programs.picture(fixture.bytes).bitmap.difference(from: theirs) <= 1)
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"))
  func `a lossless JPEG in a TIFF is decoded exactly`() throws {
    let jpeg = try output(
      of: .ffmpeg,
      ["-v", "error", "-f", "pam_pipe", "-i", "file:/dev/stdin", "-c:v", "ljpeg", "-pix_fmt", "bgr24"]
        + ["-f", "image2pipe", "-"], input: Pattern.pam())
    var fixture = TIFFFixture(width: 24, height: 16, bits: [8, 8, 8], photometric: 2, compression: 7)
    fixture.pieces = [jpeg]
    try expect(programs.picture(fixture.bytes).bitmap.difference(from: Pattern.bytes().withAlpha), equals: 0)
  }

  @Test func `a fax's non-square pixels are corrected, except at absurd ratios`() throws {
    var fixture = TIFFFixture(width: 8, height: 2, bits: [1], photometric: 0)
    fixture.pieces = [[0, 0]]
    (fixture.fractions[282], fixture.fractions[283]) = ([(204, 1)], [(98, 1)])
    try expect(programs.picture(fixture.bytes).naturalSize, equals: PixelSize(width: 8, height: 4))
    // Rotated by a quarter turn.
    fixture.shorts[274] = [6]
    try expect(programs.picture(fixture.bytes).naturalSize, equals: PixelSize(width: 4, height: 8))
    // An absurd ratio is ignored.
    fixture.fractions[283] = [(1, 1)]
    try expect(programs.picture(fixture.bytes).naturalSize, equals: PixelSize(width: 2, height: 8))
  }

  @Test func `a TIFF that declares too many pixels is refused before a program starts`() {
    let size = PixelSize(width: 17_000, height: 17_000)
    for (isBigEndian, isBig) in [(false, false), (true, true)] {
      var fixture = TIFFFixture(width: 17_000, height: 17_000, bits: [8], photometric: 1)
      (fixture.isBigEndian, fixture.isBig) = (isBigEndian, isBig)
      fixture.pieces = [[0]]
      #expect(throws: ExternalDecodeError.image(.tooLarge(size, limit: 200_000_000))) {
        try Self.bare.picture(fixture.bytes)
      }
    }
  }

  @Test func `a TIFF of more than 200 million pixels is decoded row by row`() throws {
    let (width, height) = (20_000, 10_001)
    var fixture = TIFFFixture(width: width, height: height, bits: [8], photometric: 1, compression: 32_773)
    // PackBits: runs of 128 pixels of the same value.
    var row = Array(repeatElement([129, 255] as [UInt8], count: width / 128).joined())
    row += [UInt8(257 - width % 128), 255]
    var strip: [UInt8] = []
    for _ in 0..<height { strip += row }
    fixture.pieces = [strip]
    let picture = try programs.picture(fixture.bytes, size: PixelSize(width: 2, height: 1))
    expect(picture.naturalSize, equals: PixelSize(width: width, height: height))
    expect(picture.bitmap.pixels, equals: [Samples.white, Samples.white])
    let limited = DecoderPrograms(finder: programs.finder, limits: DecodingLimits(maxPixels: 200_000_000))
    #expect(throws: ExternalDecodeError.image(.tooLarge(picture.naturalSize, limit: 200_000_000))) {
      try limited.picture(fixture.bytes)
    }
  }

  /// sRGB's white, black, red, green, blue and a gray in L*a*b* with the white of D50: in 8 bits, in 16, and in ICC's 16.
  private static let labs: [(bits: Int, photometric: Int, samples: [Int])] = [
    (8, 8, [255, 0, 0, 0, 0, 0, 138, 81, 70, 224, 177, 81, 75, 68, 144, 137, 0, 0]),
    (
      16, 8,
      [65_535, 0, 0, 0, 0, 0, 35_580, 20_688, 17_891, 57_552, 45_238, 20_734, 19_377, 17_484, 36_856, 35_117, 0, 0]
    ),
    (
      16, 9,
      [
        65_280, 32_768, 32_768, 0, 32_768, 32_768, 35_442, 53_456, 50_659, 57_328, 12_470, 53_502, 19_302, 50_252, 4088,
        34_980, 32_768, 32_768,
      ]
    ),
  ]

  @Test(arguments: labs.indices, [false, true])
  func `CIELab is converted from D50, with or without alpha`(index: Int, hasAlpha: Bool) throws {
    let (bits, photometric, samples) = Self.labs[index]
    let channels = hasAlpha ? 4 : 3
    var fixture = TIFFFixture(
      width: 6, height: 1, bits: Array(repeating: bits, count: channels), photometric: photometric)
    if hasAlpha { fixture.shorts[338] = [2] }
    let opaque = bits == 8 ? 255 : 65_535
    let alpha = hasAlpha ? [opaque] : []
    let stored = (0..<6).flatMap { (pixel: Int) -> [Int] in samples[3 * pixel..<3 * pixel + 3] + alpha }
    fixture.pieces = [stored.flatMap { fixture.number($0, bits / 8) }]
    let colors: [UInt8] = [255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 128, 128, 128]
    // Eight bits are coarse in saturated colors.
    let picture = try programs.picture(fixture.bytes)
    #expect(picture.bitmap.difference(from: colors.withAlpha) <= (bits == 8 ? 12 : 1), "\(picture.bitmap.encoded)")
  }

  @Test(.enabled(if: has(.ffmpeg), "needs ffmpeg"), arguments: [false, true])
  func `a fax whose rows have no end code is decoded`(isAligned: Bool) throws {
    var fixture = TIFFFixture(width: 16, height: 8, bits: [1], photometric: 0, compression: 3)
    // Eight white pixels and eight black ones.
    let row = "10011" + "000101" + (isAligned ? "00000" : "")
    let bits = Array(String(repeating: row, count: 8)).map { UInt8($0 == "1" ? 1 : 0) }
    fixture.pieces = [
      stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
    ]
    let bitmap = try programs.picture(fixture.bytes).bitmap
    let line = Array(repeating: Samples.white, count: 8) + Array(repeating: Samples.black, count: 8)
    expect(bitmap.pixels, equals: Array(repeatElement(line, count: 8).joined()))
  }

  @Test func `an unreadable TIFF reports the reason, from libtiff or in plainer words`() {
    // More rows than the file has bytes for.
    var fixture = TIFFFixture(width: 4, height: 400, bits: [8], photometric: 1)
    fixture.pieces = [[1, 2, 3, 4]]
    #expect(throws: ExternalDecodeError.image(.truncated(format: "TIFF"))) { try programs.picture(fixture.bytes) }
    #expect(throws: ExternalDecodeError.image(.truncated(format: "TIFF"))) {
      try programs.picture(Array("II*\0garbage garbage".utf8))
    }
    fixture.shorts[262] = [32_803]
    // A camera's samples, which are for libraw.
    #expect(PictureFormat(beginning: fixture.bytes)?.name == "RAW")
    fixture.shorts[259] = [9999]
    fixture.shorts[262] = [1]
    #expect(
      throws: ExternalDecodeError.image(
        .corrupt(format: "TIFF", reason: "Compression scheme 9999 scanline decoding is not implemented"))
    ) {
      try programs.picture(fixture.bytes)
    }
  }

  @Test func `truncated and corrupted TIFFs give a picture or an error, never a crash`() throws {
    var dice = SplitMix64(seed: 19)
    var wholes = [Layout.strips, .planes, .tiles].map { Self.fixture(bits: 8, .unsigned, $0, isBigEndian: false).bytes }
    var palette = TIFFFixture(width: 2, height: 1, bits: [4], photometric: 3)
    (palette.shorts[320], palette.pieces) = ([Int](repeating: 7, count: 48), [[0x31]])
    var jpeg = TIFFFixture(width: 16, height: 8, bits: [8], photometric: 1, compression: 7)
    jpeg.pieces = [Samples.jpeg]
    wholes += [palette.bytes, jpeg.bytes, Self.fixture(bits: 16, .real, .planesInTiles, isBigEndian: true).bytes]
    for whole in wholes {
      for round in 0..<Rounds.count(25) {
        var bytes = whole
        if round % 5 == 0 {
          bytes = Array(bytes.prefix(.random(in: 8..<whole.count, using: &dice)))
        } else {
          // Only in the last 180 bytes, where the directory is.
          for _ in 0..<round % 4 + 1 {
            bytes[.random(in: max(8, whole.count - 180)..<whole.count, using: &dice)] = [0, 1, 2, 127, 255]
              .randomElement(using: &dice)!
          }
        }
        do {
          _ = try programs.picture(bytes)
        } catch let error as ExternalDecodeError {
          #expect(!error.description.contains("signal"), "\(error): \(bytes)")
        }
      }
    }
  }
}
