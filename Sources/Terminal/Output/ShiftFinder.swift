/// Finds by how many columns a frame's cells are those of the last frame moved sideways, by looking at both.
///
/// Cells in threes are landmarks: each that stands once in a row of the last frame, and once more in the same row of
/// the frame, votes for the way between the two. Only some rows are looked at, and the answer is a guess: whoever
/// uses it compares what it costs, row by row.
struct ShiftFinder: Sendable {
  /// Rows that are looked at.
  private static let samples = 8
  /// Votes without which nothing is said to have moved.
  private static let leastVotes = 4

  /// Where each landmark stands, by its hash; kept to be used again.
  private var places: [Place] = []
  private var votes: [Int] = []

  private struct Place {
    static let none = Place(hash: 0, column: -1)
    var hash: UInt64
    /// -1: no landmark; -2: several.
    var column: Int
  }

  /// The columns that cells have moved to the right, negative to the left; 0: most are where they were, or nothing is
  /// known of them.
  /// - Parameters:
  ///   - last: the last frame as it was wanted, which is what the terminal shows, or nearly.
  ///   - frame: a frame of the same size.
  mutating func shift(from last: CellBuffer, to frame: CellBuffer) -> Int {
    let (columns, rows) = (frame.size.columns, frame.size.rows)
    guard columns >= 8 else { return 0 }
    var capacity = 16
    while capacity < columns * 2 { capacity *= 2 }
    if votes.count != columns * 2 { votes = Array(repeating: 0, count: columns * 2) }
    for index in votes.indices { votes[index] = 0 }
    let count = min(rows, Self.samples)
    for sample in 0..<count {
      let start = (sample * 2 + 1) * rows / (count * 2) * columns
      places.removeAll(keepingCapacity: true)
      places.append(contentsOf: repeatElement(.none, count: capacity))
      learn(last.cells.span, start: start, columns: columns)
      vote(frame.cells.span, start: start, columns: columns)
    }
    var best = columns
    for index in votes.indices where votes[index] > votes[best] { best = index }
    return votes[best] >= Self.leastVotes ? best - columns : 0
  }

  private mutating func learn(_ cells: Span<Cell>, start: Int, columns: Int) {
    let mask = places.count - 1
    for column in 0..<columns - 2 {
      guard let hash = Self.landmark(cells, start + column) else { continue }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while places[slot].column != -1 && places[slot].hash != hash { slot = (slot + 1) & mask }
      places[slot] = Place(hash: hash, column: places[slot].column == -1 ? column : -2)
    }
  }

  private mutating func vote(_ cells: Span<Cell>, start: Int, columns: Int) {
    let mask = places.count - 1
    for column in 0..<columns - 2 {
      guard let hash = Self.landmark(cells, start + column) else { continue }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while places[slot].column != -1 && places[slot].hash != hash { slot = (slot + 1) & mask }
      if places[slot].column >= 0 { votes[column - places[slot].column + columns] += 1 }
    }
  }

  /// The hash of three cells from here on; nil where they are all alike, which are found anywhere.
  @inline(__always)
  private static func landmark(_ cells: Span<Cell>, _ index: Int) -> UInt64? {
    let (first, second, third) = (look(cells[index]), look(cells[index + 1]), look(cells[index + 2]))
    if first == second && second == third { return nil }
    var hash = (first &* 0x9E37_79B9_7F4A_7C15) ^ (first >> 31)
    hash = (hash &+ second) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 29)) &+ third
    hash = hash &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 32)
  }

  /// A cell's looks in one number, give or take.
  @inline(__always)
  private static func look(_ cell: Cell) -> UInt64 {
    let cell = cell.drawn(before: .continuation).cell
    let colors = UInt64(cell.foreground.rawValue) << 32 | UInt64(cell.background.rawValue)
    return colors ^ (cell.glyph.rawValue &* 0x2545_F491_4F6C_DD1D)
  }
}
