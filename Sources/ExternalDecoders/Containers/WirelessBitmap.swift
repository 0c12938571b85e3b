import Bitmaps
import Imaging
import System

/// A wireless bitmap, which ImageMagick reads only from files that its policy forbids to read. It becomes a PBM, which has the same rows
/// with ones for black.
enum WirelessBitmap {
  static let decoders: [DecoderCommand] = [.ffmpeg("pbm_pipe"), .magick("pbm")]

  /// The PBM of a file with this format's signature: two zeros, and two sides of seven bits a byte.
  ///
  /// - Throws: `ExternalDecodeError.image` if it is too large.
  static func contained(in input: ProgramInput, limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?
  {
    var rest = input.head(8).dropFirst(2)
    func side() -> Int {
      var side = 0
      while let byte = rest.popFirst() {
        side = side << 7 | Int(byte & 0x7F)
        if byte & 0x80 == 0 { break }
      }
      return side
    }
    let size = PixelSize(width: side(), height: side())
    try ExternalDecodeError.wrapping { () throws(ImageError) in try limits.check(size) }
    let count = min((size.width + 7) / 8 * size.height, input.count - rest.startIndex, ContainedPicture.maxBytes)
    let rows = input.bytes(from: rest.startIndex, count: max(0, count))
    return .file(Array("P4\n\(size.width) \(size.height)\n".utf8) + rows.map { ~$0 }, decoders: decoders)
  }
}
