import Bitmaps
import ExternalDecoders
import Imaging
import LibraryCodecs
import PictureTestSupport
import System
import TestSupport
import Testing

/// TIFFs of luma and chroma, and very long ones, which only few programs decode.
struct RareTIFFTests {
  private let programs = DecoderPrograms()

  /// Two areas of 4×4 pixels: (40, 60, 200) and (200, 100, 50) as JPEG's Y, Cb and Cr.
  private static let fields: [[UInt8]] = [[70, 201, 107], [124, 86, 182]]

  private static func fixture(across: Int, down: Int) -> TIFFFixture {
    var fixture = TIFFFixture(width: 8, height: 4, bits: [8, 8, 8], photometric: 6)
    fixture.shorts[530] = [across, down]
    fixture.fractions[532] = [(0, 1), (255, 1), (128, 1), (255, 1), (128, 1), (255, 1)]
    return fixture
  }

  private static let expected: [UInt8] = {
    let line: [UInt8] = [[40, 60, 200, 255], [200, 100, 50, 255]].flatMap { color in (0..<4).flatMap { _ in color } }
    return (0..<4).flatMap { _ in line }
  }()

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (4, 4)])
  func `uncompressed YCbCr is decoded at every chroma subsampling`(across: Int, down: Int) throws {
    var fixture = Self.fixture(across: across, down: down)
    let unit = Self.fields.map { Array(repeating: $0[0], count: across * down) + $0[1...] }
    let row = unit.flatMap { unit in (0..<4 / across).flatMap { _ in unit } }
    fixture.pieces = [(0..<4 / down).flatMap { _ in row }]
    #expect(try programs.picture(fixture.bytes).bitmap.difference(from: Self.expected) <= 2)
  }

  @Test(arguments: [(1, 1), (2, 1), (2, 2)])
  func `uncompressed YCbCr in tiles is decoded`(across: Int, down: Int) throws {
    var fixture = Self.fixture(across: across, down: down)
    fixture.isTiled = true
    fixture.longs[278] = nil
    (fixture.shorts[322], fixture.shorts[323]) = ([16], [16])
    let unit = (Self.fields + [[0, 128, 128]]).map { Array(repeating: $0[0], count: across * down) + $0[1...] }
    let row = (0..<16 / across).flatMap { unit[min($0 * across / 4, 2)] }
    fixture.pieces = [(0..<16 / down).flatMap { _ in row }]
    #expect(try programs.picture(fixture.bytes).bitmap.difference(from: Self.expected) <= 2)
  }

  @Test func `YCbCr in planes is decoded unless its chroma is subsampled, which no program decodes`() throws {
    var fixture = Self.fixture(across: 1, down: 1)
    fixture.shorts[284] = [2]
    fixture.pieces = (0..<3).map { plane in
      (0..<4).flatMap { _ in Self.fields.flatMap { Array(repeating: $0[plane], count: 4) } }
    }
    #expect(try programs.picture(fixture.bytes).bitmap.difference(from: Self.expected) <= 2)
    fixture.shorts[530] = [2, 2]
    let message = "subsampled chroma in separate planes"
    #expect(throws: ImageError.unsupported(format: "TIFF", reason: message)) {
      try EncodedImage(fixture.bytes, codecs: LibraryCodecs.all)
    }
  }

  @Test func `a fax of Group 4 may be longer than 65,535 rows`() throws {
    let (width, height) = (64, 70_000)
    var fixture = TIFFFixture(width: width, height: height, bits: [1], photometric: 0, compression: 4)
    // A bit for each row that equals the one above; then a row of 0 white and 64 + 0 black pixels, and the end.
    let codes =
      String(repeating: "1", count: height - 1) + "001" + "00110101" + "0000001111" + "0000110111"
      + "000000000001" + "000000000001"
    let bits = Array(codes.utf8).map { $0 - UInt8(ascii: "0") }
    fixture.pieces = [
      stride(from: 0, to: bits.count, by: 8).map { start in
        (start..<start + 8).reduce(0) { $0 << 1 | ($1 < bits.count ? bits[$1] : 0) }
      }
    ]
    let region = try #require(
      ScaledRegion(
        PixelRect(x: 0, y: height - 2, width: width, height: 2), of: PixelSize(width: width, height: height)))
    let image = try EncodedImage(fixture.bytes, codecs: LibraryCodecs.all)
    let picture = try image.picture(of: region)
    expect(image.size, equals: PixelSize(width: width, height: height))
    expect(
      picture.bitmap.pixels,
      equals: Array(repeating: Samples.white, count: width) + Array(repeating: Samples.black, count: width))
    let limited = DecoderPrograms(finder: programs.finder, limits: DecodingLimits(maxSide: 65_535))
    #expect(throws: ExternalDecodeError.image(.tooLong(image.size, limit: 65_535))) {
      try limited.picture(fixture.bytes)
    }
  }
}
