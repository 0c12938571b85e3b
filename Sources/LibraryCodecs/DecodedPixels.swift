import Bitmaps
import Imaging

/// A whole decoded picture in memory, as a library leaves it.
@safe
final class DecodedPixels: CodecSamples, @unchecked Sendable {
  /// How the pixels lie in memory.
  struct Layout {
    var samples: SampleLayout
    /// The bits that a sample uses of its 8 or 16.
    var bits = 8
    /// The bytes from one row to the next.
    var rowBytes: Int
    var isOpaque: Bool
  }

  private let size: PixelSize
  private let layout: Layout
  private let encodings: [ColorEncoding]
  private let pixels: UnsafePointer<UInt8>
  /// What frees the pixels when it goes.
  private let owner: AnyObject

  /// Takes pixels, which are not changed from then on.
  ///
  /// - Parameters:
  ///   - pixels: the first row of `size.height`; 16-bit samples have the most significant byte first.
  ///   - owner: keeps the pixels.
  @unsafe
  init(
    _ pixels: UnsafePointer<UInt8>, size: PixelSize, layout: Layout, encodings: [ColorEncoding], owner: AnyObject
  ) {
    unsafe self.pixels = pixels
    (self.size, self.layout, self.encodings, self.owner) = (size, layout, encodings, owner)
  }

  var byteCount: Int { layout.rowBytes * size.height }

  func scaled(to region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> Bitmap {
    // The conversion is nil only for ink.
    guard let rows = EncodedRows(encodings, layout: layout.samples, size: size, exposure: region.exposure)
    else {
      throw .unsupported(format: "picture", reason: "CMYK without a profile")
    }
    var scaler = rows.scaler(to: region, isOpaque: layout.isOpaque)
    let window = scaler.window
    var widened = WidenedSamples(bits: layout.bits, count: layout.bits > 8 ? 4 * window.width : 0)
    for row in window.rows {
      if row % 64 == 0 { try deadline.check() }
      // The window lies within the picture, whose rows the creator guarantees.
      let start = unsafe pixels + row * layout.rowBytes + window.x * layout.samples.pixelBytes
      if layout.bits > 8, layout.bits < 16 {
        unsafe widened.widen(start)
        unsafe widened.samples.withUnsafeBufferPointer { samples in
          if let start = samples.baseAddress { unsafe rows.push(start, into: &scaler) }
        }
      } else {
        unsafe rows.push(start, into: &scaler)
      }
    }
    return scaler.finish()
  }
}

/// Memory for pixels that a library writes.
@safe
final class PixelBuffer {
  let rowBytes: Int
  let height: Int
  /// The first row.
  let start: UnsafeMutablePointer<UInt8>

  init(rowBytes: Int, height: Int) {
    (self.rowBytes, self.height) = (rowBytes, height)
    unsafe start = .allocate(capacity: rowBytes * height)
    unsafe start.initialize(repeating: 0, count: rowBytes * height)
  }

  deinit { unsafe start.deallocate() }

  /// All pixels, of four bytes each.
  var pixels: [SIMD4<UInt8>] {
    let count = rowBytes * height / 4
    // Aligned, as all memory that is allocated.
    return unsafe start.withMemoryRebound(to: SIMD4<UInt8>.self, capacity: count) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}

/// A row of samples of 9 to 15 bits, widened to 16.
private struct WidenedSamples {
  let bits: Int
  let count: Int
  /// Most significant byte first.
  private(set) var samples: [UInt8]

  init(bits: Int, count: Int) {
    (self.bits, self.count) = (bits, count)
    samples = Array(repeating: 0, count: 2 * count)
  }

  /// Repeats each sample's highest bits below its lowest, so that the largest becomes 65535.
  @unsafe
  mutating func widen(_ row: UnsafePointer<UInt8>) {
    for index in 0..<count {
      let sample = unsafe UInt32(row[2 * index]) << 8 | UInt32(row[2 * index + 1])
      let wide = UInt16(truncatingIfNeeded: sample << UInt32(16 - bits) | sample >> UInt32(2 * bits - 16))
      samples[2 * index] = UInt8(wide >> 8)
      samples[2 * index + 1] = UInt8(wide & 0xFF)
    }
  }
}

extension SampleLayout {
  var pixelBytes: Int {
    switch self {
    case .gray: 1
    case .rgb: 3
    case .rgbx, .rgba, .grayRGBA, .cmyk: 4
    case .wideRGBA, .wideCMYK: 8
    }
  }
}
