package import Carousel
import CarouselViewing
import Decks
import Bitmaps
import Imaging
import Pictures
package import Rendering
package import Terminal

/// The whole window at a timestamp.
package struct SessionFrame: Sendable {
  package var cells: CellBuffer
  /// The same window with pictures in pixels; nil if there are none.
  package var pixels: PixelFrame?
  /// The pixels to show until the terminal has the images of `pixels`; nil if nothing stands in for them.
  package var standIn: PixelFrame?
  /// Images that later frames may need, likeliest first.
  package var upcoming: [PixelImage] = []
  /// The layout of the frame, for hit testing.
  package var layout: OverlayLayout
  /// The slides that were drawn for it, to be reused.
  let contents: ContentDrawing

  /// The frame as a screen presents it.
  package var frame: Frame {
    var frame = Frame(cells, pixels: pixels)
    frame.standIn = standIn
    frame.upcoming = upcoming
    return frame
  }

  /// The frame of a scene, with its layout.
  fileprivate init(_ frame: Frame, layout: OverlayLayout, contents: ContentDrawing) {
    (cells, pixels, standIn) = (frame.cells, frame.pixels, frame.standIn)
    self.layout = layout
    self.contents = contents
  }

  init(cells: CellBuffer, layout: OverlayLayout, contents: ContentDrawing) {
    self.init(Frame(cells), layout: layout, contents: contents)
  }
}

extension Session {
  /// Returns the whole window at a timestamp, without changing anything; `SessionEvent.composed` keeps what was drawn
  /// for it.
  package func frame(at now: Timestamp) -> SessionFrame {
    let growing = growing(at: now)
    var frame = plainFrame(hiding: growing == nil ? nil : departure?.location, at: now)
    // An animation that plays in pixels no longer needs its first frame.
    let first = playback?.shownPixels == nil ? nil : playback?.pixels.flatMap { pixelPictures[$0.key] }
    frame.upcoming = pixelPictures.ready.filter { $0 != first }.map(\.image) + upcomingDissolveImages(at: now)
    guard let (picture, backdrop) = growing else { return frame }
    if let backdrop { frame.cells = backdrop.fitted(to: window) }
    picture.draw(on: &frame.cells, style: style.slides)
    return frame
  }

  /// The window without pictures that open or close over it.
  ///
  /// - Parameter hidden: the slide whose picture is opening or closing, and must not be drawn in its place as well.
  func plainFrame(hiding hidden: Location? = nil, at now: Timestamp) -> SessionFrame {
    if let grid { return self.frame(of: grid, hiding: hidden, at: now) }
    let frame = machine.frame(at: now)
    let area = slideArea
    var drawing = contents.drawing()
    var slots: [Int: SlideContent] = [:]
    for index in slotsInView(frame) {
      // A hidden slide is drawn all the same: it will be needed soon.
      let content = content(of: index, at: now, with: &drawing)
      if index >= deck.count || deck[index].location != hidden { slots[index] = content }
    }
    var scene = Scene(window: area.size, style: style, frame: frame, contents: slots)
    if deck.count == 0, isDeckComplete { scene.vacancy = drawing.card(vacancyCard) }
    (scene.pixels, scene.pixelStandIn) = pixelStages(of: Set(slots.keys), at: now)
    scene.captions = captions(in: frame)
    scene.marked = markedPages
    scene.showsOverlays = !isViewing
    scene.status = statusWords(at: now)
    scene.help = help ?? mode.menu?.panel ?? facts(at: now)
    let own = scene.layout
    guard !isViewing, preferences.overlays.showsTabs, let tabs = TabStrip(in: window, frame: frame) else {
      return SessionFrame(scene.frame(with: own), layout: own, contents: drawing)
    }
    let whole = scene.frame(with: own, beside: tabs, tabNames(of: tabs, in: frame), in: window, at: area)
    return SessionFrame(whole, layout: own.beside(tabs, in: area), contents: drawing)
  }

  /// The texts of the tabs: the slides' captions, or their names if they have none.
  private func tabNames(of tabs: TabStrip, in frame: CarouselMachine.Frame) -> [Int: String] {
    var names: [Int: String] = [:]
    for index in Set(tabs.slides).union([frame.progress.from, frame.progress.to].compactMap { $0 })
    where index < deck.count {
      let caption = caption(of: index, deck[index])
      names[index] = caption.isEmpty ? SafeText.visible(deck[index].location.nameBytes) : caption
    }
    return names
  }

  /// The card that is shown if there are no slides; `--watch` or `r` may bring some.
  var vacancyCard: Card {
    let place = options.sources.isEmpty ? "" : " in \(options.sources)"
    return Card(
      .placeholder,
      lines: options.watches ? ["waiting for pictures\(place)"] : ["no pictures\(place)", "press r to reload"])
  }

  /// The kind of frame at a timestamp: only a frame in motion may be inexact.
  package func frameKind(at now: Timestamp) -> FrameKind {
    if growing(at: now) != nil { return .mixing }
    if let grid { return grid.machine.frame(at: now).isMoving ? .sliding : .still }
    let kind = machine.frame(at: now).kind
    guard kind == .still, let zoom = viewer?.zoom.frame(at: now) else { return kind }
    return zoom.isMoving || (zoom.isHeld && gesture?.hasMoved == true) ? .mixing : .still
  }

  /// A slide's text in the description bar.
  func caption(of index: Int, _ slide: Slide) -> String {
    var picture: LoadedPicture?
    if case .loaded(let loaded) = pictures.state(of: key(for: slide.location)) { picture = loaded }
    return options.captions.text(
      for: CaptionFormat.Facts(of: slide, number: index + 1, count: deck.count, picture: picture))
  }

  func captions(in frame: CarouselMachine.Frame) -> [Int: String] {
    var captions: [Int: String] = [:]
    for index in slotsInView(frame) where index < deck.count { captions[index] = caption(of: index, deck[index]) }
    return captions
  }

  /// The slides that are at least partly visible.
  func slotsInView(_ frame: CarouselMachine.Frame) -> Set<Int> {
    Set(frame.layers.map(\.slide) + [frame.current, frame.progress.to].compactMap { $0 })
  }

  /// A slide's content; nil if nothing is known of it yet.
  ///
  /// - Parameter isNamed: whether the slide's name is shown beside it, so that cards leave it out.
  func content(
    of index: Int, at now: Timestamp, isNamed: Bool = false, with drawing: inout ContentDrawing
  ) -> SlideContent? {
    guard index < deck.count else { return nil }
    let location = deck[index].location
    let name = isNamed ? nil : SafeText.visible(location.nameBytes)
    let key = key(for: location)
    switch pictures.state(of: key) {
    case .loaded(let picture):
      return zoomedContent(of: picture, key: key, at: now, with: &drawing) ?? coveredContents[location]
        ?? content(of: picture, key: key, isCovered: key == playback?.key && coversPlayback(at: now), with: &drawing)
    case .failed(let error):
      return drawing.card(.failure(reason: error.description, name: name))
    case .loading, nil:
      if let standIn = pictures.standIns[location] {
        return zoomedContent(of: standIn, key: key, at: now, with: &drawing) ?? coveredContents[location]
          ?? content(ofStandIn: standIn, with: &drawing)
      }
      if let failure = downloadFailure(of: location) {
        return drawing.card(.failure(reason: failure, name: name))
      }
      guard let since = pictures.beginning(of: key), since.duration(to: now) >= PictureStates.placeholderDelay else {
        return nil
      }
    }
    let progress = progress(of: location, at: now)
    if let placeholder = options.placeholder,
      case .loaded(let picture) = pictures.state(of: self.key(for: .file(placeholder)))
    {
      guard let progress else { return content(of: picture, with: &drawing) }
      return drawing.picture(
        serial: picture.serial, bitmap: { picture.bitmap }, grid: picture.grid, progress: progress)
    }
    return drawing.card(.loading(name: name, progress: progress))
  }

  /// A picture as the viewer's zoom shows it; nil if it is shown like any slide.
  private func zoomedContent(
    of picture: LoadedPicture, key: PictureKey, at now: Timestamp, with drawing: inout ContentDrawing
  ) -> SlideContent? {
    guard let (frame, box) = zoomedPlace(of: key.location, at: now) else { return nil }
    var (bitmap, serials) = (picture.bitmap, [picture.serial])
    if key == playback?.key, let shown = playback?.shown { (bitmap, serials) = (shown.bitmap, [shown.serial]) }
    var sources = [ZoomedPicture.Source(bitmap: bitmap, part: SlideBox(picture.part))]
    if let sharpRegion, sharpRegion.location == key.location, firstFrame(of: picture) == nil {
      sources.append(sharpRegion.source)
      serials.append(sharpRegion.picture.serial)
    }
    let isMoving = frame.isMoving || (frame.isHeld && gesture?.hasMoved == true)
    return drawing.zoomed(
      ZoomedPicture(sources: sources, orientation: frame.orientation, box: box, isMoving: isMoving), serials: serials)
  }

  private func content(
    of picture: LoadedPicture, key: PictureKey? = nil, isCovered: Bool = false, with drawing: inout ContentDrawing
  ) -> SlideContent {
    if let key, key == playback?.key, let frame = playback?.shown {
      if isCovered {
        return drawing.coveredPicture(serial: frame.serial, bitmap: { frame.bitmap }, grid: picture.grid)
      }
      return drawing.picture(
        serial: frame.serial, bitmap: { frame.bitmap }, grid: picture.grid, firstFrame: picture.bitmap)
    }
    return drawing.picture(
      serial: picture.serial, bitmap: { picture.bitmap }, grid: picture.grid, firstFrame: firstFrame(of: picture))
  }

  /// A picture of another shape, stretched to the current one.
  private func content(ofStandIn picture: LoadedPicture, with drawing: inout ContentDrawing) -> SlideContent {
    let shape = shape
    let grid = shape.fit.part(of: shape.fit.target(for: picture.naturalSize)).size
    let size = PixelSize(width: grid.width * shape.samples.width, height: grid.height * shape.samples.height)
    let part = PicturePart(shape.fit, of: picture.naturalSize)
    return drawing.picture(
      serial: picture.serial, bitmap: { picture.bitmap.stretched(to: size, from: picture.part, showing: part) },
      grid: grid)
  }

  private func statusWords(at now: Timestamp) -> StatusWords {
    var words = StatusWords(isPaused: machine.pauseReasons.contains(.user))
    if let digits = mode.digits {
      (words.introduction, words.core) = ("go to", digits)
    } else if let status, status.until > now {
      words.core = status.text
    } else if deck.count == 0, !isDeckComplete, beginning.duration(to: now) >= Session.searchDelay {
      words.core = "looking for pictures…"
    } else if let strength = viewer?.toolbarStrength(fades: fadesToolbar, at: now), strength > 0,
      let shown = destination(at: now)
    {
      words.strength = words.isPaused ? 1 : strength
      words.isMarked = marks.contains(shown.slide.location)
      (words.core, words.detail) = (
        "\(shown.index + 1)/\(deck.count)", SafeText.visible(shown.slide.location.nameBytes)
      )
    }
    return words
  }
}

extension Bitmap {
  /// A part of the picture at a given size, by nearest neighbour: fast, for temporary use. Outside the bitmap, its edge
  /// is repeated.
  ///
  /// - Parameter own: the part of the picture that the bitmap shows.
  func stretched(to target: PixelSize, from own: PicturePart, showing part: PicturePart) -> Bitmap {
    if target == size, own == part { return self }
    func places(_ start: Double, _ length: Double, own: (Double, Double), count: Int, of pixels: Int) -> [Int] {
      (0..<count).map { place in
        let share = start + (Double(place) + 0.5) / Double(count) * length
        return min(max(0, Int(((share - own.0) / own.1 * Double(pixels)).rounded(.down))), pixels - 1)
      }
    }
    let columns = places(part.x, part.width, own: (own.x, own.width), count: target.width, of: size.width)
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(target.width * target.height)
    for row in places(part.y, part.height, own: (own.y, own.height), count: target.height, of: size.height) {
      for column in columns { result.append(pixels[row * size.width + column]) }
    }
    return Bitmap(size: target, pixels: result, isOpaque: isOpaque)
  }
}
