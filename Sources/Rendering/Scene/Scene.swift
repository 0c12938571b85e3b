package import Carousel
package import Terminal

/// Everything that is on the screen at one moment, as a value; composed whole, each time.
package struct Scene {
  /// The window.
  package var window: CellSize
  package var style: SceneStyle
  /// What the carousel shows.
  package var frame: CarouselMachine.Frame
  /// The contents of the slides in the frame's slots, by index; where one is missing the slot is empty.
  package var contents: [Int: SlideContent]
  /// What stands where there are no slides at all; nil: nothing.
  package var vacancy: SlideContent?
  /// What there is to say of them, by index.
  package var captions: [Int: String] = [:]
  /// Words in the corner.
  package var status = StatusWords()
  /// Whether dots, bar and countdown are drawn: not in the viewer.
  package var showsOverlays = true
  /// The panel of keys, while it is open.
  package var help: HelpPanel?

  /// A scene without words.
  package init(window: CellSize, style: SceneStyle, frame: CarouselMachine.Frame, contents: [Int: SlideContent]) {
    self.window = window
    self.style = style
    self.frame = frame
    self.contents = contents
  }

  /// Where everything is: worked out from the scene each time, so ask once a frame.
  package var layout: OverlayLayout { OverlayLayout(of: self) }

  /// The whole frame.
  package func composed() -> CellBuffer { composed(with: layout) }

  /// The whole frame, drawn where this scene's layout has it.
  package func composed(with layout: OverlayLayout) -> CellBuffer {
    var buffer = slides()
    // What is under the help is the pictures alone: dots and words would be blots.
    let helpBacking = layout.help?.backing(over: buffer, style: style.slides)
    layout.bar?.draw(on: &buffer, style: style)
    layout.countdown?.draw(on: &buffer, style: style)
    layout.dots?.draw(on: &buffer, frame: frame, bar: layout.bar, style: style)
    layout.status?.draw(on: &buffer, style: style)
    if let helpBacking { layout.help?.draw(on: &buffer, on: helpBacking, style: style.slides) }
    return buffer
  }

  /// How far the slides in view have moved sideways, in columns: what moves are fitted cells, not samples.
  var slideShifts: (current: Int, neighbor: Int) {
    let shift = Int((frame.progress.value * Double(window.columns)).rounded())
    return (-shift, shift > 0 ? window.columns - shift : -window.columns - shift)
  }

  /// The slides alone, between rest and rest.
  private func slides() -> CellBuffer {
    guard let current = frame.current else { return (vacancy ?? empty).cells }
    let own = contents[current] ?? empty
    guard frame.progress.value != 0 else { return own.cells }
    let other = frame.neighborInView.flatMap { contents[$0] } ?? empty
    switch frame.drawing {
    case .fade: return own.mixed(with: other, abs(frame.progress.value), style: style.slides)
    case .slide:
      let shifts = slideShifts
      var buffer = CellBuffer(size: window)
      buffer.copyColumns(of: own.cells, movedBy: shifts.current)
      buffer.copyColumns(of: other.cells, movedBy: shifts.neighbor)
      return buffer
    }
  }

  private var empty: SlideContent { SlideContent(emptyIn: window, style: style.slides) }
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
