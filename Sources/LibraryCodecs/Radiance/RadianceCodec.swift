import Bitmaps
import Imaging

/// Radiance pictures: colors of 8 bits that share an exponent, tone-mapped.
struct RadianceCodec: LibraryCodec {
  static let library = LibraryFormat.radiance
  static var libraries: [String] { [] }

  private let file: RadianceFile
  let heldBytes: Int

  init(_ file: InMemorySource, limits: DecodingLimits) throws(ImageError) {
    self.file = try RadianceFile(file.all)
    heldBytes = file.count
  }

  var size: PixelSize { file.size }
  var metadata: ImageMetadata {
    var metadata = ImageMetadata()
    metadata.orientation = file.orientation
    return metadata
  }

  func memory(for region: ScaledRegion) -> Int { LightPixels.bytes(size) + (16 << 20) }

  func samples(for target: PixelSize, _ deadline: DecodeDeadline) throws(ImageError) -> WholeSamples? {
    var pixels = LightPixels(size, isOpaque: true, file.primaries)
    var reader = RadianceRows(file)
    var defect: PictureDefect?
    for row in 0..<size.height {
      if row % 64 == 0 { try deadline.check() }
      if defect == nil, let light = reader.next() {
        pixels.append(light)
      } else if row == 0 {
        throw .truncated(format: Self.format.name)
      } else {
        defect = .truncated
        pixels.append(Array(repeating: SIMD4(0, 0, 0, 1), count: size.width))
      }
    }
    return (pixels, defect)
  }
}
