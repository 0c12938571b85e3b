/// The terminal's current colors, and the shortest SGR sequence (ECMA-48, 8.3.117) to change them.
struct SGRPen: Sendable {
  /// The maximum number of bytes that `change` appends: `ESC[0;38;2;255;255;255;48;2;255;255;255m`.
  static let maximumLength = 40
  /// The minimum number of bytes that set a 24-bit color: `ESC[48;2;0;0;0m`.
  static let minLength = 13

  private var foreground = Color.terminalDefault
  private var background = Color.terminalDefault
  private var isKnown: Bool

  /// A pen with the terminal's own colors, or with unknown colors.
  init(isKnown: Bool) { self.isKnown = isKnown }

  /// Sets a cell's colors. A blank needs only its background; the terminal's own background is set by resetting both
  /// colors, which is shortest.
  @inline(__always)
  mutating func change(for cell: Cell, in sink: inout ByteSink) {
    if cell.glyph == .blank {
      if cell.background == background && isKnown { return }
      let isPlain = cell.background == .terminalDefault
      change(foreground: isPlain ? .terminalDefault : foreground, background: cell.background, in: &sink)
      return
    }
    if cell.foreground == foreground && cell.background == background && isKnown { return }
    change(foreground: cell.foreground, background: cell.background, in: &sink)
  }

  /// Returns a form that looks the same: the glyph's complement with the colors swapped, if that sets fewer new
  /// colors.
  @inline(__always)
  func cheapestForm(of cell: Cell) -> Cell {
    // Only if neither color is already set, and swapping them would reuse one.
    if cell.foreground == foreground || cell.background == background { return cell }
    if cell.foreground != background && cell.background != foreground { return cell }
    guard isKnown, cell.foreground != .terminalDefault, cell.background != .terminalDefault,
      let complement = cell.glyph.complement
    else { return cell }
    return Cell(complement, foreground: cell.background, background: cell.foreground)
  }

  /// Returns a form that looks nearly the same in the pen's colors if they are near enough, so that fewer colors are
  /// set.
  ///
  /// A picture element whose two colors are near each other becomes a blank. The form is as wide as the cell.
  @inline(__always)
  func nearForm(of cell: Cell, within tolerance: ColorTolerance) -> Cell {
    guard isKnown else { return cell }
    if cell.glyph == .blank {
      return Cell(.blank, background: near(cell.background, or: background, foreground, within: tolerance))
    }
    // The terminal's own two colors have one value, and differ.
    if cell.glyph.isPictureElement, cell.foreground != .terminalDefault,
      tolerance.allows(cell.background, for: cell.foreground)
    {
      for color in [background, foreground]
      where tolerance.allows(color, for: cell.background) && tolerance.allows(color, for: cell.foreground) {
        return Cell(.blank, background: color)
      }
      return Cell(.blank, background: cell.background)
    }
    let near = Cell(
      cell.glyph, foreground: near(cell.foreground, or: foreground, background, within: tolerance),
      background: near(cell.background, or: background, foreground, within: tolerance))
    if cell.glyph.isPictureElement { return near.drawn(before: .blank).cell }
    // Text stays visible. A blank would be narrower than a wide glyph, and the cursor then not where it is believed to be.
    return near.foreground == near.background ? cell : near
  }

  /// Returns a full block for a blank in the pen's foreground color, so that no color is set; nil for other cells.
  ///
  /// Only for frames in motion, since some fonts leave gaps around the block: exact frames replace it (`Cell.inked`).
  @inline(__always)
  func inkForm(of cell: Cell) -> Cell? {
    guard cell.glyph == .blank, isKnown, cell.background == foreground, foreground != background,
      foreground != .terminalDefault
    else { return nil }
    return Cell(.fullBlock, foreground: foreground, background: background)
  }

  @inline(__always)
  private func near(_ color: Color, or first: Color, _ second: Color, within tolerance: ColorTolerance) -> Color {
    if tolerance.allows(first, for: color) { return first }
    return tolerance.allows(second, for: color) ? second : color
  }

  /// Sets the terminal's own colors.
  mutating func reset(in sink: inout ByteSink) {
    change(foreground: .terminalDefault, background: .terminalDefault, in: &sink)
  }

  private mutating func change(foreground: Color, background: Color, in sink: inout ByteSink) {
    let isSame = foreground == self.foreground && background == self.background
    if isSame && isKnown { return }
    // ESC [
    sink.append(packed: 0x5B1B, count: 2)
    if foreground == .terminalDefault && background == .terminalDefault {
      // ESC [ m: resets everything.
      sink.append(0x6D)
    } else {
      if !isKnown {
        // 0 ;
        sink.append(packed: 0x3B30, count: 2)
        self.foreground = .terminalDefault
        self.background = .terminalDefault
      }
      if foreground != self.foreground { Self.append(foreground, layer: 0, to: &sink) }
      if background != self.background { Self.append(background, layer: 10, to: &sink) }
      sink.replaceLast(with: 0x6D)
    }
    self.foreground = foreground
    self.background = background
    isKnown = true
  }

  /// Appends the parameters of one color, each followed by a semicolon; `layer` is 0 for the foreground, 10 for the
  /// background.
  @inline(__always)
  private static func append(_ color: Color, layer: UInt8, to sink: inout ByteSink) {
    let raw = color.rawValue
    switch color.kind {
    case .rgb:
      // 38;2; or 48;2;
      sink.append(packed: layer == 0 ? 0x3B_323B_3833 : 0x3B_323B_3834, count: 5)
      sink.append(channel: UInt8(truncatingIfNeeded: raw >> 16))
      sink.append(channel: UInt8(truncatingIfNeeded: raw >> 8))
      sink.append(channel: UInt8(truncatingIfNeeded: raw))
    case .indexed(let index):
      if index < 8 {
        sink.append(channel: 30 + layer + index)
      } else if index < 16 {
        sink.append(channel: 82 + layer + index)
      } else {
        // 38;5; or 48;5;
        sink.append(packed: layer == 0 ? 0x3B_353B_3833 : 0x3B_353B_3834, count: 5)
        sink.append(channel: index)
      }
    case .terminalDefault:
      sink.append(channel: 39 + layer)
    }
  }
}
