import Bitmaps

/// The description of a GIF's image that precedes its data (GIF89a, 20).
struct GIFImage {
  /// The image's place on the screen; may be empty or extend beyond the screen.
  var area: PixelRect
  /// Whether the rows are stored in four passes.
  let isInterlaced: Bool
  /// The colors of the indices, from the image's own palette or the screen's; nil if there is neither.
  let palette: [SIMD4<UInt8>]?

  /// Returns the pixels of all 256 indices. As in browsers, indices beyond the palette are transparent.
  ///
  /// If there is no palette, the specification leaves the colors to the decoder: black, white, and grays for the rest.
  func colors(transparent: Int?) -> [SIMD4<UInt8>] {
    var colors = palette ?? GIFImage.grays
    colors += Array(repeating: .zero, count: 256 - colors.count)
    if let transparent { colors[transparent] = .zero }
    return colors
  }

  private static let grays: [SIMD4<UInt8>] = (0...255).map { index in
    let gray = index == 1 ? 255 : UInt8(index)
    return SIMD4(gray, gray, gray, 255)
  }
}

/// A GIF's graphic control extension: how the next image is shown (GIF89a, 23).
struct GIFControl {
  /// How long the image is shown, as declared in the file.
  private(set) var delay = Duration.zero
  /// What happens to the image's area afterwards.
  private(set) var disposal = StoredFrame.Disposal.keep
  /// The index that is transparent, if any.
  private(set) var transparent: Int?

  /// The defaults for an image without this extension.
  static let none = GIFControl()

  private init() {}

  /// Parses the extension's block; nil if it has fewer than the required four bytes.
  init?(_ block: [UInt8]) {
    guard block.count >= 4 else { return nil }
    switch block[0] >> 2 & 7 {
    case 2: disposal = .clear
    // Some tools write 4, mistaking the number for a bit.
    case 3, 4: disposal = .restore
    default: break
    }
    delay = .milliseconds(10 * (Int(block[1]) | Int(block[2]) << 8))
    transparent = block[0] & 1 == 1 ? Int(block[3]) : nil
  }
}
