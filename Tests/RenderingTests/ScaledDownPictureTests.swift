import Bitmaps
import Rendering
import Terminal
import TestSupport
import Testing

/// Pictures that are scaled down are drawn in fewer bytes.
@Suite struct ScaledDownPictureTests {
  private static let window = CellSize(columns: 24, rows: 6)

  /// A sky: each color differs from the last by less than can be seen, to the right and downward.
  private static let picture: Bitmap = {
    let size = PixelSize(width: 24, height: 12)
    var pixels: [SIMD4<UInt16>] = []
    for row in 0..<size.height {
      for column in 0..<size.width {
        let (red, green, blue) = (UInt8(100 + column / 2), UInt8(140 + column / 2), UInt8(200 + row))
        pixels.append(SIMD4(SRGB.linear16(red), SRGB.linear16(green), SRGB.linear16(blue), .max))
      }
    }
    return Bitmap(size: size, pixels: pixels, isOpaque: true)
  }()

  private func cells(
    isScaledDown: Bool, firstFrame: Bitmap? = nil, depth: ColorDepth = .truecolor, isUnicode: Bool = true
  ) -> CellBuffer {
    SlideContent(
      picture: Self.picture, grid: PixelSize(width: 24, height: 12), firstFrame: firstFrame, isScaledDown: isScaledDown,
      in: Self.window, style: SceneStyle(art: .half, depth: depth, isUnicode: isUnicode).slides
    ).cells
  }

  private func bytes(_ cells: CellBuffer) -> Int {
    var (encoder, output) = (FrameEncoder(), [UInt8]())
    encoder.encode(cells, into: &output)
    return output.count
  }

  @Test func `invisible differences of color save bytes in a picture that is scaled down`() {
    let (exact, drawn) = (cells(isScaledDown: false), cells(isScaledDown: true))
    #expect(bytes(drawn) * 4 < bytes(exact) * 3)
    func halves(_ cell: Cell) -> (upper: Color, lower: Color) {
      switch cell.glyph {
      case .blank: (cell.background, cell.background)
      case .lowerHalf: (cell.background, cell.foreground)
      default: (cell.foreground, cell.background)
      }
    }
    for (cell, other) in zip(exact.cells, drawn.cells) {
      let (one, two) = (halves(cell), halves(other))
      #expect(Self.differ(one.upper, two.upper) <= 8 && Self.differ(one.lower, two.lower) <= 8, "\(cell) \(other)")
    }
  }

  private static func differ(_ one: Color, _ other: Color) -> Int {
    [0, 8, 16].map { abs(Int(one.rawValue >> $0 & 0xFF) - Int(other.rawValue >> $0 & 0xFF)) }.max() ?? 0
  }

  @Test func `other pictures are exact`() {
    let exact = cells(isScaledDown: false)
    expect(cells(isScaledDown: true, firstFrame: Self.picture), equals: exact)
    expect(cells(isScaledDown: true, depth: .palette256), equals: cells(isScaledDown: false, depth: .palette256))
    #expect(cells(isScaledDown: true) != exact)
  }
}
