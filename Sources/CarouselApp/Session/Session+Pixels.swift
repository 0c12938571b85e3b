import Bitmaps
import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

extension Session {
  /// The maximum pixels of an image for dissolves: there are up to four (two opacities for each of two slides), at four
  /// bytes a pixel, and terminals keep about 300 MB.
  private static let dissolvePixelLimit = 1 << 22

  /// A cell's size in pixels; nil if slides are drawn in cells.
  private var pixelCell: CellPixels? { appearance.pixelCell }

  /// Has the carousel's pictures prepared in pixels. A zoomed part is requested only once it has come to rest.
  mutating func updatePixels(at now: Snapshot) {
    let covered = library.covered
    let visible = isViewing ? [] : visiblePictures(at: now).filter { covered.contains($0.location) }
    // The grid that the viewer returns to keeps its thumbnails.
    let keys = pixelKeys(at: now) + (viewer?.grid == nil ? [] : library.pixels.thumbnails)
    library.setPixelDemand(
      keys,
      covering: Dictionary(visible.compactMap { slide in pixelKey(for: slide).map { (slide.location, $0) } }) { $1 },
      in: slot)
  }

  /// The pictures that are needed in pixels, most urgent first.
  private func pixelKeys(at now: Snapshot) -> [PixelKey] {
    guard pixelCell != nil else { return [] }
    if let (visible, soon) = grid?.demand {
      // Those from before stay until their pictures in cells are back.
      let last = Dictionary(library.pixels.thumbnails.map { ($0.picture.location, $0) }) { $1 }
      return required(visible + soon).compactMap { pixelKey(for: $0) ?? last[$0.location] }
    }
    // The slides on both sides: a drag may go either way.
    let frame = now.frame
    var keys: [PixelKey] = []
    // The part that the viewer shows comes first, once it has come to rest.
    if let viewer,
      let shown = required([frame.current, frame.destination].compactMap { $0 })
        .first(where: { $0.location == viewer.location }), let key = zoomedPixelKey(for: shown, at: now.time),
      library.pixels.holds(key) || viewer.zoom.frame(at: now.time).isSteady
    {
      keys.append(key)
    }
    for picture in required(now.demand.visible + [frame.next, frame.previous].compactMap { $0 }) {
      if let key = pixelKey(for: picture), !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// The images that the next dissolve may need: forward, the next slide appears over this one; backward, this one
  /// disappears from the previous one.
  func upcomingDissolveImages(at now: Snapshot) -> [PixelImage] {
    required([now.frame.next, now.frame.current].compactMap { $0 }).flatMap { picture in
      library.pixels[pixelKey(for: picture)]?.dissolve?.images ?? []
    }
  }

  /// Whether pictures in pixels may be prepared and sent: nothing moves, or only so slowly that a late frame goes
  /// unnoticed.
  func isCalm(at now: Snapshot) -> Bool {
    if frameKind(at: now) == .still { return true }
    guard appearance.hasLocalImageTransfer, !isInTransition(at: now.time) else { return false }
    return isGrid || !isViewing && now.frame.isDrifting && now.frame.progress.value == 0
  }

  /// The next pictures to prepare in pixels.
  var pixelRequests: [PixelRequest] {
    library.pixels.requests.map { request in
      var request = request
      request.isCompressed = !appearance.hasLocalImageTransfer
      return request
    }
  }

  /// The pictures in pixels of the slides in view, and their stand-ins until the terminal has them; nil if there are
  /// none. A zoomed picture is stretched while it moves, and exact at rest. An animation needs no stand-in once the
  /// terminal shows it.
  func pixelStages(
    of indices: Set<Int>, at now: Timestamp
  ) -> (exact: PixelStage?, interim: PixelStage?, animation: UInt64?) {
    guard let cell = pixelCell, !isGrid, !isInTransition(at: now) else { return (nil, nil, nil) }
    var exact = PixelStage(cell: cell, pictures: [:], isInline: viewport.pixelProtocol.isInline)
    if let version = appearance.terminalVersion { exact.blending = TerminalIdentity(reply: version).imageBlending }
    var (stretched, stills) = (exact, exact)
    var (isExact, hasStills) = (true, false)
    for index in indices {
      guard let slide = slides[index]?.slide else { continue }
      let (location, required) = (slide.location, required(slide))
      let key = pixelKey(for: required)
      let (picture, still) = playback.picture(
        at: location, for: key, still: library.pixels[key], animates: preferences.animate != .never)
      stretched.pictures[index] = picture
      let standIn = still ?? library.pixels.earlier(than: key)
      stills.pictures[index] = standIn ?? picture
      hasStills = hasStills || standIn != nil
      guard let (frame, box) = zoomedFrame(of: location, at: now) else {
        exact.pictures[index] = picture
        continue
      }
      isExact = false
      exact.pictures[index] = library.pixels[zoomedPixelKey(for: required, at: now)]
      // Only a whole, upright picture can be stretched to a zoom's box.
      if frame.orientation == .upright, preferences.picture.content.fit == .contain {
        stretched.boxes[index] = box.scaled(by: SlideSize(width: Double(cell.width), height: Double(cell.height)))
      } else {
        stretched.pictures[index] = nil
      }
    }
    // Inline images are not stretched: cells are shown instead.
    if isExact || exact.isInline {
      return (exact.pictures.isEmpty ? nil : exact, hasStills ? stills : nil, playback.current?.shownAnimation)
    }
    return exact.pictures.isEmpty ? (stretched, nil, nil) : (exact, stretched, nil)
  }

  /// The thumbnails in pixels of slides in the grid; nil if there are none.
  func thumbnailStage(of indices: some Sequence<Int>, at now: Timestamp) -> PixelStage? {
    guard let cell = pixelCell, !isInTransition(at: now) else { return nil }
    var stage = PixelStage(cell: cell, pictures: [:], isInline: viewport.pixelProtocol.isInline)
    for index in indices {
      stage.pictures[index] = slides[index].flatMap { library.pixels[pixelKey(for: required($0.slide))] }
    }
    return stage.pictures.isEmpty ? nil : stage
  }

  // MARK: - Cells under pixels

  /// The slides in view that pixels may cover.
  func coverableSlides(at now: Snapshot) -> [Location] {
    guard pixelCell != nil, !isViewing else { return [] }
    return visiblePictures(at: now).filter { pixelKey(for: $0) != nil && library.loaded($0) != nil }.map(\.location)
  }

  /// The effect of slides whose place has this size. Images with alpha are large: sent over a connection, they would
  /// take longer than the previous slide is shown.
  private func effect(in area: PixelSize) -> PixelPicture.Effect {
    guard viewport.pixelProtocol == .kitty, appearance.hasLocalImageTransfer,
      appearance.terminalVersion.map({ TerminalIdentity(reply: $0) })?.reason(of: .excludesKitty) == nil,
      area.width * area.height <= Session.dissolvePixelLimit
    else { return .none }
    if isGrid { return .none }
    // In the viewer slides do not drift, and a zoom stretches only the picture, not its whole place.
    let modes = transitionsInUse
    if modes.contains(where: { $0.drift != nil }) { return isViewing ? .none : .drifts }
    let dissolves = modes.contains { mode in
      [-0.5, 0.5].contains { distance in
        let pose = mode.style.pose(at: distance)
        return pose.opacity < 1 && pose.scale == 1 && pose.turn == 0 && pose.shade == 0
      }
    }
    return dissolves ? .dissolves : .none
  }

  /// The key of a zoomed picture at rest; nil if it moves, or is shown like any slide.
  private func zoomedPixelKey(for required: RequiredPicture, at now: Timestamp) -> PixelKey? {
    guard let cell = pixelCell, var key = pixelKey(for: required), let picture = library.loaded(required),
      firstFrame(of: picture) == nil, let (frame, box) = zoomedFrame(of: required.location, at: now), !frame.isMoving,
      !frame.isHeld,
      let placement = ZoomedPicture.RestingPlacement(
        of: box, in: window, samplesPerCell: PixelSize(width: cell.width, height: cell.height))
    else { return nil }
    let (orientation, part) = (frame.orientation.orientation, placement.region.part)
    key.picture.shape.region = placement.region.stored(orientation)
    key.effect = .none
    key.zoomed = PixelKey.Zoomed(x: placement.x + part.x, y: placement.y + part.y, orientation: orientation)
    return key
  }

  /// The key of a slide's picture in pixels. Nil if it is not available yet, is an animation that is shown in cells, or
  /// must not be enlarged: a pixel of such a picture takes half a cell.
  func pixelKey(for required: RequiredPicture) -> PixelKey? {
    guard let cell = pixelCell, options.upscales else { return nil }
    var key = library.key(for: required)
    switch library.state(of: required) {
    case .loaded(let picture): if firstFrame(of: picture) != nil, !viewport.animatesPixels { return nil }
    // Its cells are redrawn, perhaps with other glyphs: pixels need not wait for that.
    case .loading:
      if let part = library.partKey(for: required) {
        key = part
      } else if !library.pictures.isStill(required.location) {
        return nil
      }
    case .failed, nil: return nil
    }
    switch required.fit {
    case .shrink, .actualSize: return nil
    case .contain, .cover, .stretch, .width, .height: break
    }
    let area = PixelSize(width: slot.columns * cell.width, height: slot.rows * cell.height)
    key.shape = key.shape.inPixels(of: area)
    return PixelKey(
      picture: key, area: area, alignment: preferences.picture.content.alignment,
      backdrop: style.slides.over(required.backdrop).picture.backdrop, pixelProtocol: viewport.pixelProtocol,
      cell: viewport.pixelProtocol == .placeholders ? cell : nil, effect: effect(in: area))
  }
}
