/// The part of its cell that a glyph fills, as geometry: the cell is the unit square, with the origin at the top left.
enum GlyphOutline: Hashable, Sendable {
  /// A grid of equal parts, each filled if its bit is set: row-major from the top left, bit 0 first.
  case grid(columns: Int, rows: Int, filled: UInt32)
  /// Rectangles that do not overlap.
  case boxes([Box])
  /// The side of the line through two points on which a third point lies.
  case side(of: Point, from: Point, to: Point)
  /// Some of the four triangles between the center and the sides.
  case triangles(Sides)
  /// A drawing made of rows of dots.
  case drawing(Drawing)

  struct Point: Hashable, Sendable {
    var x: Float
    var y: Float
  }

  struct Box: Hashable, Sendable {
    var left: Float
    var top: Float
    var right: Float
    var bottom: Float
  }

  struct Sides: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let left = Sides(rawValue: 1)
    static let upper = Sides(rawValue: 2)
    static let right = Sides(rawValue: 4)
    static let lower = Sides(rawValue: 8)
  }

  struct Drawing: Hashable, Sendable {
    let columns: Int
    let rows: Int
    /// The filled share of each dot, row-major, 0…1.
    let dots: [Float]
  }

  /// The filled share of each part of a grid over the cell, 0…1, row-major.
  func coverage(columns: Int, rows: Int) -> [Float] {
    var result = [Float](repeating: 0, count: columns * rows)
    switch self {
    case .grid(let across, let down, let filled):
      for index in 0..<(across * down) where filled >> UInt32(index) & 1 != 0 {
        let (row, column) = index.quotientAndRemainder(dividingBy: across)
        Box(column, row, ofColumns: across, rows: down).add(1, to: &result, columns: columns, rows: rows)
      }
    case .boxes(let boxes):
      for box in boxes { box.add(1, to: &result, columns: columns, rows: rows) }
    case .drawing(let drawing):
      for (index, dot) in drawing.dots.enumerated() where dot > 0 {
        let (row, column) = index.quotientAndRemainder(dividingBy: drawing.columns)
        Box(column, row, ofColumns: drawing.columns, rows: drawing.rows)
          .add(dot, to: &result, columns: columns, rows: rows)
      }
    case .side, .triangles:
      for row in 0..<rows {
        for column in 0..<columns {
          result[row * columns + column] = sampledCoverage(
            of: Box(column, row, ofColumns: columns, rows: rows))
        }
      }
    }
    return result.map { min($0, 1) }
  }

  /// The filled share of a box, from 8×8 sample points.
  private func sampledCoverage(of box: Box) -> Float {
    let points = 8
    var inside = 0
    for down in 0..<points {
      let y = box.top + (box.bottom - box.top) * (Float(down) + 0.5) / Float(points)
      for across in 0..<points {
        let x = box.left + (box.right - box.left) * (Float(across) + 0.5) / Float(points)
        if contains(Point(x: x, y: y)) { inside += 1 }
      }
    }
    return Float(inside) / Float(points * points)
  }

  /// Whether a point of the cell is filled.
  func contains(_ point: Point) -> Bool {
    switch self {
    case .grid(let columns, let rows, let filled):
      let index = min(Int(point.y * Float(rows)), rows - 1) * columns + min(Int(point.x * Float(columns)), columns - 1)
      return filled >> UInt32(index) & 1 != 0
    case .boxes(let boxes): return boxes.contains { $0.contains(point) }
    case .side(let corner, let from, let to):
      func turn(_ point: Point) -> Float {
        (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x)
      }
      return turn(point) * turn(corner) > 0
    case .triangles(let sides):
      let isLower = point.y > point.x
      let isLeft = point.x < 1 - point.y
      let side: Sides = isLower ? (isLeft ? .left : .lower) : (isLeft ? .upper : .right)
      return sides.contains(side)
    case .drawing(let drawing):
      let column = min(Int(point.x * Float(drawing.columns)), drawing.columns - 1)
      let row = min(Int(point.y * Float(drawing.rows)), drawing.rows - 1)
      return drawing.dots[row * drawing.columns + column] >= 0.5
    }
  }
}

extension GlyphOutline.Box {
  /// The box of the part at a column and row of a grid.
  init(_ column: Int, _ row: Int, ofColumns columns: Int, rows: Int) {
    self.init(
      left: Float(column) / Float(columns), top: Float(row) / Float(rows), right: Float(column + 1) / Float(columns),
      bottom: Float(row + 1) / Float(rows))
  }

  func contains(_ point: GlyphOutline.Point) -> Bool {
    point.x >= left && point.x < right && point.y >= top && point.y < bottom
  }

  /// Adds the share of each grid part that this box covers, times `amount`.
  func add(_ amount: Float, to coverage: inout [Float], columns: Int, rows: Int) {
    // The cells along one axis that this box overlaps, and the overlap in units of a cell.
    func shares(_ first: Float, _ last: Float, count: Int) -> [(index: Int, share: Float)] {
      let (start, end) = (first * Float(count), last * Float(count))
      return (max(0, Int(start))..<min(count, Int(end.rounded(.up)))).map { index in
        (index, min(end, Float(index + 1)) - max(start, Float(index)))
      }
    }
    let across = shares(left, right, count: columns)
    for (row, down) in shares(top, bottom, count: rows) {
      for (column, share) in across { coverage[row * columns + column] += amount * down * share }
    }
  }
}
