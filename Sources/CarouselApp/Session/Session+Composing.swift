package import Carousel
import Decks
import Imaging
import Pictures
import Rendering
package import Terminal

extension Session {
  /// The whole window at a moment.
  package mutating func composed(at now: Timestamp) -> CellBuffer {
    let frame = machine.frame(at: now)
    let style = style
    contents.begin(window: deck.count == 0 ? slideArea.size : slot, style: style.slides)
    var slots: [Int: SlideContent] = [:]
    for index in slotsInView(frame) { slots[index] = content(of: index, at: now) }
    let vacancy = deck.count == 0 && isDeckComplete ? contents.card(vacancyCard) : nil
    contents.end()
    let area = slideArea
    var scene = Scene(window: area.size, style: style, frame: frame, contents: slots)
    scene.vacancy = vacancy
    scene.captions = captions(in: frame)
    scene.showsOverlays = !isViewing
    scene.status = statusWords(at: now)
    scene.help = help
    let own = scene.layout
    guard !isViewing, preferences.overlays.showsTabs, let tabs = TabStrip(in: window, frame: frame) else {
      layout = own
      return scene.composed(with: own)
    }
    layout = own.beside(tabs, in: area)
    return scene.composed(with: own, beside: tabs, tabNames(of: tabs, in: frame), in: window, at: area)
  }

  /// What tabs say: the slides' captions, or their names where they have none.
  private func tabNames(of tabs: TabStrip, in frame: CarouselMachine.Frame) -> [Int: String] {
    var names: [Int: String] = [:]
    for index in Set(tabs.slides).union([frame.progress.from, frame.progress.to].compactMap { $0 })
    where index < deck.count {
      let caption = caption(of: index, deck[index])
      names[index] = caption.isEmpty ? SafeText.visible(deck[index].location.nameBytes) : caption
    }
    return names
  }

  /// What stands where there are no slides, or no longer: `--watch` or `r` may bring others.
  private var vacancyCard: Card {
    let place = options.sources.isEmpty ? "" : " in \(options.sources)"
    return Card(
      .placeholder,
      lines: options.watches ? ["waiting for pictures\(place)"] : ["no pictures\(place)", "r reads again"])
  }

  /// What a frame composed at a moment is a part of: nothing but motion by itself need not be exact.
  package func frameKind(at now: Timestamp) -> FrameKind { machine.frame(at: now).kind }

  /// What the description bar says of a slide.
  func caption(of index: Int, _ slide: Slide) -> String {
    var picture: LoadedPicture?
    if case .loaded(let loaded) = shelf.state(of: key(for: slide.location)) { picture = loaded }
    return options.captions.text(
      for: CaptionFormat.Facts(of: slide, number: index + 1, count: deck.count, picture: picture))
  }

  func captions(in frame: CarouselMachine.Frame) -> [Int: String] {
    var captions: [Int: String] = [:]
    for index in slotsInView(frame) where index < deck.count { captions[index] = caption(of: index, deck[index]) }
    return captions
  }

  /// The slides of which something is to be seen.
  private func slotsInView(_ frame: CarouselMachine.Frame) -> Set<Int> {
    Set(frame.layers.map(\.slide) + [frame.current, frame.neighborInView].compactMap { $0 })
  }

  private mutating func content(of index: Int, at now: Timestamp) -> SlideContent? {
    guard index < deck.count else { return nil }
    let location = deck[index].location
    let key = key(for: location)
    switch shelf.state(of: key) {
    case .loaded(let picture): return content(of: picture, key: key)
    case .failed(let error):
      return contents.card(.failure(reason: error.description, name: SafeText.visible(location.nameBytes)))
    case .loading(let since):
      if let standIn = shelf.standIns[location] { return content(ofStandIn: standIn) }
      if let failure = failure(of: location) { return contents.card(failure) }
      guard since.duration(to: now) >= PictureShelf.placeholderDelay else { return nil }
    case nil:
      if let standIn = shelf.standIns[location] { return content(ofStandIn: standIn) }
      if let failure = failure(of: location) { return contents.card(failure) }
    }
    let progress = progress(of: location, at: now)
    if let placeholder = options.placeholder,
      case .loaded(let picture) = shelf.state(of: self.key(for: .file(placeholder)))
    {
      guard let progress else { return content(of: picture) }
      return contents.picture(
        serial: picture.serial, bitmap: { picture.bitmap }, grid: picture.grid, progress: progress)
    }
    return contents.card(.loading(name: SafeText.visible(location.nameBytes), progress: progress))
  }

  private mutating func content(of picture: LoadedPicture, key: PictureKey? = nil) -> SlideContent {
    if let key, key == playback?.key, let frame = playback?.shown {
      return contents.picture(
        serial: frame.serial, bitmap: { frame.bitmap }, grid: picture.grid, firstFrame: picture.bitmap)
    }
    return contents.picture(
      serial: picture.serial, bitmap: { picture.bitmap }, grid: picture.grid, firstFrame: firstFrame(of: picture))
  }

  /// A picture of the wrong shape, stretched to the right one.
  private mutating func content(ofStandIn picture: LoadedPicture) -> SlideContent {
    let shape = shape
    let grid = shape.fit.target(for: picture.naturalSize)
    let size = PixelSize(width: grid.width * shape.samples.width, height: grid.height * shape.samples.height)
    return contents.picture(serial: picture.serial, bitmap: { picture.bitmap.stretched(to: size) }, grid: grid)
  }

  private func statusWords(at now: Timestamp) -> StatusWords {
    var words = StatusWords(isPaused: machine.pauseReasons.contains(.user))
    if let digits = mode.digits {
      (words.introduction, words.core) = ("go to", digits)
    } else if let status, status.until > now {
      words.core = status.text
    } else if deck.count == 0, !isDeckComplete, beginning.duration(to: now) >= Session.searchDelay {
      words.core = "looking for pictures…"
    } else if isViewing, let shown = destination(at: now) {
      (words.core, words.detail) = (
        "\(shown.index + 1)/\(deck.count)", SafeText.visible(shown.slide.location.nameBytes)
      )
    }
    return words
  }
}

extension Bitmap {
  /// The bitmap at another size by repeating or leaving out pixels: quick, for a moment's use.
  func stretched(to target: PixelSize) -> Bitmap {
    if target == size { return self }
    var result: [SIMD4<UInt16>] = []
    result.reserveCapacity(target.width * target.height)
    for row in 0..<target.height {
      let source = row * size.height / target.height * size.width
      for column in 0..<target.width { result.append(pixels[source + column * size.width / target.width]) }
    }
    return Bitmap(size: target, pixels: result, isOpaque: isOpaque)
  }
}
