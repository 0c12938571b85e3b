/// What a GIF says of an image before its data (GIF89a, 20).
struct GIFImage {
  /// Where on the screen it lies; perhaps empty, perhaps beyond the screen.
  var area: PixelRect
  /// Whether its rows come in four passes.
  let isInterlaced: Bool
  /// The colours of its indices, its own or the screen's; nil where there are none.
  let palette: [SIMD4<UInt8>]?

  /// The pixels of all 256 indices; those that the palette lacks are transparent, as browsers have it.
  ///
  /// Without any palette the specification leaves the colours to the decoder: black, white, and greys for the rest.
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

/// What a GIF says of how the next image is shown (GIF89a, 23).
struct GIFControl {
  /// How long it is shown, as the file says.
  let delay: Duration
  /// What becomes of it afterwards.
  let disposal: StoredFrame.Disposal
  /// The index that stands for no colour.
  let transparent: Int?

  /// What holds for an image of which nothing is said.
  static let none = GIFControl()

  private init() {
    delay = .zero
    disposal = .keep
    transparent = nil
  }

  /// Reads the extension's block; nil when it has not the four bytes that it must have.
  init?(_ block: [UInt8]) {
    guard block.count >= 4 else { return nil }
    switch block[0] >> 2 & 7 {
    case 2: disposal = .clear
    // Some tools took the bit for the number.
    case 3, 4: disposal = .restore
    default: disposal = .keep
    }
    delay = .milliseconds(10 * (Int(block[1]) | Int(block[2]) << 8))
    transparent = block[0] & 1 == 1 ? Int(block[3]) : nil
  }
}
