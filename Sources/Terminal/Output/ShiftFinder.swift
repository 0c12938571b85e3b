/// Finds by how many columns or rows an area's cells have moved since the last frame, by comparing the two frames.
///
/// Groups of three cells are landmarks: each that occurs exactly once in a row of the last frame votes, wherever it
/// occurs in the same row of the new frame, for the distance between the two entries. For vertical moves, the landmarks
/// are whole rows. The result is a guess: callers compare the costs.
struct ShiftFinder: Sendable {
  /// The number of rows sampled for horizontal moves.
  private static let samples = 8
  /// The minimum number of votes for a result: of cells, and of rows.
  private static let minimumVotes = 4
  private static let minimumRowVotes = 2

  /// A hash table of the landmarks' entries; kept for reuse.
  private var entries: [Entry] = []
  private var votes: [Int] = []

  private struct Entry {
    static let none = Entry(hash: 0, index: -1)
    var hash: UInt64
    /// Its column or row; -1 if the entry is empty, -2 if the landmark occurs more than once.
    var index: Int
  }

  /// Returns by how many columns an area's cells have moved to the right, negative to the left; 0 if most have not
  /// moved, nil if unknown.
  /// - Parameters:
  ///   - last: The last frame as requested, which is exactly or nearly what the terminal shows.
  ///   - frame: A frame of the same size.
  ///   - area: The area of the frame; its cells may come from anywhere in their rows.
  mutating func columns(from last: CellBuffer, to frame: CellBuffer, in area: CellRect) -> Int? {
    let columns = frame.size.columns
    let area = area.clipped(to: frame.size)
    guard columns >= 8, area.size.columns >= 3, area.size.rows > 0 else { return nil }
    begin(count: columns)
    let count = min(area.size.rows, Self.samples)
    for sample in 0..<count {
      let start = (area.row + (sample * 2 + 1) * area.size.rows / (count * 2)) * columns
      forgetPlaces()
      let (old, new) = (last.cells.span, frame.cells.span)
      var looks = (Self.look(old[start]), Self.look(old[start + 1]))
      for column in 0..<columns - 2 {
        let third = Self.look(old[start + column + 2])
        apply(Self.landmark(looks.0, looks.1, third), at: column)
        looks = (looks.1, third)
      }
      looks = (Self.look(new[start + area.column]), Self.look(new[start + area.column + 1]))
      for column in area.column..<area.columnRange.upperBound - 2 {
        let third = Self.look(new[start + column + 2])
        vote(Self.landmark(looks.0, looks.1, third), at: column, of: columns)
        looks = (looks.1, third)
      }
    }
    return winner(of: columns, minimum: Self.minimumVotes)
  }

  /// Returns by how many rows an area's cells have moved down, negative up; 0 if most have not moved, nil if unknown.
  mutating func rows(from last: CellBuffer, to frame: CellBuffer, in area: CellRect) -> Int? {
    let (columns, rows) = (frame.size.columns, frame.size.rows)
    let area = area.clipped(to: frame.size)
    guard area.size.columns > 0, area.size.rows > 1 else { return nil }
    begin(count: rows)
    forgetPlaces()
    let (old, new) = (last.cells.span, frame.cells.span)
    for row in 0..<rows {
      apply(Self.landmark(old, row * columns + area.column, count: area.size.columns), at: row)
    }
    for row in area.rowRange {
      vote(Self.landmark(new, row * columns + area.column, count: area.size.columns), at: row, of: rows)
    }
    return winner(of: rows, minimum: Self.minimumRowVotes)
  }

  // MARK: Votes

  private mutating func begin(count: Int) {
    var capacity = 16
    while capacity < count * 2 { capacity *= 2 }
    if entries.count != capacity { entries = Array(repeating: .none, count: capacity) }
    if votes.count != count * 2 { votes = Array(repeating: 0, count: count * 2) }
    for index in votes.indices { votes[index] = 0 }
  }

  private mutating func forgetPlaces() {
    for index in entries.indices { entries[index] = .none }
  }

  @inline(__always)
  private mutating func apply(_ landmark: UInt64?, at index: Int) {
    guard let hash = landmark else { return }
    let slot = slot(of: hash)
    entries[slot] = Entry(hash: hash, index: entries[slot].index == -1 ? index : -2)
  }

  @inline(__always)
  private mutating func vote(_ landmark: UInt64?, at index: Int, of count: Int) {
    guard let hash = landmark else { return }
    let slot = slot(of: hash)
    if entries[slot].index >= 0 { votes[index - entries[slot].index + count] += 1 }
  }

  @inline(__always)
  private func slot(of hash: UInt64) -> Int {
    let mask = entries.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while entries[slot].index != -1 && entries[slot].hash != hash { slot = (slot + 1) & mask }
    return slot
  }

  private func winner(of count: Int, minimum: Int) -> Int? {
    var best = count
    for index in votes.indices where votes[index] > votes[best] { best = index }
    return votes[best] >= minimum ? best - count : nil
  }

  // MARK: Landmarks

  /// Returns the hash of three cells, from the hashes of their looks; nil if they are all alike, since such groups occur
  /// everywhere.
  @inline(__always)
  private static func landmark(_ first: UInt64, _ second: UInt64, _ third: UInt64) -> UInt64? {
    if first == second && second == third { return nil }
    var hash = (first &* 0x9E37_79B9_7F4A_7C15) ^ (first >> 31)
    hash = (hash &+ second) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 29)) &+ third
    hash = hash &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 32)
  }

  /// Returns the hash of a row's cells; nil if they are all alike.
  private static func landmark(_ cells: Span<Cell>, _ start: Int, count: Int) -> UInt64? {
    let first = look(cells[start])
    var hash: UInt64 = 0
    var isUniform = true
    for index in start..<start + count {
      let look = look(cells[index])
      isUniform = isUniform && look == first
      hash = (hash ^ look) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
    }
    return isUniform ? nil : hash
  }

  /// Returns a hash of a cell's appearance.
  @inline(__always)
  private static func look(_ cell: Cell) -> UInt64 {
    let cell = cell.drawn(before: .continuation).cell
    let colors = UInt64(cell.foreground.rawValue) << 32 | UInt64(cell.background.rawValue)
    return colors ^ (cell.glyph.rawValue &* 0x2545_F491_4F6C_DD1D)
  }
}
