import Bitmaps
import Decoding
import Imaging
import System
import TestSupport
import Testing

/// Rows of samples that workers convert by a color profile, as this process does.
struct WorkerScalerTests {
  private static let size = PixelSize(width: 40, height: 30)

  /// A kind of samples, and the profile of their colors.
  struct Kind: CustomTestStringConvertible, Sendable {
    var name: String
    var channels: Int
    var maximum = 255
    var isCMYK = false
    var isGray = false
    var profile: [UInt8]

    var testDescription: String { name }
    var header: NetpbmHeader? {
      NetpbmHeader(size: WorkerScalerTests.size, channels: channels, maximum: maximum, isCMYK: isCMYK)
    }

    func bitmap(by decoder: any PictureDecoding, _ region: ScaledRegion) throws -> Bitmap {
      let header = try #require(header)
      var scaler = try #require(
        try decoder.scaler(of: header, profile: profile, isGray: isGray, to: region, limits: DecodingLimits()))
      for row in region.rows(of: header.size) {
        try scaler.push((0..<header.rowBytes).map { UInt8(truncatingIfNeeded: row * 5 + $0 * 3) })
      }
      return try scaler.finish()
    }
  }

  static let kinds = [
    Kind(name: "gray", channels: 1, profile: ICCWriter.gray(power: 1)),
    Kind(name: "gray in color", channels: 4, isGray: true, profile: ICCWriter.gray(power: 1.4)),
    Kind(name: "color", channels: 3, profile: ICCWriter.displayP3),
    Kind(name: "color and alpha, 16 bits", channels: 4, maximum: 65_535, profile: ICCWriter.displayP3),
    Kind(name: "inks", channels: 4, isCMYK: true, profile: ICCWriter.inks),
    Kind(name: "inks, 16 bits", channels: 4, maximum: 65_535, isCMYK: true, profile: ICCWriter.inks),
  ]

  @Test(arguments: kinds)
  func `a worker converts and scales rows as this process does`(kind: Kind) throws {
    let workers = try TestWorkers()
    let wholes = [PixelSize(width: 10, height: 7), Self.size, PixelSize(width: 90, height: 70)]
    for whole in wholes {
      let part = PixelRect(x: 2, y: 3, width: whole.width - 4, height: whole.height - 3)
      for region in [ScaledRegion(whole: whole), try #require(ScaledRegion(part, of: whole))] {
        let expected = try kind.bitmap(by: InProcessDecoder(), region)
        try expect(kind.bitmap(by: workers.decoder, region), equals: expected, "\(whole)")
        expect(expected.size, equals: region.size)
      }
    }
  }

  @Test func `more rows than a message's file holds are scaled`() throws {
    let workers = try TestWorkers()
    let (size, small) = (PixelSize(width: 2000, height: 300), ScaledRegion(whole: PixelSize(width: 1, height: 3)))
    let header = try #require(NetpbmHeader(size: size, channels: 4, maximum: 65_535, isCMYK: false))
    var scaler = try #require(
      try workers.decoder.scaler(
        of: header, profile: ICCWriter.sRGB, isGray: false, to: small, limits: DecodingLimits()))
    for row in 0..<300 { try scaler.push(Array(repeating: row < 200 ? 255 : 0, count: header.rowBytes)) }
    let white = SIMD4<UInt16>(repeating: .max)
    try expect(scaler.finish().pixels, equals: [white, white, .zero])
  }

  @Test func `a profile of other samples is none`() throws {
    let workers = try TestWorkers()
    let region = ScaledRegion(whole: Self.size)
    for profile in [[], [1, 2, 3], ICCWriter.inks] {
      let header = try #require(Self.kinds[2].header)
      for decoder in [workers.decoder, InProcessDecoder()] as [any PictureDecoding] {
        let scaler = try decoder.scaler(
          of: header, profile: profile, isGray: false, to: region, limits: DecodingLimits())
        #expect(scaler == nil)
      }
    }
  }

  @Test(arguments: ["crash", "trap", "exit", "memory", "nonsense"])
  func `a profile that crashes its worker costs one picture`(fault: String) throws {
    let workers = try TestWorkers(megabytes: 128)
    let header = try #require(Self.kinds[2].header)
    #expect(throws: ImageError.crashed(format: nil)) {
      _ = try workers.decoder.scaler(
        of: header, profile: Array("tui-fault \(fault)\n".utf8), isGray: false, to: ScaledRegion(whole: Self.size),
        limits: DecodingLimits())
    }
    let region = ScaledRegion(whole: Self.size)
    try expect(Self.kinds[2].bitmap(by: workers.decoder, region).size, equals: Self.size)
  }
}
