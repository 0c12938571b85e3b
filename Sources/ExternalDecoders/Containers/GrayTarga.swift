import Bitmaps
import Imaging
import System

/// A TGA of gray and alpha with 16 bits per pixel (Truevision TGA 2.0, image types 3 and 11). Both ffmpeg and
/// ImageMagick misread it as 5-bit RGB.
enum GrayTarga {
  private static let headerBytes = 18

  /// The pixels of such a file; nil for any other file. The declared size has been checked.
  ///
  /// - Throws: `ExternalDecodeError.image` if it is truncated or without pixels.
  static func contained(in input: ProgramInput, limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?
  {
    let head = input.head(headerBytes)
    guard head.count == headerBytes, head[2] == 3 || head[2] == 11, head[16] == 16 else { return nil }
    let size = PixelSize(width: Int(head[12]) | Int(head[13]) << 8, height: Int(head[14]) | Int(head[15]) << 8)
    guard size.width > 0, size.height > 0 else { throw .image(.corrupt(format: "TGA", reason: "it has no pixels")) }
    // After the header come a text and a color table, which a gray picture does not need.
    let table = (Int(head[5]) | Int(head[6]) << 8) * ((Int(head[7]) + 7) / 8)
    let start = headerBytes + Int(head[0]) + (head[1] == 0 ? 0 : table)
    let wanted = size.width * size.height * 2
    // The longest run-length encoding has three bytes per pixel: a packet for each.
    let maximum = head[2] == 3 ? wanted : wanted / 2 * 3
    let stored = input.bytes(from: start, count: min(maximum, ContainedPicture.maxBytes, max(0, input.count - start)))
    let pixels = head[2] == 3 ? stored : unpacked(stored, count: wanted)
    guard pixels.count == wanted, let header = NetpbmHeader(size: size, channels: 2) else {
      throw .image(.truncated(format: "TGA"))
    }
    // Rows start at the bottom unless bit 5 is set; pixels start at the right if bit 4 is set.
    return .pixels(
      header,
      samples: upright(pixels, size, isFromTop: head[17] & 0x20 != 0, isFromRight: head[17] & 0x10 != 0))
  }

  /// Decodes packets of up to 128 pixels: either one repeated pixel, or that many literal pixels.
  private static func unpacked(_ packets: [UInt8], count: Int) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(count)
    var offset = 0
    while pixels.count < count, offset + 3 <= packets.count {
      let length = Int(packets[offset] & 0x7F) + 1
      if packets[offset] & 0x80 != 0 {
        for _ in 0..<length { pixels += packets[offset + 1..<offset + 3] }
        offset += 3
      } else {
        let end = min(packets.count, offset + 1 + 2 * length)
        pixels += packets[offset + 1..<end]
        offset = end
      }
    }
    return Array(pixels.prefix(count))
  }

  private static func upright(_ pixels: [UInt8], _ size: PixelSize, isFromTop: Bool, isFromRight: Bool) -> [UInt8] {
    if isFromTop && !isFromRight { return pixels }
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for row in 0..<size.height {
      let start = (isFromTop ? row : size.height - 1 - row) * size.width
      for column in 0..<size.width {
        let pixel = 2 * (start + (isFromRight ? size.width - 1 - column : column))
        turned += pixels[pixel..<pixel + 2]
      }
    }
    return turned
  }
}
