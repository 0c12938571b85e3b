package import Carousel
package import Terminal

/// Everything that is on the screen at one moment, as a value; composed whole, each time.
package struct Scene {
  /// The window.
  package var window: CellSize
  package var style: SceneStyle
  /// What the carousel shows.
  package var frame: Frame
  /// The contents of the slides in the frame's slots, by index; where one is missing the slot is empty.
  package var contents: [Int: SlideContent]
  /// What there is to say of them, by index.
  package var captions: [Int: String] = [:]
  /// Words in the corner.
  package var status = StatusWords()
  /// Whether dots, bar and countdown are drawn: not in the viewer.
  package var showsOverlays = true
  /// The panel of keys, while it is open.
  package var help: HelpPanel?

  /// A scene without words.
  package init(window: CellSize, style: SceneStyle, frame: Frame, contents: [Int: SlideContent]) {
    self.window = window
    self.style = style
    self.frame = frame
    self.contents = contents
  }

  /// Below this, there is the picture and nothing else.
  package static let leastOverlaid = CellSize(columns: 8, rows: 4)

  /// Whether a description bar is on the screen, of this frame's slides.
  package static func barRows(window: CellSize, frame: Frame, captions: [Int: String], style: SceneStyle) -> Int {
    guard style.showsCaptions, let page = frame.currentPage, !(captions[page] ?? "").isEmpty else { return 0 }
    return DescriptionBar.rows(in: window)
  }

  /// The whole frame.
  package func composed() -> CellBuffer {
    var buffer = slides()
    guard window.columns >= Scene.leastOverlaid.columns, window.rows >= Scene.leastOverlaid.rows else {
      return buffer
    }
    // A second copy of the cells, which no frame of a motion is to cost.
    let bare = help == nil ? nil : buffer
    var dots: PageDots?
    if showsOverlays {
      DescriptionBar.draw(on: &buffer, frame: frame, captions: captions, style: style)
      let barRows = Scene.barRows(window: window, frame: frame, captions: captions, style: style)
      dots = frame.currentPage.flatMap { page in
        PageDots(
          count: frame.count, current: page, window: window, position: style.pagePosition, barRows: barRows)
      }
      if style.showsCountdown, let countdown = frame.countdown {
        CountdownLine.draw(countdown, on: &buffer, besides: dots, style: style)
      }
      dots?.draw(on: &buffer, frame: frame, style: style)
    }
    StatusPill.draw(status, on: &buffer, besides: dots, style: style)
    if let help, let bare { help.draw(on: &buffer, over: bare, style: style) }
    return buffer
  }

  /// The slides alone, between rest and rest.
  private func slides() -> CellBuffer {
    guard let current = frame.current else { return empty.cells }
    let own = contents[current] ?? empty
    guard frame.offset != 0 else { return own.cells }
    let other = frame.neighborInView.flatMap { contents[$0] } ?? empty
    switch frame.drawing {
    case .fade: return own.mixed(with: other, abs(frame.offset), style: style)
    case .slide:
      // Whole cells: what moves are fitted cells, not samples.
      let shift = Int((frame.offset * Double(window.columns)).rounded())
      var buffer = CellBuffer(size: window)
      buffer.copyColumns(of: own.cells, movedBy: -shift)
      buffer.copyColumns(of: other.cells, movedBy: shift > 0 ? window.columns - shift : -window.columns - shift)
      return buffer
    }
  }

  private var empty: SlideContent { SlideContent(emptyIn: window, style: style) }
}

extension CellBuffer {
  /// Copies another buffer of this size, moved sideways; what leaves is cut, what is not covered stays.
  mutating func copyColumns(of other: CellBuffer, movedBy shift: Int) {
    let columns = size.columns
    guard shift > -columns, shift < columns, size == other.size else { return }
    let (from, to, count) = (max(0, -shift), max(0, shift), columns - abs(shift))
    for row in 0..<size.rows {
      let (source, target) = (row * columns + from, row * columns + to)
      cells.replaceSubrange(target..<(target + count), with: other.cells[source..<(source + count)])
      // A wide glyph cut in half is no glyph.
      if cells[target].glyph == .continuation { cells[target].glyph = .blank }
      if cells[target + count - 1].glyph.width > 1 { cells[target + count - 1].glyph = .blank }
    }
  }
}
