@testable import Rendering
import Terminal
import TestSupport
import Testing

@Suite("The glyph table")
struct GlyphTableTests {
  static let all = GlyphTable.shapes(in: [.best, .braille]).dropFirst()

  /// Whether a glyph fills each of 32×64 points according to its Unicode name; nil if the name is unknown.
  static func described(_ scalar: Unicode.Scalar) -> [Bool]? {
    guard let name = scalar.properties.name, let inside = GlyphName.filled(by: name) else { return nil }
    return GlyphName.points.map { inside($0.x, $0.y) }
  }

  @Test(arguments: ["half", "quadrant", "eighth", "sextant", "wedge", "octant", "line", "braille"])
  func `every glyph's shape is what its Unicode name says`(name: String) throws {
    let set = try #require(GlyphSet(names: name))
    let sets = set == .wedge ? [set, .farEighth, .bowtie] : set
    let shapes = GlyphTable.shapes(in: sets).dropFirst()
    #expect(shapes.count > 3)
    for shape in shapes {
      let scalar = try #require(shape.glyph.base)
      let drawn = GlyphName.points.map { shape.outline.contains(.init(x: $0.x, y: $0.y)) }
      let said = try #require(Self.described(scalar), "nothing is known of \(scalar.properties.name ?? "?")")
      expect(drawn, equals: said, "\(scalar.properties.name ?? "?")")
    }
  }

  @Test func `there are as many glyphs as Unicode has`() {
    expect(GlyphTable.sextants.filter { ($0.glyph.base?.value ?? 0) >= 0x1FB00 }.count, equals: 60)
    expect(GlyphTable.octants.filter { (0x1CD00..<0x1CE00).contains($0.glyph.base?.value ?? 0) }.count, equals: 230)
    expect(GlyphTable.wedges.count, equals: 52)
    expect(GlyphTable.braille.count, equals: 255)
    expect(GlyphTable.letters.count, equals: 94)
  }

  @Test func `octants are in Unicode's order`() {
    let last = GlyphTable.octants.last { (0x1CD00..<0x1CE00).contains($0.glyph.base?.value ?? 0) }
    expect(last?.glyph, equals: Glyph("\u{1CDE5}"))
    expect(last?.outline, equals: .grid(columns: 2, rows: 4, filled: 0xFE))
  }

  @Test func `coverage is exact where a shape ends between two samples`() {
    let shape = GlyphOutline.grid(columns: 2, rows: 3, filled: 0b01)
    let coverage = shape.coverage(columns: 4, rows: 8)
    expect([0, 2, 4, 12].map { coverage[$0] }, equals: [1, 0, 1, 0])
    let third: Float = coverage[8] - Float(2) / 3
    #expect(abs(third) < 1e-5)
    let total: Float = coverage.reduce(0, +) / 32
    #expect(abs(total - Float(1) / 6) < 1e-5)
    let wedge = GlyphOutline.side(of: .init(x: 0, y: 1), from: .init(x: 0, y: 0), to: .init(x: 1, y: 1))
    let half: Float = wedge.coverage(columns: 4, rows: 8).reduce(0, +) / 32
    #expect(abs(half - 0.5) < 0.01)
  }

  @Test func `sets are named alone or together`() {
    let cases: [(String, GlyphSet)] = [
      ("half", .half), ("sextant,half", [.sextant, .half]), ("half+sextant", [.sextant, .half]),
      ("block", [.half, .quadrant, .eighth]), ("legacy+braille", [.legacy, .braille]),
    ]
    for (names, sets) in cases {
      expect(GlyphSet(names: names), equals: sets)
      expect(GlyphSet(names: sets.name), equals: sets)
    }
  }

  @Test(arguments: ["", "halves", "half,", "+half", "half  sextant", "Half"])
  func `what names no set is refused`(names: String) {
    expect(GlyphSet(names: names), equals: nil)
  }

  @Test func `a named set's name is the shortest`() {
    for (name, set) in GlyphSet.named { expect(set.name, equals: name) }
    expect(([.legacy, .braille] as GlyphSet).name, equals: "legacy+braille")
    expect(([.half, .sextant] as GlyphSet).name, equals: "sextant+half")
  }
}
