import Bitmaps
import Carousel
import CarouselViewing
package import Decks
package import Downloads
package import Imaging
package import Pictures
package import Rendering
package import Terminal

/// Prints slides without a screen: each picture, or each whole scene, as rows of cells.
package struct StillPrinter {
  package let options: Options
  /// The window in which everything is printed.
  private let window: Viewport
  /// The window that each slide is fitted to.
  private let viewport: Viewport
  /// Whether dots, description bar and margins are drawn; otherwise only the picture's own cells are.
  package let drawsScene: Bool
  /// How pictures are printed in pixels; nil: they are printed in cells.
  private let pixels: PrintedPixels?
  private let loader: PictureLoader
  /// Waits for the download of a slide's URL; returns nil if the slide is a file.
  private let copy: (Deck, Int) throws(LoadError) -> FetchedCopy?
  private let terminal: TerminalProfile
  /// Whether each picture has its name or caption below it.
  private let showsNames: Bool
  /// Whether names are links.
  private let showsLinks: Bool
  /// The slides beside each other; nil: each slide has its own rows.
  private var sheet: ContactSheet?
  private var reducer: ColorReducer
  /// How the terminal reorders what is printed.
  private let reordering: TextReordering

  /// A printer.
  ///
  /// - Parameters:
  ///   - showsNames: whether each picture has its name or caption below it.
  ///   - showsLinks: whether names are links to their files.
  ///   - columns: the number of slides beside each other, as in a contact sheet; nil: each slide has the whole width.
  ///   - pixels: how pictures are printed in pixels; nil: in cells, as scenes always are.
  ///   - reordering: how the terminal reorders what is printed.
  ///   - copy: waits for the download of a slide's URL; returns nil if the slide is a file.
  package init(
    options: Options, viewport: Viewport, terminal: TerminalProfile, drawsScene: Bool, loader: PictureLoader,
    showsNames: Bool = false, showsLinks: Bool = false, columns: Int? = nil, pixels: PrintedPixels? = nil,
    reordering: TextReordering = .none,
    copy: @escaping (Deck, Int) throws(LoadError) -> FetchedCopy? = { _, _ in nil }
  ) {
    self.copy = copy
    self.pixels = pixels
    self.reordering = reordering
    self.options = options
    self.window = viewport
    let sheet = columns.map { ContactSheet(columns: $0, in: viewport) }
    self.sheet = sheet
    (self.showsNames, self.showsLinks) = (showsNames, showsLinks)
    var viewport = viewport
    if let sheet { viewport.size = sheet.tile }
    self.viewport = viewport
    self.terminal = terminal
    self.drawsScene = drawsScene
    self.loader = loader
    reducer = ColorReducer(depth: terminal.depth)
  }

  /// The index of the first slide.
  package func firstIndex(in deck: Deck) -> Int { options.start.position(in: deck) ?? 0 }

  /// Prepares the drawing of pictures while the first one is loaded.
  package func prepare() { if pixels == nil { style.prepare() } }

  /// A printed slide.
  package struct Still: Sendable {
    /// The picture's rows, and its name; nothing of a picture that could not be shown. A scene has a card instead. In a
    /// contact sheet, the rows of a whole row of slides, once it is complete.
    package var bytes: [UInt8]
    /// Why the slide could not be shown.
    package var failure: LoadError?
    /// A defect of a picture that is shown.
    package var defect: PictureDefect?

    /// What was printed of a slide.
    package init(bytes: [UInt8], failure: LoadError? = nil, defect: PictureDefect? = nil) {
      (self.bytes, self.failure, self.defect) = (bytes, failure, defect)
    }
  }

  /// Prints one slide.
  package mutating func still(of deck: Deck, at index: Int) -> Still {
    let drawn = drawsScene ? scene(of: deck, at: index) : picture(of: deck, at: index)
    var labels = showsNames ? [drawn.name ?? name(of: deck, at: index, nil)] : []
    let link = showsNames && showsLinks ? Hyperlink(of: deck[index]) : nil
    var still = Still(bytes: [], failure: drawn.failure, defect: drawn.defect)
    guard sheet != nil else {
      switch drawn.content {
      case .cells(let cells): still.bytes = encoded(cells)
      case .encoded(let bytes): still.bytes = bytes
      case .pixels, .nothing: return still
      }
      if let label = labels.first { still.bytes += line(label, link) }
      return still
    }
    // The picture's place stays empty.
    if case .nothing = drawn.content, let failure = drawn.failure {
      labels = [name(of: deck, at: index, nil), failure.description]
    }
    let tile = ContactSheet.Tile(content: drawn.content, labels: labels, link: link)
    if let row = sheet?.add(tile) { still.bytes = bytes(of: row) }
    return still
  }

  /// Loads the picture of a slide, which `--json` and `--alt` describe. It is decoded in the smallest size: only that
  /// shows that it is intact.
  package func facts(of deck: Deck, at index: Int) -> SlideFacts {
    let result: Result<LoadedPicture, LoadError>
    do throws(LoadError) {
      let dot = Viewport(size: CellSize(columns: 1, rows: 1))
      let key = PictureKey(location: deck[index].location, shape: options.shape(in: dot), copy: try copy(deck, index))
      result = .success(try loader.load(key))
    } catch {
      result = .failure(error)
    }
    return SlideFacts(of: deck[index], number: index + 1, count: deck.count, picture: result)
  }

  /// Ends printing; returns the rest: the last row of a contact sheet.
  package mutating func finish() -> [UInt8] { sheet?.finish().map { bytes(of: $0) } ?? [] }

  /// What is printed of a slide.
  private struct Drawn {
    var content = ContactSheet.Content.nothing
    /// The text below a picture that has been loaded.
    var name: String?
    var failure: LoadError?
    var defect: PictureDefect?
  }

  /// A slide's picture alone.
  private func picture(of deck: Deck, at index: Int) -> Drawn {
    do throws(LoadError) {
      let look = SlideLook(deck[index].own)
      let options = options.having(look)
      let style = SlideStyle(options.preferences.picture, on: terminal)
      func backdrop(of picture: LoadedPicture) -> Backdrop? {
        look.backdrop ?? picture.contrastingBackdrop(insteadOf: style.picture.backdrop, on: terminal.background)
      }
      let key = PictureKey(
        location: deck[index].location, shape: options.shape(in: viewport), copy: try copy(deck, index))
      if let pixels {
        var pixelKey = key
        pixelKey.shape = pixels.shape(options, in: viewport)
        let picture = try loader.load(pixelKey)
        var drawn = drawn(of: deck, at: index, picture)
        if sheet != nil {
          drawn.content = .pixels(picture, inCells: key, over: backdrop(of: picture))
          return drawn
        }
        let still = pixels.still(
          picture, in: viewport, style: style.over(backdrop(of: picture)),
          frames: options.preferences.animate == .never
            ? nil : { [loader] in try? loader.forEachFrame(of: pixelKey, natural: picture.naturalSize, $0) })
        if let still {
          drawn.content = .encoded(still)
          return drawn
        }
      }
      let picture = try loader.load(key)
      var drawn = drawn(of: deck, at: index, picture)
      let ownStyle = style.over(backdrop(of: picture))
      drawn.content = .cells(cells(of: consume picture, ownStyle))
      return drawn
    } catch {
      return Drawn(failure: error)
    }
  }

  /// What is known of a picture that has been loaded.
  private func drawn(of deck: Deck, at index: Int, _ picture: LoadedPicture) -> Drawn {
    Drawn(name: showsNames ? name(of: deck, at: index, picture) : nil, defect: picture.defect)
  }

  /// A picture's own cells: below a last half row, the terminal's background shows. Its pixels are drawn in place if nobody else has them.
  private func cells(of picture: consuming LoadedPicture, _ style: SlideStyle) -> CellBuffer {
    let area = CellSize(columns: picture.grid.width, rows: (picture.grid.height + 1) / 2)
    let art = style.picture.art
    let canvas = Canvas(
      cells: area, samplesPerCell: art.samplesPerCell, showing: (consume picture).bitmap, over: style.picture.backdrop)
    return art.draw(consume canvas, style.options)
  }

  /// One slide with everything around it, or a card if it cannot be shown.
  private func scene(of deck: Deck, at index: Int) -> Drawn {
    let loader = loader
    let window = RestingWindow(
      options: options, viewport: viewport, terminal: style.terminal, copy: copy
    ) { key throws(LoadError) in try loader.load(key) }
    var (cells, result) = window.frame(of: deck, at: index)
    if !showsLinks { cells.links = [] }
    var drawn = Drawn()
    switch result {
    case .success(let picture): drawn = self.drawn(of: deck, at: index, picture)
    case .failure(let error): drawn.failure = error
    case nil: break
    }
    drawn.content = .cells(cells)
    return drawn
  }

  /// The text below a picture: its name, or the text of the caption's format if there is one.
  private func name(of deck: Deck, at index: Int, _ picture: LoadedPicture?) -> String {
    let facts = CaptionFormat.Facts(of: deck[index], number: index + 1, count: deck.count, picture: picture)
    let caption = options.captions == .deckCaption ? "" : options.captions.text(for: facts)
    return caption.isEmpty ? facts.name + (facts.page.map { ", page \($0)" } ?? "") : caption
  }

  // MARK: - Bytes

  /// The style of slides for which a deck sets nothing.
  private var style: SlideStyle { SlideStyle(options.preferences.picture, on: terminal) }

  private mutating func bytes(of row: ContactSheet.Row) -> [UInt8] {
    var bytes: [UInt8] = row.isFirst ? [] : [0x0A]
    var row = row
    if let pixels, let picture = row.bitmap(of: pixels.unit) {
      if let still = pixels.still(LoadedPicture(row: picture), in: window, style: style) {
        bytes += still
      } else {
        row.replacePixels { key, backdrop in
          (try? loader.load(key)).map { cells(of: $0, style.over(backdrop)) }
        }
      }
    }
    bytes += encoded(row.cells)
    if let labels = row.labels(isUnicode: style.terminal.isUnicode) { bytes += encoded(labels) }
    return bytes
  }

  private mutating func line(_ text: String, _ link: Hyperlink?) -> [UInt8] {
    let text = SafeText.line(text, columns: window.size.columns, isUnicode: style.terminal.isUnicode)
    var row = CellBuffer(size: CellSize(columns: max(1, displayWidth(of: text)), rows: 1))
    let columns = row.write(text, column: 0, row: 0)
    if let link { row.links = [LinkedCells(row: 0, columns: 0..<columns, link: link)] }
    return encoded(row)
  }

  private mutating func encoded(_ buffer: CellBuffer) -> [UInt8] {
    FrameEncoder.encodeStill(
      reducer.reduce(buffer.compensated(for: reordering)), isUTF8: style.terminal.isUnicode, tolerance: .invisible)
  }
}

extension LoadedPicture {
  fileprivate init(row: Bitmap) {
    self.init(bitmap: row, grid: row.size, naturalSize: row.size, format: "")
  }
}
