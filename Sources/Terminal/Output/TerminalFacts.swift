/// What the terminal has told of itself, asked once at the start; nil: not yet, or it will not.
///
/// Each query is answered once: repeated or unsolicited replies change nothing.
package struct TerminalFacts: Hashable, Sendable {
  /// Whether it shows frames whole (mode 2026).
  package private(set) var hasSynchronizedOutput: Bool?
  /// Whether it has said that it takes 24-bit colours: a terminal that does not say may have them all the same.
  package private(set) var isTruecolor = false
  /// Its own colour of text.
  package private(set) var foreground: Color?
  /// Its own colour behind text.
  package private(set) var background: Color?
  /// The first sixteen entries of its palette, which people change.
  package private(set) var palette: [Color?] = Array(repeating: nil, count: 16)
  /// A cell's size.
  package private(set) var cellPixels: CellPixels?
  /// The text area's size in pixels.
  package private(set) var windowPixels: CellPixels?
  /// Its name and version, such as `XTerm(379)` or `kitty(0.26.5)`: printable ASCII, at most 64 characters.
  package private(set) var version: String?
  /// Whether it takes images by kitty's graphics protocol.
  package private(set) var hasKittyGraphics: Bool?
  /// Where it has read the samples of an image from, outside the command.
  private var readMedia: Set<ImageMedium> = []
  /// Whether it is a tmux in terminals that show images where placeholders are; nil: not known, or no tmux.
  package private(set) var hasPlaceholders: Bool?
  /// A cell's size in the first of those terminals.
  package private(set) var tmuxCell: CellPixels?
  /// The registers of colour that its sixels have.
  package private(set) var sixelColors: Int?
  /// Its largest picture in sixels.
  private var sixelSize: InlineLimits?
  /// DA1, such as 4 for sixels. Facts not known by then will most likely stay unknown.
  package private(set) var attributes: [Int]?

  /// Nothing is known.
  package init() {}

  /// Takes note of an answer; returns whether it told anything new.
  package mutating func learn(_ reply: TerminalReply) -> Bool {
    switch reply {
    case .primaryAttributes(let attributes): return Self.set(&self.attributes, attributes)
    case .color(10, let color): return Self.set(&foreground, color)
    case .color(11, let color): return Self.set(&background, color)
    case .palette(let index, let color): return index < 16 && Self.set(&palette[Int(index)], color)
    case .mode(2026, let state): return Self.set(&hasSynchronizedOutput, (1...3).contains(state))
    case .cellPixels(let width, let height): return Self.set(&cellPixels, CellPixels(width: width, height: height))
    case .windowPixels(let width, let height): return Self.set(&windowPixels, CellPixels(width: width, height: height))
    case .version(let version): return Self.set(&self.version, version)
    case .truecolor(let isTruecolor):
      guard isTruecolor, !self.isTruecolor else { return false }
      self.isTruecolor = true
      return true
    case .graphics(let id, "OK"):
      guard let medium = ImageMedium(queryID: id) else {
        return id == TerminalQuery.graphicsID && Self.set(&hasKittyGraphics, true)
      }
      return readMedia.insert(medium).inserted
    case .graphics(TerminalQuery.graphicsID, _): return Self.set(&hasKittyGraphics, false)
    case .tmux(let takesPlaceholders, let report):
      let new: (Bool?, CellPixels?) = (takesPlaceholders, report?.clients.first?.cell)
      defer { (hasPlaceholders, tmuxCell) = new }
      return new != (hasPlaceholders, tmuxCell)
    case .sixelColors(let count): return Self.set(&sixelColors, count)
    case .sixelSize(let width, let height):
      return Self.set(&sixelSize, InlineLimits(width: width, height: height))
    case .color, .mode, .graphics, .ready, .other: return false
    }
  }

  /// Where it reads the samples of images, the quickest first. Konsole takes them within commands only.
  package var imageMedia: [ImageMedium] {
    guard version.map({ TerminalIdentity(reply: $0).name }) != "konsole" else { return [] }
    return ImageMedium.allCases.filter(readMedia.contains)
  }

  /// How it takes sixels; nil: in too few colours, or too small ones, for a picture. What it has not told is taken to be usual.
  package var sixels: PixelProtocol? {
    let (colors, limits) = (sixelColors ?? 256, sixelSize ?? InlineLimits())
    guard colors >= 16, limits.width >= 256, limits.height >= 256 else { return nil }
    return .sixel(colors: min(colors, 256), limits)
  }

  /// The size of a cell may be another one by now, as in another font: the next answers count.
  package mutating func forgetCellSize() { (cellPixels, windowPixels) = (nil, nil) }

  private static func set<Value>(_ fact: inout Value?, _ value: Value) -> Bool {
    if fact != nil { return false }
    fact = value
    return true
  }
}
