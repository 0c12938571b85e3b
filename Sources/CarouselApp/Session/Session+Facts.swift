import Bitmaps
import CarouselValues
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import System
import Terminal

/// The panels in the corner, about the slide on screen, in the carousel and the viewer.
extension Session {
  func cornerPanel(at now: Snapshot) -> HelpPanel? {
    guard !isGrid else { return nil }
    switch overlays.corner {
    case .facts(let row): return facts(from: row, at: now)
    case .histogram: return overlays.shownHistogram?.panel(isUnicode: terminal.isUnicode)
    case nil: return nil
    }
  }

  /// Brings the panel in the corner up to date with the slide on screen.
  mutating func updateCorner(at now: Snapshot) {
    guard overlays.corner == .histogram else { return }
    overlays.updateHistogram(of: now.destination.flatMap { loadedPicture(of: $0.slide) })
  }

  /// Shows the facts; then, with each further call, the rows that did not fit; then hides them.
  mutating func turnFacts(at now: Snapshot) {
    guard let row = overlays.factsRow else { return overlays.showFacts(from: 0) }
    guard !isGrid, let panel = facts(from: row, at: now) else { return overlays.showFacts(from: nil) }
    let placed = PlacedHelp(panel, in: factsArea)
    overlays.showFacts(
      from: row < placed.lastFirstRow ? min(row + placed.visibleRows, placed.lastFirstRow) : nil)
  }

  /// The facts from a row on; nil if there is no slide.
  private func facts(from row: Int, at now: Snapshot) -> HelpPanel? {
    guard let shown = now.destination else { return nil }
    let facts = facts(about: shown)
    let names = facts.map { displayWidth(of: $0.name) }.max() ?? 0
    let links = [
      "name": Hyperlink(file: shown.slide.location), "link": shown.slide.link.flatMap { Hyperlink(deck: $0) },
    ]
    let rows = facts.flatMap { fact in
      SafeText.lines(
        fact.text, columns: max(1, factsArea.columns - names - Session.factsMargin), rows: Session.maximumFactRows
      ).enumerated().map { HelpPanel.Row($0 == 0 ? fact.name : "", $1, link: links[fact.name] ?? nil) }
    }
    var panel = HelpPanel(rows: rows, firstRow: row)
    panel.isInCorner = true
    return panel
  }

  /// The cells beside a fact and its name: the frame, the padding, and the gap between the two.
  private static let factsMargin = 6
  private static let maximumFactRows = 500

  private var factsArea: CellSize { isViewing ? window : slideArea.size }

  private func facts(about shown: PlacedSlide) -> [(name: String, text: String)] {
    let location = shown.slide.location
    var facts = [(name: "name", text: SafeText.visible(location.nameBytes))]
    func add(_ name: String, _ fact: String?) {
      if let fact, !fact.isEmpty { facts.append((name, SafeText.visible(fact))) }
    }
    add("page", location.pageNumber.map { "\($0)" })
    add("folder", location.folder.map { String(decoding: $0.bytes, as: UTF8.self) })
    add("raw", location.path.flatMap { deck.companions[$0] }.map { String(decoding: $0.name, as: UTF8.self) })
    let caption = caption(of: shown.index, shown.slide)
    if caption != facts[0].text { add("caption", caption) }
    add("link", shown.slide.link)
    switch library.state(of: required(shown.slide)) {
    case .loaded(let picture):
      if let size = picture.fileSize {
        let tenths = (size.width * size.height + 50_000) / 100_000
        add("size", "\(size.width)×\(size.height)" + (tenths < 10 ? "" : ", \(tenths / 10).\(tenths % 10) megapixels"))
      }
      add("format", picture.formatText)
      let metadata = picture.metadata
      let taken = [metadata.date, metadata.time].compactMap { $0 }.joined(separator: " ")
      add("date", taken.isEmpty ? picture.modificationTime.map(CaptionFormat.day) : taken)
      add("file", picture.byteCount.map(ByteCount.text))
      add("camera", metadata.camera)
      add("lens", metadata.lens)
      let exposure = [metadata.exposure, metadata.speed, metadata.focalLength]
      add("exposure", exposure.compactMap { $0 }.joined(separator: ", "))
      add("place", metadata.location)
      add("profile", metadata.profile)
      if metadata.hasGainMap { add("HDR", "gain map, not applied") }
      add("about", metadata.description)
      add("defect", picture.defect.map { "\($0)" })
      add("zoom", viewer.map { ZoomText.text(for: $0.zoom) })
    case .failed(let error): add("error", error.description)
    case .loading, nil: add("error", library.downloadFailure(of: location))
    }
    add("duration", shown.slide.own.duration?.text)
    add("transition", shown.slide.own.transition)
    add("background", shown.slide.own.background)
    add("fit", shown.slide.own.fit)
    add("deck", shown.slide.own.problem)
    return facts
  }
}

/// A zoom for people: 100 % is one pixel of the picture for a pixel, or in cells a sample, of the terminal.
enum ZoomText {
  /// The zoom at which a motion ends, such as "50 %", or "fit 8 %" if the zoom is that of the fit.
  static func text(for zoom: ZoomMachine) -> String {
    let percent = zoom.destinationZoom / zoom.actualSizeZoom * 100
    guard percent.isFinite, percent < 1e9 else { return "" }
    let tenths = Int((percent * 10).rounded())
    let isFraction = percent < 9.95 && tenths % 10 != 0
    let number = isFraction ? "\(tenths / 10).\(tenths % 10)" : "\(Int(percent.rounded()))"
    guard abs(zoom.destinationZoom - 1) < 1e-9 else { return "\(number) %" }
    let fit =
      switch zoom.settings.contentMode.fit {
      case .contain, .shrink: "fit "
      case .cover: "fill "
      case .width: "width "
      case .height: "height "
      case .stretch: "stretch "
      case .actualSize: ""
      }
    return "\(fit)\(number) %"
  }
}
