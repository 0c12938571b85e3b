import Synchronization
import Terminal

/// A palette as pictures are drawn with it: its nearest colours, and what is near each of them.
final class PaletteTable: Sendable {
  let depth: ColorDepth
  let palette: TerminalPalette
  private let nearest: NearestColors
  /// The entries in `DitherPlanes`.
  private let planes: [SIMD3<Float>]
  private let knownGroups = Mutex<[Group]?>(nil)

  /// Eight entries near each other, as `DitherPlanes`.
  struct Group: Sendable {
    var places: SIMD8<Int32>
    var luma: SIMD8<Float>
    var red: SIMD8<Float>
    var blue: SIMD8<Float>
  }

  init(_ palette: TerminalPalette, at depth: ColorDepth) {
    self.depth = depth
    self.palette = palette
    let entries = palette.entries(at: depth)
    let nearest = NearestColors.shared(palette, at: depth)
    self.nearest = nearest
    let planes = entries.map { entry in
      let (red, green, blue) = palette.rgb(of: entry).channels ?? (0, 0, 0)
      return DitherPlanes.planes(of: SIMD3(Float(red), Float(green), Float(blue)))
    }
    self.planes = planes
  }

  /// For each entry, itself and those nearest to it; made when something is dithered for the first time.
  var groups: [Group] {
    knownGroups.withLock { known in
      if let known { return known }
      let groups = planes.indices.map { place in
        let near = nearest.neighbors(of: place, count: 8)
        return Group(
          places: SIMD8(near.map { Int32($0) }), luma: SIMD8(near.map { planes[$0].x }),
          red: SIMD8(near.map { planes[$0].y }), blue: SIMD8(near.map { planes[$0].z }))
      }
      known = groups
      return groups
    }
  }

  /// Tables are kept: making one takes a millisecond. What is drawn has one palette at a time.
  private static let known = Mutex<[PaletteTable]>([])

  /// The table of a palette at a depth that has one; nil: 24-bit colours and none need none.
  static func shared(_ palette: TerminalPalette, at depth: ColorDepth) -> PaletteTable? {
    if palette.entries(at: depth).isEmpty { return nil }
    return known.withLock { known in
      if let table = known.first(where: { $0.depth == depth && $0.palette == palette }) { return table }
      let table = PaletteTable(palette, at: depth)
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

  /// The place of the entry nearest to encoded channels.
  func place(near channels: SIMD3<Float>) -> Int {
    let held = channels.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255)) + 0.5
    return nearest.place(red: UInt8(held.x), green: UInt8(held.y), blue: UInt8(held.z))
  }

  /// The colour of a place.
  func color(at place: Int32) -> Color { Color(index: nearest.entries[Int(place)]) }
}

/// The planes in which dithered colours are compared, of encoded sRGB: luma, and how much red and blue differ from green.
///
/// As `ColorPlanes`, but colour counts for more: what is mixed of few colours must come to the right one.
enum DitherPlanes {
  /// What a difference of colour counts beside one of luma.
  static let chroma: Float = 0.5
  /// From the planes of samples.
  static let ofSamples = SIMD3<Float>(1, chroma / ColorPlanes.chroma, chroma / ColorPlanes.chroma)

  static func planes(of channels: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(
      (ColorPlanes.luma * channels).sum(), chroma * (channels.x - channels.y), chroma * (channels.z - channels.y))
  }

  /// Encoded red, green and blue.
  static func channels(of planes: SIMD3<Float>) -> SIMD3<Float> {
    let (red, blue) = (planes.y / chroma, planes.z / chroma)
    let green = planes.x - ColorPlanes.luma.x * red - ColorPlanes.luma.z * blue
    return SIMD3(green + red, green, green + blue)
  }
}
