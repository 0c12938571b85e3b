import Bitmaps
@testable import Rendering
import Parallelism
import Terminal
import TestSupport
import Testing

@Suite("The fit")
struct GlyphFitTests {
  /// Draws cells from letters, 4×8 letters per cell.
  func drawn(_ rows: [String], _ sets: GlyphSet, depth: ColorDepth = .truecolor) -> CellBuffer {
    let picture = bitmap(rows, letters)
    let cells = CellSize(columns: picture.size.width / 4, rows: picture.size.height / 8)
    var canvas = Canvas(cells: cells, samplesPerCell: PixelSize(width: 4, height: 8))
    canvas.draw(picture, atColumn: 0, row: 0, over: .terminal(assumed: .black))
    return ArtMode(sets).draw(canvas, ArtOptions(depth: depth))
  }

  @Test func `a cell of one color is a blank with exactly that background`() {
    expect(drawn(Array(repeating: "gggg", count: 8), .best).cells, equals: [Cell(.blank, background: rgb("g"))])
  }

  @Test func `each set draws a cell that has one of its shapes with that glyph and exactly its colors`() {
    func cell(_ rows: String, _ sets: GlyphSet) -> Cell {
      drawn(rows.split(separator: " ").map(String.init), sets).cells[0]
    }
    expect(
      cell("RRBB RRBB RRBB RRBB RRBB RRBB RRBB RRBB", .block),
      equals: Cell("▌", foreground: rgb("R"), background: rgb("B")))
    expect(
      cell("WWRR WWRR WWRR WWRR RRWW RRWW RRWW RRWW", [.quadrant]),
      equals: Cell("▚", foreground: rgb("W"), background: rgb("R")))
    expect(
      cell("WWWW WWWW WWWW WWWW WWWW WWWW WWWW RRRR", .block),
      equals: Cell("▁", foreground: rgb("R"), background: rgb("W")))
    // BLOCK OCTANT-3, an eighth of the cell.
    expect(
      cell("KKKK KKKK WWKK WWKK KKKK KKKK KKKK KKKK", .best),
      equals: Cell("\u{1CD00}", foreground: rgb("W"), background: rgb("K")))
  }

  @Test func `wedges draw slanted edges`() {
    let rows = ["KKKK", "KKKK", "KKKK", "WKKK", "WKKK", "WWKK", "WWWK", "WWWW"]
    // LOWER LEFT BLOCK DIAGONAL UPPER MIDDLE LEFT TO LOWER RIGHT.
    expect(drawn(rows, .legacy).cells[0].glyph, equals: "\u{1FB3F}")
  }

  @Test func `a transparent part shows the terminal's background`() {
    let lower = drawn(["....", "....", "....", "....", "RRRR", "RRRR", "RRRR", "RRRR"], .legacy)
    expect(lower.cells, equals: [Cell(.lowerHalf, foreground: rgb("R"))])
    let upper = drawn(["RRRR", "RRRR", "RRRR", "RRRR", "....", "....", "....", "...."], .block)
    expect(upper.cells, equals: [Cell(.upperHalf, foreground: rgb("R"))])
    expect(drawn(Array(repeating: "....", count: 8), .best).cells, equals: [.blank])
  }

  @Test(arguments: [ColorDepth.truecolor, .palette256, .palette16, .palette8])
  func `a fine line on the terminal's background is visible`(depth: ColorDepth) {
    let upright = drawn(Array(repeating: ".W..", count: 8), .block, depth: depth)[0, 0]
    #expect(upright != .blank)
    if depth == .truecolor { expect(upright, equals: Cell("▌", foreground: Color(hex: 0xBCBCBC))) }
    #expect(drawn(Array(repeating: "....", count: 7) + ["WWWW"], .block, depth: depth)[0, 0] != .blank)
  }

  @Test func `without colors shapes are lit on dark`() {
    let cells = drawn(["WWKK", "WWKK", "WWKK", "WWKK", "KKKK", "KKKK", "KKKK", "KKKK"], .block, depth: .mono)
    expect(cells.cells, equals: [Cell("▘")])
    expect(drawn(Array(repeating: "WWWW", count: 8), .block, depth: .mono).cells, equals: [Cell(.fullBlock)])
  }

  // MARK: - The search

  /// The gain of every entry of a bank, computed in double precision from the formula.
  static func exhaustive(_ cell: [[Double]], _ bank: GlyphBank) -> [Double] {
    bank.entries.map { entry in
      guard entry.norm > 0 else { return 0 }
      let shape = (0..<32).map { Double(entry.coverage[$0]) }
      let shapeMean = shape.reduce(0, +) / 32
      let square = shape.reduce(0) { $0 + ($1 - shapeMean) * ($1 - shapeMean) }
      return cell.reduce(0) { gain, plane in
        let mean = plane.reduce(0, +) / 32
        let sum = zip(plane, shape).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - shapeMean) }
        return gain + sum * sum / square
      }
    }
  }

  /// The planes that the search compares: luma and two color differences.
  static func planes(_ colors: [SIMD3<Double>]) -> [[Double]] {
    [
      colors.map { 0.2126 * $0.x + 0.7152 * $0.y + 0.0722 * $0.z }, colors.map { 0.2 * ($0.x - $0.y) },
      colors.map { 0.2 * ($0.z - $0.y) },
    ]
  }

  /// What the search finds in a cell.
  struct Found: Equatable {
    var entry = -1
    var energy = 0.0
    var candidates = SIMD8<Int32>.zero
    /// For each plane, the product with the entry.
    var sums = SIMD3<Float>.zero
  }

  /// - Parameter isWide: Whether vectors of eight numbers are used; nil for what the processor has.
  static func found(
    _ colors: [SIMD3<Double>], _ bank: GlyphBank, isWide: Bool? = nil
  ) -> Found {
    let samples = colors.map { color in
      SIMD4(
        SRGB.linear16(UInt8(color.x)), SRGB.linear16(UInt8(color.y)), SRGB.linear16(UInt8(color.z)), UInt16(65_535))
    }
    var memory = [Float](repeating: 0, count: unsafe CellSamples.capacity)
    return unsafe memory.withUnsafeMutableBufferPointer { memory in
      unsafe samples.withUnsafeBufferPointer { samples in
        unsafe SRGB.encodedOfLinear.withUnsafeBufferPointer { encoded in
          guard let memory = memory.baseAddress, let samples = samples.baseAddress, let encoded = encoded.baseAddress
          else { return Found() }
          var cell = unsafe CellSamples(in: memory, isWide: isWide ?? Vectors.areWide)
          let isWhole = unsafe cell.load(samples, width: 4, encoded: encoded)
          #expect(isWhole)
          let entry = unsafe bank.withView { view in unsafe GlyphSearch.best(cell, in: view) }
          return unsafe Found(
            entry: entry, energy: Double(cell.energy.sum()),
            candidates: bank.withView { view in unsafe GlyphSearch.candidates(cell, in: view) },
            sums: bank.withView { view in
              let sums = unsafe GlyphSearch.correlations(cell, entry, in: view)
              return SIMD3(sums.0, sums.1, sums.2)
            })
        }
      }
    }
  }

  @Test(arguments: [GlyphSet.block, .legacy, .best])
  func `the search finds the same glyphs with vectors of four and of eight numbers`(sets: GlyphSet) {
    let bank = GlyphBank(sets: sets)
    var random = SplitMix64(seed: 12)
    for round in 0..<Rounds.count(2000) {
      let colors = RandomCell.colors(round, &random)
      expect(Self.found(colors, bank), equals: Self.found(colors, bank, isWide: false))
    }
  }

  @Test(arguments: [GlyphSet.block, .legacy, .best, [.best, .braille]])
  func `the search finds what trying every glyph finds, within a 64th of the cell's energy`(sets: GlyphSet) {
    let bank = GlyphBank(sets: sets)
    var random = SplitMix64(seed: 11)
    for round in 0..<Rounds.count(300) {
      let colors = RandomCell.colors(round, &random)
      let gains = Self.exhaustive(Self.planes(colors), bank)
      let found = Self.found(colors, bank)
      let (entry, energy) = (found.entry, found.energy)
      let maximum = gains.max() ?? 0
      if energy < Double(GlyphSearch.flatEnergy) {
        expect(entry, equals: 0)
      } else {
        #expect(gains[entry] >= maximum - energy / 64 - energy * 1e-5, "round \(round)")
      }
      // If color matters, the best entry must be found.
      let planes = Self.planes(colors).map { plane in
        let mean = plane.reduce(0, +) / 32
        return plane.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      }
      if (planes[1] + planes[2]) * 60 > planes[0], energy > 10 {
        #expect(gains[entry] >= maximum - energy * 1e-5, "round \(round)")
      }
    }
  }

  @Test(arguments: [700, 2500])
  func `with many shapes of one's own, the search finds the best one`(count: Int) {
    var random = SplitMix64(seed: 13)
    let shapes = (0..<count).map { number in
      let dots = (0..<128).map { _ in Float(random.next() & 1) }
      return GlyphShape(0xF0000 + UInt32(number), [], .drawing(GlyphOutline.Drawing(columns: 8, rows: 16, dots: dots)))
    }
    let bank = GlyphBank(sets: .legacy, others: shapes)
    #expect(bank.entries.count >= count)
    for round in 0..<Rounds.count(40) {
      // Not a gray one.
      let colors = RandomCell.colors(2 * round + 1, &random)
      let gains = Self.exhaustive(Self.planes(colors), bank)
      let found = Self.found(colors, bank)
      let maximum = gains.max() ?? 0
      #expect(found.energy < 10 || gains[found.entry] >= maximum - found.energy / 64 - found.energy * 1e-5)
      expect(found, equals: Self.found(colors, bank, isWide: false))
    }
  }

  @Test func `a bank that keeps contrasts has each shape once, however many glyphs have it`() {
    let bank = GlyphBank(sets: .legacy, keepsContrasts: true)
    let real = bank.entries.filter { $0.norm > 0 }
    for (index, entry) in real.enumerated() {
      for other in real[(index + 1)...] {
        let (same, opposite) = (other.coverage - entry.coverage, other.coverage - 1 + entry.coverage)
        #expect(min((same * same).sum(), (opposite * opposite).sum()) >= 0.99e-4)
      }
    }
  }

  @Test func `for no cells no glyphs are prepared`() {
    let fit = GlyphFit(hasShades: false) { _ in
      Issue.record("they were prepared")
      return GlyphBank(sets: .half)
    }
    let canvas = Canvas(cells: CellSize(columns: 0, rows: 0), samplesPerCell: GlyphFit.samplesPerHalfCell)
    #expect(fit.draw(canvas, ArtOptions(depth: .truecolor)).isEmpty)
  }

  @Test func `a bank has no two entries that a fit cannot tell apart`() {
    let bank = GlyphBank(sets: [.best, .braille])
    let real = bank.entries.filter { $0.norm > 0 }
    for (index, entry) in real.enumerated() {
      for other in real[(index + 1)...] {
        let product = ((entry.coverage - entry.mean) * (other.coverage - other.mean)).sum() / (entry.norm * other.norm)
        #expect(abs(product) < 0.999_91, "\(entry.glyph.scalars) \(other.glyph.scalars)")
      }
    }
  }

  @Test func `cells are the same however many threads there are`() {
    var random = SplitMix64(seed: 5)
    var canvas = Canvas(cells: CellSize(columns: 17, rows: 23), samplesPerCell: PixelSize(width: 4, height: 8))
    for index in canvas.samples.indices {
      canvas.samples[index] =
        index % 11 == 3
        ? SIMD4(repeating: 0) : SIMD4(random.next16(), random.next16(), random.next16(), 65_535)
    }
    let options = ArtOptions(depth: .truecolor)
    let alone = GlyphFit(sets: .legacy, workers: RowWorkers(count: 1)).draw(canvas, options)
    for count in [2, 3, 7] {
      expect(GlyphFit(sets: .legacy, workers: RowWorkers(count: count)).draw(canvas, options), equals: alone)
    }
  }

  @Test func `a mixture near one of its canvases has that one's shapes`() {
    var random = SplitMix64(seed: 9)
    func canvas() -> Canvas {
      var canvas = Canvas(cells: CellSize(columns: 9, rows: 6), samplesPerCell: PixelSize(width: 4, height: 8))
      for index in canvas.samples.indices {
        canvas.samples[index] = SIMD4(random.next16(), random.next16(), random.next16(), 65_535)
      }
      return canvas
    }
    let (first, second, options) = (canvas(), canvas(), ArtOptions(depth: .truecolor))
    let cells = (ArtMode.legacy.draw(first, options), ArtMode.legacy.draw(second, options))
    let start = ArtMode.legacy.draw(
      mix: first.mixed(with: second, 0.01, assuming: .black), of: cells.0, and: cells.1, options)
    expect(zip(start.cells, cells.0.cells).filter { $0.glyph != $1.glyph }.count, equals: 0)
    let end = ArtMode.legacy.draw(mix: second, of: cells.0, and: cells.1, options)
    expect(end, equals: cells.1)
  }
}
