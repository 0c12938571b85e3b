import Terminal
import TestSupport

/// A random show like a carousel's: pictures slide, fade and are dragged, with text over them and resizes in between.
struct RandomMotion {
  private(set) var random: SplitMix64
  private(set) var size: CellSize
  private var slides: [CellBuffer] = []
  private var current = 0
  /// The columns by which the current slide has moved to the left.
  private var offset = 0
  private var step = 0
  private let hasClusters: Bool
  private let hasWide: Bool

  /// Creates a show that depends only on the seed and the arguments.
  /// - Parameters:
  ///   - hasClusters: Whether there are glyphs of several scalars, or of unsettled width, and palette colors.
  ///   - hasWide: Whether there are glyphs of two columns.
  init(seed: UInt64, size: CellSize, hasClusters: Bool = true, hasWide: Bool = true) {
    self.hasClusters = hasClusters
    self.hasWide = hasWide
    random = SplitMix64(seed: seed)
    self.size = size
    paint()
  }

  private mutating func paint() {
    slides = (0..<3).map { _ in CellBuffer(size: size) }
    for slide in slides.indices {
      if slide == 1 && hasClusters {
        // A card: random glyphs, some of them wide, on an empty slide.
        var frames = RandomFrames(seed: random.next())
        frames.change(&slides[slide], cells: size.count / 3)
        continue
      }
      // A picture, with or without bars beside it.
      let margin = Int.random(in: 0...size.columns / 3, using: &random)
      for row in 0..<size.rows {
        for column in margin..<size.columns - margin { slides[slide][column, row] = pixel() }
      }
    }
  }

  private mutating func pixel() -> Cell {
    func color() -> Color {
      let value = random.next()
      return Color(red: UInt8(value & 0xF8), green: UInt8(value >> 8 & 0xF8), blue: UInt8(value >> 16 & 0xFF))
    }
    let glyph: Glyph = random.next() % 5 == 0 ? .blank : random.next() % 4 == 0 ? .lowerHalf : .upperHalf
    return Cell(glyph, foreground: color(), background: color())
  }

  /// Returns the next frame, and whether the window's size changes with it.
  mutating func next() -> (frame: CellBuffer, isResized: Bool) {
    step += 1
    var isResized = false
    if step % 37 == 0 {
      size = CellSize(
        columns: Int.random(in: 1...40, using: &random), rows: Int.random(in: 1...6, using: &random))
      offset = 0
      paint()
      isResized = true
    }
    // Mostly forwards, sometimes backwards or not at all.
    let stride = Int.random(in: -3...8, using: &random)
    offset += step % 23 < 4 ? 0 : stride
    if abs(offset) >= size.columns {
      current = (current + (offset > 0 ? 1 : 2)) % 3
      offset = 0
    }
    var frame = slid()
    if step % 31 > 26 {
      // Like a fade: other colors, the same glyphs.
      for index in frame.cells.indices where frame.cells[index].glyph == .upperHalf {
        frame.cells[index].foreground = pixel().foreground
      }
    }
    if step % 3 > 0 {
      frame.write(
        hasClusters ? "● ○ 3/12" : "* o 3/12", column: size.columns / 3, row: size.rows - 1, foreground: .white)
    }
    if step % 13 > 6 {
      frame.write(hasWide ? "日本 paused" : "paused", column: 2, row: 0, foreground: .white, background: .black)
    }
    return (frame, isResized)
  }

  private func slid() -> CellBuffer {
    var frame = CellBuffer(size: size)
    let neighbor = slides[(current + (offset > 0 ? 1 : 2)) % 3]
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let index = column + offset
        frame[column, row] =
          slides[current].contains(index, row)
          ? slides[current][index, row]
          : neighbor[index + (offset > 0 ? -size.columns : size.columns), row]
      }
    }
    return frame
  }
}
