import Bitmaps
import Carousel
import CarouselViewing
package import Decks
package import Downloads
package import Imaging
package import Pictures
package import Rendering
import Terminal

/// Prints slides without a screen: each picture, or each whole scene, as rows of cells.
package struct StillPrinter {
  package let options: Options
  /// The window that each slide is fitted to.
  package let viewport: Viewport
  /// Whether dots, description bar and margins are drawn; otherwise only the picture's own cells are.
  package let drawsScene: Bool
  /// How pictures are printed in pixels; nil: they are printed in cells.
  private let pixels: PrintedPixels?
  private let loader: PictureLoader
  /// Waits for the download of a slide's URL; returns nil if the slide is a file.
  private let copy: (Deck, Int) throws(LoadError) -> FetchedCopy?
  private let style: SlideStyle
  private var reducer: ColorReducer

  /// A printer.
  ///
  /// - Parameters:
  ///   - pixels: how pictures are printed in pixels; nil: in cells, as scenes always are.
  ///   - copy: waits for the download of a slide's URL; returns nil if the slide is a file.
  package init(
    options: Options, viewport: Viewport, terminal: TerminalProfile, drawsScene: Bool, loader: PictureLoader,
    pixels: PrintedPixels? = nil,
    copy: @escaping (Deck, Int) throws(LoadError) -> FetchedCopy? = { _, _ in nil }
  ) {
    self.copy = copy
    self.pixels = pixels
    self.options = options
    self.viewport = viewport
    style = SlideStyle(options.preferences.picture, on: terminal)
    self.drawsScene = drawsScene
    self.loader = loader
    reducer = ColorReducer(depth: terminal.depth)
  }

  /// The index of the first slide.
  package func firstIndex(in deck: Deck) -> Int { options.start.position(in: deck) ?? 0 }

  /// A printed slide.
  package struct Still: Sendable {
    /// The rows of cells; empty for a picture that could not be shown. A scene has a card instead.
    package var bytes: [UInt8]
    /// Why the slide could not be shown.
    package var failure: LoadError?
    /// A defect of a picture that is shown.
    package var defect: PictureDefect?
  }

  /// Prints one slide.
  package mutating func still(of deck: Deck, at index: Int) -> Still {
    if drawsScene { return scene(of: deck, at: index) }
    let picture: LoadedPicture
    do throws(LoadError) {
      let key = PictureKey(
        location: deck[index].location, shape: options.shape(in: viewport), copy: try copy(deck, index))
      if let still = try pixelStill(of: key) { return still }
      picture = try loader.load(key)
    } catch {
      return Still(bytes: [], failure: error)
    }
    // The picture's own cells: below a last half row, the terminal's background shows.
    let area = CellSize(columns: picture.grid.width, rows: (picture.grid.height + 1) / 2)
    var canvas = Canvas(cells: area, samplesPerCell: style.picture.art.samplesPerCell)
    canvas.draw(picture.bitmap, atColumn: 0, row: 0, over: style.picture.backdrop)
    // A picture that is not scaled down is drawn exactly.
    let isScaled = picture.naturalSize.width > picture.grid.width || picture.naturalSize.height > picture.grid.height
    let cells = style.picture.art.draw(canvas, style.options)
    return Still(bytes: encoded(cells, optimizesRate: isScaled), defect: picture.defect)
  }

  /// Prints one picture in pixels; nil if it must be printed in cells.
  private func pixelStill(of key: PictureKey) throws(LoadError) -> Still? {
    guard let pixels else { return nil }
    var key = key
    key.shape = pixels.shape(options, in: viewport)
    let (loader, picture) = (loader, try loader.load(key))
    return pixels.still(
      picture, in: viewport, style: style, jpeg: { [key] in loader.plainJPEG(of: key, limit: $0) }
    ).map { Still(bytes: $0, defect: picture.defect) }
  }

  /// Prints one slide with everything around it, or a card if it cannot be shown.
  private mutating func scene(of deck: Deck, at index: Int) -> Still {
    let loader = loader
    let window = RestingWindow(
      options: options, viewport: viewport, terminal: style.terminal, copy: copy
    ) { key throws(LoadError) in try loader.load(key) }
    let (cells, picture) = window.frame(of: deck, at: index)
    var still = Still(bytes: encoded(cells))
    switch picture {
    case .success(let picture): still.defect = picture.defect
    case .failure(let error): still.failure = error
    case nil: break
    }
    return still
  }

  private mutating func encoded(_ buffer: CellBuffer, optimizesRate: Bool = false) -> [UInt8] {
    FrameEncoder.encodeStill(reducer.reduce(buffer), isUTF8: style.terminal.isUnicode, optimizesRate: optimizesRate)
  }
}
