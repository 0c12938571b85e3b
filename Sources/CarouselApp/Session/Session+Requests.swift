import Carousel
package import CarouselValues
import CarouselViewing
import Decks
import Pictures
import Rendering
import Terminal

extension Session {
  /// Everything that the session needs from outside now.
  package func requests(at time: Timestamp) -> Requests {
    let now = snapshot(at: time)
    var requests = Requests(ahead: slidesAhead(at: now))
    requests.pictures = library.pictureRequests(at: time) { pixelKey(for: $0) }
    requests.part = library.partRequest
    requests.downloads = library.downloads.requests
    requests.viewed = viewer?.location
    requests.deck = slides.request
    requests.pixelBytes = library.pixels.cost + (playback.current?.pixelBytes ?? 0)
    requests.playback = playback.request
    requests.commands = commands.commands
    requests.isCalm = isCalm(at: now)
    if requests.isCalm { requests.pixels = pixelRequests }
    requests.wake = nextWake(after: now)
    return requests
  }

  /// Whether the Escape key would quit, so that a late sequence must not be mistaken for it.
  var escapeQuits: Bool { mode.menu == nil && options.keys.action(for: .escape, in: mode) == .quit }

  /// When something is due: `now` while something moves; nil if only an event can change anything.
  private func nextWake(after snapshot: Snapshot) -> Timestamp? {
    let (now, frame) = (snapshot.time, snapshot.frame)
    var dues = [
      machine.nextWake(after: now).deadline(after: now, frameInterval: .zero), slides.nextWake(after: now),
      overlays.nextWake, input.gesture?.end, input.keyHoldEnd, input.sequence?.end, library.nextWake(after: now),
      playback.current?.nextWake(after: now), slides.files.progressStart.flatMap { $0 > now ? $0 : nil },
      viewer?.nextWake(fades: fadesToolbar, after: now), closing?.nextWake(after: now),
      grid?.machine.nextWake(after: now).deadline(after: now, frameInterval: .zero),
    ]
    if preferences.overlays.showsCountdown, frame.countdown != nil,
      let interval = frame.current.flatMap({ machine.settings.effectiveInterval(of: $0) })
    {
      dues.append(now.advanced(by: max(.milliseconds(50), interval / max(1, window.columns))))
    }
    return dues.compactMap { $0 }.min()
  }

  /// The pictures that slides need: those on screen, then those that may come next.
  ///
  /// - Parameter region: the part of a picture that the viewer needs sharply.
  func demand(for region: PictureKey?, at now: Snapshot) -> PictureLibrary.Demand {
    let (visible, soon) = grid?.demand ?? (now.demand.visible, now.demand.upcoming)
    return PictureLibrary.Demand(
      visible: required(visible), soon: required(soon),
      placeholder: options.placeholder.map { required(Slide(.file($0))) },
      region: region, destination: now.destination?.slide.location)
  }

  /// The pictures of the carousel or the viewer that are on screen.
  func visiblePictures(at now: Snapshot) -> [RequiredPicture] { isGrid ? [] : required(now.demand.visible) }

  /// The maximum number of slides to draw ahead.
  private static let slidesAhead = 3

  /// The slides that may be on screen next, likeliest first; then those beneath pixels, to be redrawn in their new
  /// style.
  func slidesAhead(at now: Snapshot) -> SlidesAhead {
    var ahead = SlidesAhead(slot: drawnSlot, style: style.slides)
    guard !isGrid else { return ahead }
    let soon = required(now.demand.upcoming.prefix(Session.slidesAhead))
    let covered = visiblePictures(at: now).filter {
      library.covered.contains($0.location) && pixelKey(for: $0).flatMap(library.pixels.isPreparing) != true
    }
    ahead.slides = (soon + covered).compactMap { required in
      library.loaded(required).map { picture in
        var view = view(of: picture, at: required.location)
        view.backdrop = required.backdrop
        return view
      }
    }
    return ahead
  }
}
