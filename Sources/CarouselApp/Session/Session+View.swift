import Bitmaps
import Carousel
package import CarouselValues
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
package import Terminal

extension Session {
  /// What the window shows at a timestamp, without changing anything.
  package func view(at time: Timestamp) -> SessionView {
    let now = snapshot(at: time)
    let transition = transition(at: now)
    let hidden = transition == nil ? nil : closing?.location
    // An animation that plays in pixels no longer needs its first frame.
    let first = library.pixels[playback.replacedStill]
    return SessionView(
      window: windowView(hiding: hidden, at: now), kind: frameKind(at: now), transition: transition,
      upcoming: library.pixels.ready.filter { $0 != first }.map(\.image) + upcomingDissolveImages(at: now),
      loop: playback.current?.loop)
  }

  /// The window without pictures that open or close over it.
  ///
  /// - Parameter hidden: the slide whose picture is opening or closing, and must not be drawn in its place as well.
  func windowView(hiding hidden: Location? = nil, at now: Snapshot) -> WindowView {
    WindowView(
      size: window, style: style, slot: drawnSlot,
      content: grid.map { .grid(gridView(of: $0, hiding: hidden, at: now.time)) }
        ?? .carousel(carouselView(hiding: hidden, at: now)),
      vacancy: deck.count == 0 && slides.isComplete ? emptyStateCard : nil,
      panel: help ?? mode.menu?.panel ?? cornerPanel(at: now),
      status: statusText(at: now))
  }

  /// The title of the terminal's window; nil to leave it alone.
  package func title(at now: Timestamp) -> WindowTitle? {
    guard options.showsTitle else { return nil }
    guard let shown = actedOn(at: snapshot(at: now)) else { return .program }
    return WindowTitle(slide: shown.index + 1, of: deck.count, name: deck.shownName(of: shown.slide.location))
  }

  /// How far the work is that the user waits for: files that are copied or moved, or the large download of the slide on
  /// screen; nil if there is none.
  package func progress(at now: Timestamp) -> TaskProgress? {
    if let start = slides.files.progressStart, start <= now { return .unknown }
    guard let location = snapshot(at: now).destination?.slide.location,
      case .receiving(let received, let expected) = library.progress(of: location, at: now),
      max(received, expected ?? 0) >= Session.largeDownload
    else { return nil }
    return TaskProgress(received, of: expected ?? 0)
  }

  /// How far the download of the slide on screen is, if what has arrived of it is shown.
  private func destinationProgress(at now: Snapshot) -> String? {
    guard let slide = now.destination?.slide, library.partKey(for: required(slide)) != nil else { return nil }
    return library.progress(of: slide.location, at: now.time)?.text
  }

  /// The bytes of a download whose progress the terminal shows.
  private static let largeDownload = 4 << 20

  private func carouselView(hiding hidden: Location?, at now: Snapshot) -> CarouselView {
    var (frame, indices) = (now.frame, now.slidesInView)
    var view = CarouselView(area: slideArea, frame: frame)
    for index in indices {
      guard var slide = slideView(of: index, at: now.time) else { continue }
      slide.isHidden = slide.location == hidden
      view.slides[index] = slide
    }
    // Of the time that the frame counts, only what is shown makes a difference.
    if isViewing || !preferences.overlays.showsCountdown { frame.countdown = nil }
    view.frame = frame
    let visible = Set(view.slides.filter { !$0.value.isHidden }.keys)
    (view.pixels, view.interimPixels, view.animation) = pixelStages(of: visible, at: now.time)
    for (number, slide) in library.departing {
      view.slides[number] = slide.view
      view.pixels?.pictures[number] = slide.pixels
      view.interimPixels?.pictures[number] = slide.pixels
    }
    for index in indices where index < deck.count { view.captions[index] = caption(of: index, deck[index]) }
    if let current = frame.current, view.captions[current]?.isEmpty == false {
      view.captionLink = Hyperlink(of: deck[current])
    }
    view.marked = markedPages
    view.showsOverlays = !isViewing
    if !isViewing, preferences.overlays.showsTabs, let strip = TabStrip(in: window, frame: frame) {
      view.tabs = CarouselView.Tabs(strip: strip, names: tabNames(of: strip, in: frame))
    }
    return view
  }

  private func gridView(of grid: Grid, hiding hidden: Location?, at now: Timestamp) -> GridView {
    let frame = grid.machine.frame(at: now)
    let cells = frame.cells.map { (slide: grid.slide(at: $0.slide), index: $0.slide, box: $0.box) }
    let items = cells.compactMap { cell -> GridView.Item? in
      guard let location = slides[cell.slide]?.slide.location else { return nil }
      var slide = slideView(of: cell.slide, at: now, isNamed: grid.hasNames)
      slide?.isHidden = location == hidden
      return GridView.Item(
        index: cell.slide, area: grid.area(of: cell.box), slide: slide,
        name: grid.hasNames ? SafeText.visible(deck.shownName(of: location)) : nil,
        isSelected: cell.index == frame.selection, isMarked: marks.contains(location))
    }
    return GridView(
      items: items, pixels: thumbnailStage(of: items.map(\.index), at: now), position: frame.position,
      visibleShare: frame.visibleShare)
  }

  /// The texts of the tabs: the slides' captions, or their names if they have none.
  private func tabNames(of tabs: TabStrip, in frame: CarouselMachine.Frame) -> [Int: String] {
    var names: [Int: String] = [:]
    for index in Set(tabs.slides).union([frame.progress.from, frame.progress.to].compactMap { $0 })
    where index < deck.count {
      let caption = caption(of: index, deck[index])
      names[index] = caption.isEmpty ? SafeText.visible(deck.shownName(of: deck[index].location)) : caption
    }
    return names
  }

  /// The card that is shown if there are no slides; `--watch` or `r` may bring some.
  private var emptyStateCard: Card {
    let folders = options.sources.isEmpty ? "" : " in \(options.sources)"
    return Card(
      .placeholder,
      lines: options.watches ? ["waiting for pictures\(folders)"] : ["no pictures\(folders)", "press r to reload"])
  }

  /// The kind of frame at a timestamp: only a frame in motion may be inexact.
  package func frameKind(at now: Timestamp) -> FrameKind { frameKind(at: snapshot(at: now)) }

  func frameKind(at now: Snapshot) -> FrameKind {
    if isInTransition(at: now.time) { return .mixing }
    if let frame = grid?.machine.frame(at: now.time) { return frame.isMoving || frame.isHeld ? .sliding : .still }
    let kind = now.frame.kind
    guard kind == .still, let zoom = viewer?.zoom.frame(at: now.time) else { return kind }
    return zoom.isMoving || (zoom.isHeld && input.gesture?.hasMoved == true) ? .mixing : .still
  }

  /// A slide's text in the description bar.
  func caption(of index: Int, _ slide: Slide) -> String {
    let picture = loadedPicture(of: slide)
    return options.captions.text(
      for: CaptionFormat.Facts(
        of: slides.added.captioned(slide), number: index + 1, count: deck.count, picture: picture))
  }

  /// The text in the corner: what is being typed, a message, or the slide's number and name in the grid and the viewer.
  private func statusText(at now: Snapshot) -> StatusText {
    var status = StatusText(isPaused: !isGrid && machine.pauseReasons.contains(.user))
    func show(_ shown: PlacedSlide, number: Int, of count: Int) {
      (status.core, status.detail) = ("\(number)/\(count)", SafeText.visible(deck.shownName(of: shown.slide.location)))
    }
    if let typed = mode.typedStatus(at: actedOn(at: now)?.index, in: deck) {
      (status.introduction, status.core, status.detail) = (typed.introduction, typed.core, typed.detail)
      return status
    }
    status.isMarked = actedOn(at: now).map { marks.contains($0.slide.location) } ?? false
    if let message = overlays.message(at: now.time) {
      status.core = message
    } else if slides.isSearching(at: now.time) {
      status.core = "looking for pictures…"
    } else if let progress = destinationProgress(at: now) {
      status.core = progress
    } else if let question = questionStatus(at: now) {
      (status.introduction, status.core, status.detail) = (question.introduction, question.core, question.detail)
    } else if let grid, let selected {
      status.introduction = grid.filter.map { SafeText.visible($0.text) + ":" } ?? ""
      show(selected, number: (grid.machine.selection ?? 0) + 1, of: grid.machine.count)
    } else if let strength = viewer?.toolbar.strength(fades: fadesToolbar, at: now.time), strength > 0,
      let shown = now.destination
    {
      status.strength = status.isPaused ? 1 : strength
      show(shown, number: shown.index + 1, of: deck.count)
    }
    return status
  }
}
