import Carousel
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

extension Session {
  /// The facts about the picture in the viewer; nil if they are not to be shown.
  func facts(at now: Timestamp) -> HelpPanel? {
    guard let viewer, viewer.showsFacts, let shown = destination(at: now) else { return nil }
    let location = shown.slide.location
    var rows = [HelpPanel.Row("name", SafeText.visible(location.nameBytes))]
    func add(_ name: String, _ fact: String?) {
      if let fact, !fact.isEmpty { rows.append(HelpPanel.Row(name, SafeText.visible(fact))) }
    }
    switch pictures.state(of: key(for: location)) {
    case .loaded(let picture):
      let size = picture.naturalSize
      let tenths = (size.width * size.height + 50_000) / 100_000
      add("size", "\(size.width)×\(size.height)" + (tenths < 10 ? "" : ", \(tenths / 10).\(tenths % 10) megapixels"))
      add("format", picture.format)
      add("date", picture.metadata.date ?? picture.modificationTime.map(CaptionFormat.day))
      add("file", picture.byteCount.map(ByteCount.words))
      add("camera", picture.metadata.camera)
      add("exposure", picture.metadata.exposure)
      add("place", picture.metadata.place)
      add("profile", picture.metadata.profile)
      add("about", picture.metadata.description)
      add("defect", picture.defect.map { "\($0)" })
      add("zoom", "\(Int((viewer.zoom.destinationZoom * 100).rounded())) %")
    case .failed(let error): add("error", error.description)
    case .loading, nil: break
    }
    var panel = HelpPanel(rows: rows)
    panel.isInCorner = true
    return panel
  }
}
