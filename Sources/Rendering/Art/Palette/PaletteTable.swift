import Imaging
import Synchronization
import Terminal

/// A palette as pictures are drawn with it: its nearest colours, what is near each of them, and what shades make of those.
final class PaletteTable: Sendable {
  let depth: ColorDepth
  let palette: TerminalPalette
  let shades: ShadeMixing
  private let nearest: NearestColors
  /// The entries as light, as responses of cones, and in OKLab.
  private let lights: [LinearColor]
  private let responses: [SIMD3<Float>]
  private let labs: [SIMD3<Float>]
  private let known = Mutex<Neighborhoods?>(nil)

  /// Eight entries near each other.
  struct Group: Sendable {
    var places: SIMD8<Int32>
    var responses: EightColors
    var lab: EightColors
  }

  /// What is near each entry; made when a picture is drawn for the first time.
  struct Neighborhoods: Sendable {
    /// For each entry, itself and those nearest to it.
    var groups: [Group]
    /// For each entry, what of its group a cell of one tone can show.
    var flats: [FlatTones]
  }

  init(_ palette: TerminalPalette, at depth: ColorDepth, shades: ShadeMixing) {
    self.depth = depth
    self.palette = palette
    self.shades = shades
    nearest = NearestColors.shared(palette, at: depth)
    lights = palette.entries(at: depth).map { LinearColor(Color(index: $0), palette: palette) }
    responses = lights.map { Cones.responses(to: $0.channels) }
    labs = responses.map { Cones.lab($0) }
  }

  /// What is near each entry.
  var neighborhoods: Neighborhoods {
    known.withLock { known in
      if let known { return known }
      let near = labs.indices.map { nearest.neighbors(of: $0, count: 8) }
      // Of a few entries any two may be mixed, and there is one list for all.
      let all = labs.count <= 16 ? FlatTones(of: Array(labs.indices), lights, labs, shades, hueWeight: hueWeight) : nil
      let made = Neighborhoods(
        groups: near.map { near in
          Group(
            places: SIMD8(near.map { Int32($0) }), responses: EightColors(near.map { responses[$0] }),
            lab: EightColors(near.map { labs[$0] }))
        },
        flats: near.map { near in all ?? FlatTones(of: near, lights, labs, shades, hueWeight: hueWeight) })
      known = made
      return made
    }
  }

  /// Tables are kept: making one takes a millisecond. What is drawn has one palette at a time.
  private static let known = Mutex<[PaletteTable]>([])

  /// The table of a palette at a depth that has one; nil: 24-bit colours and none need none.
  static func shared(_ palette: TerminalPalette, at depth: ColorDepth, shades: ShadeMixing) -> PaletteTable? {
    if palette.entries(at: depth).isEmpty { return nil }
    return known.withLock { known in
      if let table = known.first(where: { $0.depth == depth && $0.palette == palette && $0.shades == shades }) {
        return table
      }
      let table = PaletteTable(palette, at: depth, shades: shades)
      known = [table] + known.prefix(2)
      return table
    }
  }

  /// The nearest entry of a 24-bit colour; what else it may be stays.
  func reduced(_ color: Color) -> Color {
    switch color.kind {
    case .terminalDefault, .indexed: color
    case .rgb(let red, let green, let blue): Color(index: nearest.nearest(red: red, green: green, blue: blue))
    }
  }

  /// Cells in the nearest colours; what would have one colour twice is a blank.
  func reduced(_ cells: [Cell]) -> [Cell] {
    var last = (cell: Cell.blank, reduced: Cell.blank)
    return cells.map { cell in
      // Neighbours are often alike.
      if cell == last.cell { return last.reduced }
      let (front, back) = (reduced(cell.foreground), reduced(cell.background))
      let isFlat = front == back && back != .terminalDefault
      last = (cell, isFlat ? Cell(.blank, background: back) : Cell(cell.glyph, foreground: front, background: back))
      return last.reduced
    }
  }

  /// Whether most colours are far from any entry, so that one of a part of a cell would be seen as another colour.
  var isSparse: Bool { labs.count <= 16 }

  /// What a difference of colour counts beside one of lightness: greys of red and cyan would be seen.
  var hueWeight: Float { isSparse ? 1 : 1.2 }

  /// The place of the entry nearest to a colour of OKLab.
  func place(near lab: SIMD3<Float>) -> Int {
    let light = Cones.light(of: Cones.responses(ofLab: lab))
    let scaled = light.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1)) * 65_535
    return nearest.place(
      red: SRGB.encoded(UInt16(scaled.x)), green: SRGB.encoded(UInt16(scaled.y)),
      blue: SRGB.encoded(UInt16(scaled.z)))
  }

  /// A place's entry in OKLab.
  func lab(at place: Int) -> SIMD3<Float> { labs[place] }

  /// The responses to an entry.
  func responses(at place: Int32) -> SIMD3<Float> { responses[Int(place)] }

  /// The responses to two entries mixed by a shade, or to one.
  func responses(to tone: FlatTones.Tone) -> SIMD3<Float> {
    if tone.quarters == 0 { return responses(at: tone.back) }
    let (front, back) = (lights[Int(tone.front)], lights[Int(tone.back)])
    return Cones.responses(to: shades.light(front, over: back, quarters: Int(tone.quarters)).channels)
  }

  /// The colour of a place.
  func color(at place: Int32) -> Color { Color(index: nearest.entries[Int(place)]) }
}

extension EightColors {
  /// Of eight colours.
  init(_ colors: [SIMD3<Float>]) {
    self.init(x: SIMD8(colors.map(\.x)), y: SIMD8(colors.map(\.y)), z: SIMD8(colors.map(\.z)))
  }
}
