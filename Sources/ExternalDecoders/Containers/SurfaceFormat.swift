import Imaging
import System

/// The compression of a DDS (DirectDraw surface), which decides who can decode it.
enum SurfaceFormat {
  /// DXGI's numbers for BC6H and BC7, which older versions of ffmpeg and ImageMagick refuse.
  private static let (bc6h, bc7) = (94...96, 97...99)

  /// The decoders for one of these; nil for other kinds.
  static func decoders(for input: ProgramInput) -> [DecoderCommand]? {
    let head = input.head(132)
    // The header's four letters, and the number in its extension.
    guard head.dropFirst(84).starts(with: "DX10".utf8), let format = HeaderSize.number(head, 128, 4) else { return nil }
    // BC6H has linear light.
    return bc6h ~= format ? [.oiiotool(isLinear: true)] : bc7 ~= format ? [.oiiotool()] : nil
  }
}
