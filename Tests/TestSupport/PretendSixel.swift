/// A simulated terminal that shows sixels as xterm does: pixels cover text until the text of their cells is written
/// again, and do not move with the text.
///
/// Violations of the rules are recorded as faults: pictures that reach the last row, or registers that were never
/// defined.
package struct PretendSixel {
  package let columns: Int
  package let rows: Int
  /// The size of a cell in pixels.
  package let cell: (width: Int, height: Int)
  /// The text of each cell, row by row.
  package private(set) var text: [Character]
  /// The pixels over the text, row by row, as red, green and blue in percent; nil where there are none.
  package private(set) var pixels: [SIMD3<UInt8>?]
  /// Violations of the rules.
  package private(set) var faults: [String] = []
  /// The number of pictures that were drawn.
  package private(set) var pictureCount = 0
  private var cursor = (column: 0, row: 0)
  private var margins: Range<Int>
  /// Whether pictures begin in the corner, and nothing scrolls (DECSDM).
  private var isInDisplayMode = false
  private var bytes: [UInt8] = []
  private var offset = 0

  package init(columns: Int, rows: Int, cell: (width: Int, height: Int) = (8, 12)) {
    (self.columns, self.rows, self.cell) = (columns, rows, cell)
    text = Array(repeating: " ", count: columns * rows)
    pixels = Array(repeating: nil, count: columns * cell.width * rows * cell.height)
    margins = 0..<rows
  }

  /// The screen's width in pixels.
  package var width: Int { columns * cell.width }

  /// Whether any pixel covers a cell.
  package func showsPixels(_ column: Int, _ row: Int) -> Bool {
    pixelIndices(column, row).contains { pixels[$0] != nil }
  }

  /// Returns the indices of a cell's pixels.
  package func pixelIndices(_ column: Int, _ row: Int) -> [Int] {
    (row * cell.height..<(row + 1) * cell.height).flatMap { y in
      (column * cell.width..<(column + 1) * cell.width).map { y * width + $0 }
    }
  }

  /// Consumes complete sequences.
  package mutating func feed(_ sent: [UInt8]) {
    (bytes, offset) = (sent, 0)
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x1B else {
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        write(Character(String(decoding: bytes[offset..<min(offset + length, bytes.count)], as: UTF8.self)))
        offset += length
        continue
      }
      switch offset + 1 < bytes.count ? bytes[offset + 1] : 0 {
      case UInt8(ascii: "["): sequence()
      case UInt8(ascii: "P"): picture()
      default: offset += 2
      }
    }
  }

  // MARK: - Text

  private mutating func write(_ character: Character) {
    guard cursor.column < columns else { return faults.append("text beyond the last column") }
    text[cursor.row * columns + cursor.column] = character
    erase(cursor.column, cursor.row)
    cursor.column += 1
  }

  private mutating func erase(_ column: Int, _ row: Int) {
    for index in pixelIndices(column, row) { pixels[index] = nil }
  }

  private mutating func sequence() {
    let end = bytes[(offset + 2)...].firstIndex { (0x40...0x7E).contains($0) } ?? bytes.count - 1
    let body = String(decoding: bytes[(offset + 2)..<end], as: UTF8.self)
    let numbers = body.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch bytes[end] {
    case UInt8(ascii: "H"):
      cursor = (max(1, numbers.count > 1 ? numbers[1] : 1) - 1, count - 1)
    case UInt8(ascii: "G"): cursor.column = count - 1
    case UInt8(ascii: "d"): cursor.row = count - 1
    case UInt8(ascii: "C"): cursor.column += count
    case UInt8(ascii: "D"): cursor.column -= count
    case UInt8(ascii: "A"): cursor.row -= count
    case UInt8(ascii: "B"): cursor.row += count
    case UInt8(ascii: "P"): move(by: -count)
    case UInt8(ascii: "@"): move(by: count)
    case UInt8(ascii: "X"):
      for column in cursor.column..<min(columns, cursor.column + count) {
        text[cursor.row * columns + column] = " "
        erase(column, cursor.row)
      }
    case UInt8(ascii: "r"):
      margins = numbers.count > 1 ? numbers[0] - 1..<numbers[1] : 0..<rows
      cursor = (0, 0)
    case UInt8(ascii: "h"), UInt8(ascii: "l"): if body == "?80" { isInDisplayMode = bytes[end] == UInt8(ascii: "h") }
    case UInt8(ascii: "S"): scroll(up: count)
    case UInt8(ascii: "T"): scroll(up: -count)
    default: break
    }
    offset = end + 1
  }

  /// Inserts or deletes cells at the cursor; pixels stay in offset.
  private mutating func move(by count: Int) {
    let start = cursor.row * columns
    var row = Array(text[start..<start + columns])
    if count > 0 {
      row.insert(contentsOf: repeatElement(" ", count: count), at: cursor.column)
    } else {
      row.removeSubrange(cursor.column..<min(columns, cursor.column - count))
      row += repeatElement(" ", count: columns - row.count)
    }
    text.replaceSubrange(start..<start + columns, with: row.prefix(columns))
  }

  /// Scrolls the rows between the margins; pixels stay in offset.
  private mutating func scroll(up count: Int) {
    let old = text
    for row in margins {
      for column in 0..<columns {
        let source = row + count
        text[row * columns + column] = margins.contains(source) ? old[source * columns + column] : " "
      }
    }
  }

  // MARK: - Sixels

  private mutating func picture() {
    guard let end = bytes[offset...].firstIndex(of: 0x5C),
      let start = bytes[offset...].firstIndex(of: UInt8(ascii: "q"))
    else { return faults.append("a picture without an end") }
    pictureCount += 1
    let decoded = SixelImage(bytes[start + 1..<end - 1])
    faults += decoded.faults
    let (left, top) = isInDisplayMode ? (0, 0) : (cursor.column * cell.width, cursor.row * cell.height)
    if !isInDisplayMode {
      if decoded.height % 6 != 0 { faults.append("a picture of \(decoded.height) rows") }
      if top + decoded.height > (rows - 1) * cell.height { faults.append("a picture on the last row") }
    }
    if left + decoded.width > width { faults.append("a picture beyond the last column") }
    for y in 0..<decoded.height {
      for x in 0..<decoded.width {
        if let color = decoded.pixels[y * decoded.width + x], left + x < width, top + y < rows * cell.height {
          pixels[(top + y) * width + left + x] = color
        }
      }
    }
    offset = end + 1
  }
}

/// A picture decoded from sixels.
package struct SixelImage {
  package private(set) var width = 0
  package private(set) var height = 0
  /// The colors of the pixels in percent, row by row; nil where there are none.
  package private(set) var pixels: [SIMD3<UInt8>?] = []
  package private(set) var faults: [String] = []

  /// Decodes the bytes between `q` and the end of the sequence.
  package init(_ bytes: ArraySlice<UInt8>) {
    var offset = bytes.startIndex
    func numbers() -> [Int] {
      var found = [0]
      while offset < bytes.endIndex {
        let byte = bytes[offset]
        if byte == UInt8(ascii: ";") {
          found.append(0)
        } else if (48...57).contains(byte) {
          found[found.count - 1] = found[found.count - 1] * 10 + Int(byte) - 48
        } else {
          break
        }
        offset += 1
      }
      return found
    }
    var (x, y, color, count) = (0, 0, 0, 1)
    var registers: [Int: SIMD3<UInt8>] = [:]
    while offset < bytes.endIndex {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        let raster = numbers()
        guard raster.count == 4, raster[0] == 1, raster[1] == 1 else {
          faults.append("raster \(raster)")
          return
        }
        (width, height) = (raster[2], raster[3])
        pixels = Array(repeating: nil, count: width * height)
      case UInt8(ascii: "#"):
        let numbers = numbers()
        color = numbers[0]
        if numbers.count == 5 {
          registers[color] = SIMD3(UInt8(numbers[2]), UInt8(numbers[3]), UInt8(numbers[4]))
        } else if registers[color] == nil {
          faults.append("no register \(color)")
        }
      case UInt8(ascii: "!"): count = numbers()[0]
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, y) = (0, y + 6)
      case 63...126:
        for column in x..<x + count {
          for bit in 0..<6 where (byte - 63) >> UInt8(bit) & 1 == 1 {
            guard column < width, y + bit < height else {
              faults.append("a pixel beside the picture")
              continue
            }
            pixels[(y + bit) * width + column] = registers[color]
          }
        }
        (x, count) = (x + count, 1)
      default: faults.append("a byte \(byte)")
      }
    }
  }

  /// Decodes one picture from its first byte to its last.
  package init(_ bytes: [UInt8]) {
    let start = bytes.firstIndex(of: UInt8(ascii: "q")) ?? 0
    self.init(bytes[(start + 1)..<(bytes.count - 2)])
  }
}
