import Carousel
package import Decks
package import Downloads
package import Imaging
package import Pictures
package import Rendering
import Terminal

/// Slides without a screen: each picture, or each whole scene, as rows of cells.
package struct StillPrinter {
  package let options: Options
  /// The cells to fit each slide into.
  package let viewport: Viewport
  /// Whether dots, bar and margins are drawn, or the picture's own cells alone.
  package let drawsScene: Bool
  private let loader: PictureLoader
  /// Waits for a slide's copy from the network; nil: it has none.
  private let copy: (Deck, Int) throws(LoadError) -> FetchedCopy?
  private let style: SceneStyle
  private var reducer: ColorReducer

  /// A printer.
  ///
  /// - Parameter copy: waits for the copy of a slide's URL; nil: the slide is a file.
  package init(
    options: Options, viewport: Viewport, terminal: TerminalProfile, drawsScene: Bool, loader: PictureLoader,
    copy: @escaping (Deck, Int) throws(LoadError) -> FetchedCopy? = { _, _ in nil }
  ) {
    self.copy = copy
    self.options = options
    self.viewport = viewport
    let preferences = options.preferences
    style = SceneStyle(slides: SlideStyle(preferences.picture, on: terminal), overlays: preferences.overlays)
    self.drawsScene = drawsScene
    self.loader = loader
    reducer = ColorReducer(depth: terminal.depth)
  }

  /// The slide to begin with.
  package func firstIndex(in deck: Deck) -> Int { options.start.position(in: deck) ?? 0 }

  /// One slide, drawn.
  package struct Still: Sendable {
    /// Rows of cells; none of a picture that could not be shown. A scene has a card then.
    package var bytes: [UInt8]
    /// Why it could not be shown.
    package var failure: LoadError?
    /// What is wrong with a picture that is shown.
    package var defect: PictureDefect?
  }

  /// One slide's rows of cells.
  package mutating func still(of deck: Deck, at index: Int) -> Still {
    let slide = deck[index]
    let shape = options.shape(in: viewport)
    let picture: LoadedPicture
    do throws(LoadError) {
      let copy = try copy(deck, index)
      picture = try loader.load(PictureKey(location: slide.location, shape: shape, copy: copy))
    } catch {
      guard drawsScene else { return Still(bytes: [], failure: error) }
      let card = Card.failure(reason: error.description, name: SafeText.visible(slide.location.nameBytes))
      let content = SlideContent(card: card, in: viewport.size, style: style.slides)
      return Still(bytes: encoded(scene(content, deck, index, nil).composed()), failure: error)
    }
    guard drawsScene else {
      // The picture's own cells: a last half row shows the terminal's background below it.
      let area = CellSize(columns: picture.grid.width, rows: (picture.grid.height + 1) / 2)
      var canvas = Canvas(cells: area, samplesPerCell: style.picture.art.samplesPerCell)
      canvas.draw(picture.bitmap, atColumn: 0, row: 0, over: style.picture.backdrop)
      // What has a place for each pixel is drawn exactly.
      let isScaled = picture.naturalSize.width > picture.grid.width || picture.naturalSize.height > picture.grid.height
      let cells = style.picture.art.draw(canvas, style.slides.options)
      return Still(bytes: encoded(cells, optimizesRate: isScaled), defect: picture.defect)
    }
    let content = SlideContent(picture: picture.bitmap, grid: picture.grid, in: viewport.size, style: style.slides)
    return Still(bytes: encoded(scene(content, deck, index, picture).composed()), defect: picture.defect)
  }

  private mutating func encoded(_ buffer: CellBuffer, optimizesRate: Bool = false) -> [UInt8] {
    FrameEncoder.encodeStill(reducer.reduce(buffer), isUTF8: style.terminal.isUnicode, optimizesRate: optimizesRate)
  }

  private func scene(_ content: SlideContent, _ deck: Deck, _ index: Int, _ picture: LoadedPicture?) -> Scene {
    let machine = CarouselMachine(count: deck.count, start: index, settings: options.settings)
    var scene = Scene(window: viewport.size, style: style, frame: machine.frame(at: .zero), contents: [index: content])
    scene.captions[index] = options.captions.text(
      for: CaptionFormat.Facts(of: deck[index], number: index + 1, count: deck.count, picture: picture))
    return scene
  }
}
