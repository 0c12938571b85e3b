/// Facts that the terminal has reported about itself, queried at the start; nil until it replies, or if it never does.
///
/// Only the first reply to each query counts: repeated ones change nothing. Colors may be queried again (`expect`).
/// Reports from tmux always count.
package struct TerminalFacts: Hashable, Sendable {
  /// Those of `TerminalQuery.modes` that it knows, whether they are set or not.
  package private(set) var knownModes: Set<Int> = []
  /// What it has shown to have by answering a query.
  package private(set) var features: Set<TerminalFeature> = []
  /// Whether it supports synchronized output (mode 2026).
  package private(set) var hasSynchronizedOutput: Bool?
  /// Whether it reorders right-to-left text, as far as it has a mode for that (BDSM).
  package private(set) var reordersText: Bool?
  /// Whether it has reported 24-bit colors; a terminal that has not may still support them.
  package private(set) var isTruecolor = false
  /// The number of colors in its palette.
  private var colorCount: Int?
  /// Its own text color.
  package private(set) var foreground: Color?
  /// Its own background color.
  package private(set) var background: Color?
  /// The queries about colors whose next reply counts, although there was an earlier one.
  private var repeatedQueries: Set<TerminalQuery> = []
  /// The first sixteen entries of its palette, which users change.
  package private(set) var palette: [Color?] = Array(repeating: nil, count: 16)
  /// The size of a cell in pixels.
  package private(set) var cellPixels: CellPixels?
  /// The text area's size in pixels.
  package private(set) var windowPixels: CellPixels?
  /// Its name and version, such as `XTerm(379)` or `kitty(0.26.5)`: printable ASCII, at most 64 characters.
  package private(set) var version: String?
  /// Whether it accepts images by kitty's graphics protocol.
  package private(set) var hasKittyGraphics: Bool?
  /// How its images behave.
  package private(set) var kittyProbe = KittyProbe()
  /// Whether it has read an image from shared memory.
  package private(set) var readsSharedMemory = false
  /// Whether it is tmux in terminals that show placeholders; nil if unknown, or if it is not tmux.
  package private(set) var hasPlaceholders: Bool?
  /// Whether it is tmux in terminals that show sixels.
  package private(set) var hasTmuxSixels = false
  /// The size of a cell in the first of those terminals.
  package private(set) var tmuxCell: CellPixels?
  /// The number of color registers for its sixels.
  package private(set) var sixelColors: Int?
  /// The maximum size of its sixel pictures.
  private var sixelSize: InlineLimits?
  /// Whether it knows sixel display mode (DECSDM, mode 80), and has not been in it.
  private var hasSixelDisplayMode: Bool?
  /// Its reply to DA1, such as 4 for sixels. Facts unknown by then will most likely stay unknown.
  package private(set) var attributes: [Int]?

  /// No facts yet.
  package init() {}

  /// Records a reply; returns whether it contained anything new.
  package mutating func apply(_ reply: TerminalReply) -> Bool {
    switch reply {
    case .primaryAttributes(let attributes): return Self.set(&self.attributes, attributes)
    case .secondaryAttributes(let attributes):
      return TerminalIdentity.version(secondaryAttributes: attributes).map { Self.set(&version, $0) } ?? false
    case .color(10, let color): return set(\.foreground, color, after: .color(number: 10))
    case .color(11, let color): return set(\.background, color, after: .color(number: 11))
    case .palette(let index, let color):
      return index < 16 && set(\.palette[Int(index)], color, after: .palette(index))
    case .mode(2026, let state): return Self.set(&hasSynchronizedOutput, (1...3).contains(state))
    case .mode(80, let state): return Self.set(&hasSixelDisplayMode, state == 2)
    case .mode(let number, let state):
      return TerminalQuery.modes.contains(number) && (1...3).contains(state) && knownModes.insert(number).inserted
    case .has(let feature): return features.insert(feature).inserted
    case .reordering(let state): return state > 0 && Self.set(&reordersText, state == 1 || state == 3)
    case .cellPixels(let width, let height): return Self.set(&cellPixels, CellPixels(width: width, height: height))
    case .windowPixels(let width, let height): return Self.set(&windowPixels, CellPixels(width: width, height: height))
    case .windowSize(let size, let pixels):
      let last = (cellPixels, windowPixels)
      (cellPixels, windowPixels) = (pixels.divided(by: size), pixels)
      return last != (cellPixels, windowPixels)
    case .version(let version): return Self.set(&self.version, version)
    case .truecolor(let isTruecolor):
      defer { self.isTruecolor = self.isTruecolor || isTruecolor }
      return isTruecolor && !self.isTruecolor
    case .colors(let count): return Self.set(&colorCount, count)
    case .graphics(KittyProbe.imageID, let placement, let message):
      return kittyProbe.apply(placement: placement, message)
    case .cursor(let row, let column):
      kittyProbe.apply(row: row, column: column)
      return false
    case .graphics(SharedMemory.queryID, _, "OK"):
      defer { readsSharedMemory = true }
      return !readsSharedMemory
    case .graphics(TerminalQuery.graphicsID, _, let message): return Self.set(&hasKittyGraphics, message == "OK")
    case .tmux(let takesPlaceholders, let report):
      let new: (Bool?, Bool, CellPixels?) = (
        takesPlaceholders, report?.takesSixels ?? false, report?.clients.first?.cell
      )
      defer { (hasPlaceholders, hasTmuxSixels, tmuxCell) = new }
      return new != (hasPlaceholders, hasTmuxSixels, tmuxCell)
    case .sixelColors(let count): return Self.set(&sixelColors, count)
    case .sixelSize(let width, let height):
      return Self.set(&sixelSize, InlineLimits(width: width, height: height))
    case .color, .colorScheme, .clipboard, .copied, .graphics, .ready, .other: return false
    }
  }

  /// The colors that it has reported, if they are at least 256. It may have more.
  package var colorDepth: ColorDepth? {
    isTruecolor ? .truecolor : (colorCount ?? 0) >= 256 ? .palette256 : nil
  }

  /// Its name and version; nil if it has not reported them.
  package var identity: TerminalIdentity? { version.map { TerminalIdentity(reply: $0) } }

  /// A cell's size: the first plausible one of the kernel's, `window`, and the terminal's own replies, otherwise the
  /// first known; nil if none is.
  ///
  /// - Parameters:
  ///   - size: The window's size in cells.
  ///   - isExact: Whether the terminal's reply comes first, because the kernel's size may be approximate.
  package func cellPixels(_ window: CellPixels?, in size: CellSize, isExact: Bool) -> CellPixels? {
    let reported = cellPixels ?? windowPixels?.divided(by: size)
    let reports = (isExact ? [reported, window, tmuxCell] : [window, reported]).compactMap(\.self)
    return reports.first { $0.isPlausible } ?? reports.first
  }

  /// Its form of sixels; nil if their colors are too few, or their maximum size too small, for a picture. Unreported
  /// values are assumed to be the usual ones.
  package var sixels: PixelProtocol? {
    var (colors, limits) = (sixelColors ?? 256, sixelSize ?? InlineLimits())
    // mlterm does not show such a picture over others, but parts of any height.
    let isMlterm = identity?.name == "mlterm"
    limits.hasDisplayMode = hasSixelDisplayMode == true && !isMlterm
    if isMlterm { limits.unit = 1 }
    guard colors >= 16, limits.width >= 256, limits.height >= 256 else { return nil }
    return .sixel(colors: min(colors, 256), limits)
  }

  /// Forgets the size of a cell, which may have changed, for example with the font: the next replies count.
  package mutating func forgetCellSize() { (cellPixels, windowPixels) = (nil, nil) }

  /// Has the next replies to queries about colors count again: the user may have changed the theme. Until then, the
  /// known colors stay.
  package mutating func expect(_ queries: [TerminalQuery]) {
    repeatedQueries.formUnion(queries.filter(\.isAboutColor))
  }

  private mutating func set(
    _ property: WritableKeyPath<Self, Color?>, _ color: Color, after query: TerminalQuery
  ) -> Bool {
    let isRepeated = repeatedQueries.remove(query) != nil
    guard self[keyPath: property] == nil || isRepeated, self[keyPath: property] != color else { return false }
    self[keyPath: property] = color
    return true
  }

  private static func set<Value>(_ fact: inout Value?, _ value: Value) -> Bool {
    if fact != nil { return false }
    fact = value
    return true
  }
}
