import Archives
import Bitmaps
import Decks
import Decoding
import ExternalDecoders
import Imaging
import PictureTestSupport
import Pictures
import Synchronization
import System
import TestSupport
import Testing

/// PSDs with profiles, written as bytes.
struct PhotoshopTests {
  private let programs = DecoderPrograms()

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A row of pixels, plane after plane.
  private func psd(mode: Int, planes: [[UInt8]], profile: [UInt8]?, exif: [UInt8] = []) -> [UInt8] {
    let header =
      Array("8BPS".utf8) + number(1, 2) + number(0, 6) + number(planes.count, 2) + number(1, 4)
      + number(planes[0].count, 4) + number(8, 2) + number(mode, 2)
    // A resource with a name of odd length precedes the profile.
    var resources = Array("8BIM".utf8) + number(1000, 2) + [1, 65] + number(3, 4) + [1, 2, 3, 0]
    if let profile {
      resources += Array("8BIM".utf8) + number(1039, 2) + [0, 0] + number(profile.count, 4) + profile
      if profile.count % 2 == 1 { resources.append(0) }
    }
    if !exif.isEmpty { resources += Array("8BIM".utf8) + number(1058, 2) + [0, 0] + number(exif.count, 4) + exif }
    return header + number(0, 4) + number(resources.count, 4) + resources + number(0, 4) + number(0, 2)
      + planes.joined()
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `a gray PSD's profile is used`() throws {
    let levels: [UInt8] = [0, 64, 128, 255]
    let plain = try programs.picture(psd(mode: 1, planes: [levels], profile: nil)).bitmap
    expect(plain.difference(from: levels.flatMap { [$0, $0, $0, 255] }), equals: 0)
    // Linear light.
    let linear = try programs.picture(psd(mode: 1, planes: [levels], profile: ICCWriter.gray(power: 1))).bitmap
    #expect(linear.difference(from: [0, 137, 188, 255].flatMap { [$0, $0, $0, 255] }) <= 1, "\(linear.encoded)")
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `a PSD is turned as its Exif says`() throws {
    // A TIFF structure with one entry: the orientation, a half turn.
    let exif: [UInt8] =
      Array("MM".utf8) + number(42, 2) + number(8, 4) + number(1, 2) + number(274, 2) + number(3, 2)
      + number(1, 4) + number(3, 2) + number(0, 2) + number(0, 4)
    let levels: [UInt8] = [0, 64, 128, 255]
    let picture = try programs.picture(psd(mode: 1, planes: [levels], profile: ICCWriter.gray(power: 1), exif: exif))
    #expect(picture.bitmap.difference(from: [255, 188, 137, 0].flatMap { [$0, $0, $0, 255] }) <= 1)
    expect(picture.metadata.orientation, equals: .halfTurn)
    #expect(picture.metadata.profile != nil)
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `a CMYK PSD's profile is used`() throws {
    // Paper, and all of the first ink; 255 is none.
    let planes: [[UInt8]] = [[255, 0], [255, 255], [255, 255], [255, 255]]
    let bitmap = try programs.picture(psd(mode: 4, planes: planes, profile: ICCWriter.inks)).bitmap
    #expect(bitmap.difference(from: [255, 255, 255, 255, 255, 0, 0, 255]) <= 12, "\(bitmap.encoded)")
    let without = try programs.picture(psd(mode: 4, planes: planes, profile: nil)).bitmap
    #expect(without.difference(from: [255, 255, 255, 255, 0, 255, 255, 255]) <= 1, "\(without.encoded)")
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `an RGB PSD's profile is used`() throws {
    let planes: [[UInt8]] = [[255, 100], [0, 100], [0, 100]]
    let plain = try programs.picture(psd(mode: 3, planes: planes, profile: ICCWriter.sRGB)).bitmap
    #expect(plain.difference(from: [255, 0, 0, 255, 100, 100, 100, 255]) <= 2, "\(plain.encoded)")
    // A color between sRGB's red and Display P3's.
    let muted: [[UInt8]] = [[200], [100], [100]]
    let wide = try programs.picture(psd(mode: 3, planes: muted, profile: ICCWriter.displayP3)).bitmap
    #expect(wide.encoded[0] > 206 && wide.encoded[1] < 98, "\(wide.encoded)")
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `a damaged profile or resource leaves the picture as it is`() throws {
    let good = psd(mode: 1, planes: [[0, 128]], profile: ICCWriter.gray(power: 1))
    var nonsense = psd(mode: 1, planes: [[0, 128]], profile: Array("nonsense".utf8))
    try expect(programs.picture(nonsense).bitmap.difference(from: [0, 0, 0, 255, 128, 128, 128, 255]), equals: 0)
    nonsense[34] = 0
    #expect(throws: Never.self) { try programs.picture(nonsense) }
    // Cut off within the profile: the picture is missing, too.
    #expect(throws: ExternalDecodeError.self) { try programs.picture(Array(good.prefix(120))) }
  }

  @Test(.enabled(if: has(.magick), "needs ImageMagick"))
  func `profiles and metadata are read where pictures are decoded, not in this process`() throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    folder.file("a.psd", psd(mode: 1, planes: [[0, 64, 128, 255]], profile: ICCWriter.gray(power: 1)))
    let decoder = ReaderStub()
    let picture = try PictureLoader(decoder: decoder).load(
      PictureKey(location: .file(folder("a.psd")), shape: shape(4, 1)))
    expect(picture.bitmap.encoded, equals: Array(repeating: 255, count: 16))
    expect(picture.metadata.camera, equals: "a stub")
    expect(decoder.profiles.withLock { $0 }, equals: [ICCWriter.gray(power: 1)])
  }
}

/// A decoder to which everything is white, and taken by the same camera.
private final class ReaderStub: StubDecoding {
  /// The profiles that it has received.
  let profiles = Mutex<[[UInt8]]>([])

  func metadata(of file: RegularFile) -> ImageMetadata {
    var metadata = ImageMetadata()
    metadata.camera = "a stub"
    return metadata
  }

  func scaler(
    of header: NetpbmHeader, profile: [UInt8], isGray: Bool, to region: ScaledRegion, limits: DecodingLimits
  ) -> (any ProfiledScaling)? {
    profiles.withLock { $0.append(profile) }
    return White(size: region.size)
  }

  private struct White: ProfiledScaling {
    let size: PixelSize
    func push(_ row: [UInt8]) {}
    consuming func finish() -> Bitmap {
      Bitmap(
        size: size, pixels: Array(repeating: SIMD4(repeating: .max), count: size.width * size.height), isOpaque: true)
    }
  }
}
