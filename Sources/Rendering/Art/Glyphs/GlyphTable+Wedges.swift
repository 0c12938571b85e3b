extension GlyphTable {
  /// Cells cut along a slanted line, U+1FB3C…U+1FB67, and triangles, U+1FB68…U+1FB6F.
  static let wedges: [GlyphShape] =
    cuts.enumerated().map { index, cut in
      GlyphShape(0x1FB3C + UInt32(index), .wedge, .side(of: cut.corner.point, from: cut.from.point, to: cut.to.point))
    }
    + triangles.map { GlyphShape($0.glyph, .wedge, .triangles($0.sides)) }

  private static let triangles: [(glyph: UInt32, sides: GlyphOutline.Sides)] = [
    (0x1FB68, [.upper, .right, .lower]), (0x1FB69, [.left, .lower, .right]), (0x1FB6A, [.upper, .left, .lower]),
    (0x1FB6B, [.left, .upper, .right]), (0x1FB6C, .left), (0x1FB6D, .upper), (0x1FB6E, .right), (0x1FB6F, .lower),
  ]

  /// U+1FB9A and U+1FB9B.
  static let bowties = [
    GlyphShape(0x1FB9A, .bowtie, .triangles([.upper, .lower])),
    GlyphShape(0x1FB9B, .bowtie, .triangles([.left, .right])),
  ]

  /// Points on a cell's edge, by their Unicode names: the middle ones are at one third and two thirds.
  private enum Point {
    case upperLeft, upperCenter, upperRight
    case upperMiddleLeft, upperMiddleRight, lowerMiddleLeft, lowerMiddleRight
    case lowerLeft, lowerCenter, lowerRight

    var point: GlyphOutline.Point {
      switch self {
      case .upperLeft: .init(x: 0, y: 0)
      case .upperCenter: .init(x: 0.5, y: 0)
      case .upperRight: .init(x: 1, y: 0)
      case .upperMiddleLeft: .init(x: 0, y: 1 / 3)
      case .upperMiddleRight: .init(x: 1, y: 1 / 3)
      case .lowerMiddleLeft: .init(x: 0, y: 2 / 3)
      case .lowerMiddleRight: .init(x: 1, y: 2 / 3)
      case .lowerLeft: .init(x: 0, y: 1)
      case .lowerCenter: .init(x: 0.5, y: 1)
      case .lowerRight: .init(x: 1, y: 1)
      }
    }
  }

  /// The filled corner and the ends of the line, in the order of the glyphs.
  private static let cuts: [(corner: Point, from: Point, to: Point)] = [
    (.lowerLeft, .lowerMiddleLeft, .lowerCenter), (.lowerLeft, .lowerMiddleLeft, .lowerRight),
    (.lowerLeft, .upperMiddleLeft, .lowerCenter), (.lowerLeft, .upperMiddleLeft, .lowerRight),
    (.lowerLeft, .upperLeft, .lowerCenter),
    (.lowerRight, .upperMiddleLeft, .upperCenter), (.lowerRight, .upperMiddleLeft, .upperRight),
    (.lowerRight, .lowerMiddleLeft, .upperCenter), (.lowerRight, .lowerMiddleLeft, .upperRight),
    (.lowerRight, .lowerLeft, .upperCenter), (.lowerRight, .lowerMiddleLeft, .upperMiddleRight),
    (.lowerRight, .lowerCenter, .lowerMiddleRight), (.lowerRight, .lowerLeft, .lowerMiddleRight),
    (.lowerRight, .lowerCenter, .upperMiddleRight), (.lowerRight, .lowerLeft, .upperMiddleRight),
    (.lowerRight, .lowerCenter, .upperRight),
    (.lowerLeft, .upperCenter, .upperMiddleRight), (.lowerLeft, .upperLeft, .upperMiddleRight),
    (.lowerLeft, .upperCenter, .lowerMiddleRight), (.lowerLeft, .upperLeft, .lowerMiddleRight),
    (.lowerLeft, .upperCenter, .lowerRight), (.lowerLeft, .upperMiddleLeft, .lowerMiddleRight),
    (.upperRight, .lowerMiddleLeft, .lowerCenter), (.upperRight, .lowerMiddleLeft, .lowerRight),
    (.upperRight, .upperMiddleLeft, .lowerCenter), (.upperRight, .upperMiddleLeft, .lowerRight),
    (.upperRight, .upperLeft, .lowerCenter),
    (.upperLeft, .upperMiddleLeft, .upperCenter), (.upperLeft, .upperMiddleLeft, .upperRight),
    (.upperLeft, .lowerMiddleLeft, .upperCenter), (.upperLeft, .lowerMiddleLeft, .upperRight),
    (.upperLeft, .lowerLeft, .upperCenter), (.upperLeft, .lowerMiddleLeft, .upperMiddleRight),
    (.upperLeft, .lowerCenter, .lowerMiddleRight), (.upperLeft, .lowerLeft, .lowerMiddleRight),
    (.upperLeft, .lowerCenter, .upperMiddleRight), (.upperLeft, .lowerLeft, .upperMiddleRight),
    (.upperLeft, .lowerCenter, .upperRight),
    (.upperRight, .upperCenter, .upperMiddleRight), (.upperRight, .upperLeft, .upperMiddleRight),
    (.upperRight, .upperCenter, .lowerMiddleRight), (.upperRight, .upperLeft, .lowerMiddleRight),
    (.upperRight, .upperCenter, .lowerRight), (.upperRight, .upperMiddleLeft, .lowerMiddleRight),
  ]
}
