import Bitmaps

/// Inverts the transforms of a VP8L stream row by row, from the first row.
@safe
final class VP8LRows {
  private enum Stage {
    case predictor(VP8LPredictor)
    case color(VP8LTiles)
    case subtractGreen
    case palette(VP8LPalette)
  }

  /// The transforms to invert, in this order, with the width of the rows that each produces.
  private var stages: [(Stage, width: Int)] = []
  private let codedWidth: Int
  private let width: Int
  private let isOpaque: Bool
  private let pixels: UnsafeMutablePointer<UInt32>
  private var row = 0

  /// Creates a converter for the rows of a stream.
  init(of stream: VP8LStream) {
    codedWidth = stream.codedSize.width
    width = stream.size.width
    isOpaque = !stream.usesAlpha
    unsafe pixels = .allocate(capacity: stream.size.width)
    unsafe pixels.initialize(repeating: 0, count: stream.size.width)
    var width = stream.size.width
    for transform in stream.transforms {
      let stage: Stage =
        switch transform {
        case .predictor(let tiles): .predictor(VP8LPredictor(tiles, width: width))
        case .color(let tiles): .color(tiles)
        case .subtractGreen: .subtractGreen
        case .palette(let palette): .palette(palette)
        }
      stages.append((stage, width))
      // Later transforms apply to packed palette indices, whose rows are narrower.
      if case .palette = transform { width = codedWidth }
    }
    stages.reverse()
  }

  deinit { unsafe pixels.deallocate() }

  /// Returns the next row: four bytes per pixel, red, green, blue and alpha; valid until the next call.
  ///
  /// - Parameter ring: The ring that contains the row's decoded pixels.
  func next(from ring: VP8LRing) -> UnsafePointer<UInt8> {
    // `pixels` has the picture's width, and a coded row is no wider.
    unsafe ring.read(from: row * codedWidth, count: codedWidth, into: pixels)
    for (stage, width) in stages {
      switch stage {
      case .predictor(let predictor): unsafe predictor.undo(pixels)
      case .color(let tiles): unsafe VP8LColor.undo(pixels, width: width, row: row, tiles)
      case .subtractGreen: unsafe VP8LColor.addGreen(pixels, width: width)
      case .palette(let palette): unsafe palette.undo(pixels, width: width)
      }
    }
    if isOpaque { for index in 0..<width { unsafe pixels[index] |= 0xFF00_0000 } }
    row += 1
    return unsafe UnsafeRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
  }
}
