import ColorSearch
import Glibc
import Synchronization
import Terminal

/// A palette prepared for drawing pictures: its nearest colors, the neighbors of each entry, and their mixtures by
/// shades.
final class PaletteTable: Sendable {
  let depth: ColorDepth
  let palette: TerminalPalette
  let shades: ShadeMixing
  let weights: PaletteWeights
  private let nearest: NearestColors
  /// The entries as cone responses, and in OKLab.
  private let responses: [SIMD3<Float>]
  private let labs: [SIMD3<Float>]
  private let luminances: [Float]
  /// The entries in OKLab, to be compared all at once.
  private let blocks: ColorBlocks
  private let mixtures: ShadeMixtures
  private let known = Mutex<Neighborhoods?>(nil)
  /// A bit for each entry with a hue, in palettes of up to 16 entries with at least two grays.
  let hues: UInt32
  /// Where the tones of cells end; nil if a color is as light as the lightest of pictures.
  let whiteLimit: WhiteLimit?

  /// The maximum chroma of a gray (OKLab): those of many color schemes are tinted.
  private static let maximumGrayChroma: Float = 0.05

  /// Eight nearby entries.
  struct Group: Sendable {
    var indices: SIMD8<Int32>
    var responses: EightColors
    var lab: EightColors
    var lights: SIMD8<Float>
  }

  /// The neighbors of each entry; created when the first picture is drawn.
  struct Neighborhoods: Sendable {
    /// For each entry, the entry and those nearest to it; then the grays, if there is a group of them.
    let groups: [Group]
    /// The number of the group of grays; nil if hues are allowed in all cells.
    let grays: Int?
    /// How many there are.
    let grayCount: Int
    /// The tones that a flat cell can show with the grays alone.
    let grayFlats: FlatTones?
    /// The tones that a flat cell can show with a small palette, any two entries of which may be mixed.
    private let all: FlatTones?
    /// For each entry of a larger palette, the tones with the entries around it.
    private let flats: [LazyTones]

    fileprivate init(groups: [Group], grays: [Group], grayCount: Int, grayFlats: FlatTones?, all: FlatTones?) {
      self.groups = groups + grays
      self.grays = grays.isEmpty ? nil : groups.count
      (self.grayCount, self.grayFlats) = (grayCount, grayFlats)
      self.all = all
      flats = groups.map { _ in LazyTones() }
    }

    /// The tones that a flat cell can show with the entries around the one nearest to an OKLab color.
    func flats(near lab: SIMD3<Float>, in table: PaletteTable) -> FlatTones {
      if let all { return all }
      let index = table.index(near: lab)
      return flats[index].value { table.flatTones(around: index) }
    }
  }

  /// Tones that are created when they are first needed: a picture has colors near only a few of 240 entries.
  private final class LazyTones: Sendable {
    private let tones = AtomicLazyReference<FlatTones>()

    func value(_ make: () -> FlatTones) -> FlatTones { tones.load() ?? tones.storeIfNil(make()) }
  }

  init(_ palette: TerminalPalette, at depth: ColorDepth, shades: ShadeMixing) {
    self.depth = depth
    self.palette = palette
    self.shades = shades
    weights = .default(at: depth)
    nearest = NearestColors.shared(palette, at: depth)
    let lights = palette.entries(at: depth).map { LinearColor(Color(index: $0), palette: palette) }
    responses = lights.map { LMS.responses(to: $0.channels) }
    labs = responses.map { LMS.lab($0) }
    luminances = responses.map { LMS.luminance(of: $0) }
    whiteLimit = WhiteLimit(luminances)
    blocks = ColorBlocks(labs.enumerated().map { ($0.offset, $0.element) })
    mixtures = ShadeMixtures(of: lights, shades)
    let squares = labs.map { $0.y * $0.y + $0.z * $0.z }
    let hues = squares.indices.filter { squares[$0] > Self.maximumGrayChroma * Self.maximumGrayChroma }
    let hasGrays = squares.count <= 16 && squares.count - hues.count >= 2
    self.hues = hasGrays ? hues.reduce(0) { $0 | 1 << UInt32($1) } : 0
  }

  /// The neighbors of each entry.
  var neighborhoods: Neighborhoods {
    known.withLock { known in
      if let known { return known }
      func group(_ near: [Int]) -> Group {
        let eight = EightColors(near.map { responses[$0] })
        return Group(
          indices: SIMD8(near.map { Int32($0) }), responses: eight, lab: EightColors(near.map { labs[$0] }),
          lights: LMS.luminances(of: eight))
      }
      let grays = hues == 0 ? [] : labs.indices.filter { hues >> UInt32($0) & 1 == 0 }.prefix(8)
      let made = Neighborhoods(
        groups: labs.indices.map { group(nearest.neighbors(of: $0, count: 8)) },
        // Padded with the last one.
        grays: grays.isEmpty ? [] : [group((0..<8).map { grays[min($0, grays.count - 1)] })], grayCount: grays.count,
        grayFlats: grays.isEmpty ? nil : FlatTones(of: Array(grays), mixtures, labs, weights),
        all: isSparse ? FlatTones(of: Array(labs.indices), mixtures, labs, weights) : nil)
      known = made
      return made
    }
  }

  /// The tones of the entries around one: the nearest, and the nearest in each direction of hue. Grays are so close to
  /// each other that the nearest entries alone could not mix a dull color.
  private func flatTones(around index: Int) -> FlatTones {
    var indices = nearest.neighbors(of: index, count: 8)
    var found = [(distance: Float, index: Int)?](repeating: nil, count: Self.hueDirections)
    var farthest = Float.infinity
    for other in labs.indices where !indices.contains(other) {
      let difference = labs[other] - labs[index]
      let squares = difference * difference
      let distance = squares.sum()
      // Finding the direction takes longest.
      guard distance < farthest, squares.y + squares.z > Self.minimumChroma * Self.minimumChroma else { continue }
      let turns = (atan2f(difference.z, difference.y) / (2 * .pi) + 1) * Float(Self.hueDirections)
      let direction = Int(turns.rounded()) % Self.hueDirections
      guard distance < found[direction]?.distance ?? .infinity else { continue }
      found[direction] = (distance, other)
      farthest = found.reduce(0) { max($0, $1?.distance ?? .infinity) }
    }
    for case let other? in found { indices.append(other.index) }
    return FlatTones(of: indices, mixtures, labs, weights)
  }

  /// The number of directions of hue, and the minimum distance in color (OKLab), of `flatTones`.
  private static let hueDirections = 6
  private static let minimumChroma: Float = 0.03

  /// The last three tables: creating one takes a millisecond. Usually only one palette is in use at a time.
  private static let known = Mutex<[PaletteTable]>([])

  /// The table of a palette at a depth; nil for depths without palette entries, such as 24-bit color.
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

  /// The nearest entry to a 24-bit color; other colors are unchanged.
  func reduced(_ color: Color) -> Color {
    switch color.kind {
    case .terminalDefault, .indexed: color
    case .rgb(let red, let green, let blue): Color(index: nearest.nearest(red: red, green: green, blue: blue))
    }
  }

  /// Reduces cells to the nearest colors; a cell whose two colors become equal becomes a blank.
  func reduced(_ cells: [Cell]) -> [Cell] {
    var last = (cell: Cell.blank, reduced: Cell.blank)
    return cells.map { cell in
      // Neighboring cells are often equal.
      if cell == last.cell { return last.reduced }
      let (front, back) = (reduced(cell.foreground), reduced(cell.background))
      let isFlat = front == back && back != .terminalDefault
      last = (cell, isFlat ? Cell(.blank, background: back) : Cell(cell.glyph, foreground: front, background: back))
      return last.reduced
    }
  }

  /// Whether most colors are far from every entry, so that an entry in part of a cell would be seen as a different
  /// color.
  var isSparse: Bool { labs.count <= 16 }

  /// The index of the entry nearest to an OKLab color.
  func index(near lab: SIMD3<Float>) -> Int { blocks.nearest(to: lab) }

  /// The index of the entry nearest to an OKLab color; to a gray, of the grays, if there are enough.
  func index(near lab: SIMD3<Float>, isGray: Bool) -> Int {
    guard isGray, hues != 0 else { return index(near: lab) }
    let grays = labs.indices.filter { hues >> UInt32($0) & 1 == 0 }
    return grays.min { abs(labs[$0].x - lab.x) < abs(labs[$1].x - lab.x) } ?? 0
  }

  /// The entry at an index, in OKLab.
  func lab(at index: Int) -> SIMD3<Float> { labs[index] }

  func light(at index: Int32) -> Float { luminances[Int(index)] }

  /// The cone responses to an entry.
  func responses(at index: Int32) -> SIMD3<Float> { responses[Int(index)] }

  /// The cone responses to a single entry or to two mixed by a shade.
  func responses(to tone: FlatTones.Tone) -> SIMD3<Float> {
    tone.quarters == 0
      ? responses(at: tone.back)
      : mixtures.responses(to: Int(tone.front), over: Int(tone.back), quarters: tone.quarters)
  }

  func color(at index: Int32) -> Color { Color(index: nearest.entries[Int(index)]) }
}

extension EightColors {
  init(_ colors: [SIMD3<Float>]) {
    self = .zero
    for lane in 0..<8 { (x[lane], y[lane], z[lane]) = (colors[lane].x, colors[lane].y, colors[lane].z) }
  }
}
