import Bitmaps

/// A PNG's signature and IHDR chunk (PNG specification, third edition, 5.2 and 11.2.1).
struct PNGHeader: Sendable, Equatable {
  /// The color types, by their code in the file.
  enum ColorType: UInt8, Sendable {
    case gray = 0, rgb = 2, indexed = 3, grayAlpha = 4, rgba = 6

    /// Samples per pixel.
    var channels: Int {
      switch self {
      case .gray, .indexed: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }

    /// The allowed bits per sample.
    fileprivate var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .indexed: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  /// The eight bytes that every PNG begins with.
  static let signature = PNGEncoder.signature

  /// The picture's size in pixels.
  private(set) var size: PixelSize
  let colorType: ColorType
  /// Bits per sample: 1, 2, 4, 8 or 16.
  let depth: Int
  /// Whether the rows come in Adam7's seven passes.
  let isInterlaced: Bool

  var bitsPerPixel: Int { depth * colorType.channels }

  /// The most pixels that a file of this many bytes can hold, if it is decoded row by row; otherwise 0.
  func streamedPixels(inFileOf fileBytes: Int) -> Int {
    isInterlaced ? 0 : fileBytes.clampedProduct(StreamedPixels.perDeflatedByte * 8) / bitsPerPixel
  }

  /// Returns this header with another size, as for an animation's frame.
  func resized(to size: PixelSize) -> PNGHeader {
    var header = self
    header.size = size
    return header
  }

  /// Parses and checks the header.
  ///
  /// - Throws: `ImageError.truncated` or `.corrupt`.
  init(_ bytes: [UInt8]) throws(ImageError) {
    var reader = PNGChunkReader(bytes)
    let chunk = try reader.next()
    guard chunk.type == .header, chunk.content.count == 13, let width = bytes.bigEndian32(at: chunk.content.lowerBound),
      let height = bytes.bigEndian32(at: chunk.content.lowerBound + 4)
    else { throw .corrupt(format: "PNG", reason: "it has no header") }
    let fields = bytes[chunk.content].suffix(5).map { $0 }
    guard width > 0, height > 0, width <= Int32.max, height <= Int32.max else {
      throw .corrupt(format: "PNG", reason: "invalid size \(width)×\(height)")
    }
    guard let colorType = ColorType(rawValue: fields[1]) else {
      throw .corrupt(format: "PNG", reason: "invalid color type \(fields[1])")
    }
    guard colorType.depths.contains(Int(fields[0])) else {
      throw .corrupt(format: "PNG", reason: "invalid bit depth \(fields[0]) for color type \(fields[1])")
    }
    guard fields[2] == 0 else { throw .corrupt(format: "PNG", reason: "invalid compression method \(fields[2])") }
    guard fields[3] == 0 else { throw .corrupt(format: "PNG", reason: "invalid filter method \(fields[3])") }
    guard fields[4] <= 1 else { throw .corrupt(format: "PNG", reason: "invalid interlace method \(fields[4])") }
    size = PixelSize(width: Int(width), height: Int(height))
    self.colorType = colorType
    depth = Int(fields[0])
    isInterlaced = fields[4] == 1
  }
}
