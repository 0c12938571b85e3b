import Bitmaps
import Rendering
import Terminal
import TestSupport
import Testing

/// Slots without a picture.
@Suite struct EmptySlotTests {
  private let window = CellSize(columns: 6, rows: 3)

  @Test(
    arguments: ColorDepth.allCases, [Backdrop.terminal(assumed: .black), .terminal(assumed: .white), .checkerboard])
  func `an empty slot on the terminal's own background is what each art draws there`(
    depth: ColorDepth, backdrop: Backdrop
  ) {
    for art in ArtMode.all + [ArtMode(.braille)] {
      for usesBackgrounds in [true, false] {
        var picture = PictureStyle(art: art)
        (picture.backdrop, picture.usesBackgrounds) = (backdrop, usesBackgrounds)
        let style = SlideStyle(picture, on: TerminalProfile(depth: depth))
        let drawn = art.draw(Canvas(cells: window, samplesPerCell: art.samplesPerCell), style.options)
        expect(SlideContent(emptyIn: window, style: style).cells, equals: drawn, "\(art.name)")
      }
    }
  }
}
