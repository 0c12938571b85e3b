package import Carousel
import CarouselViewing
import Decks
import Pictures
import Rendering
import Terminal

extension Session {
  /// Everything that the session needs from outside now.
  package func requests(at now: Timestamp) -> Requests {
    var requests = Requests(ahead: slidesAhead)
    requests.pictures = pictureRequests(at: now)
    requests.viewed = viewer?.location
    requests.downloads = downloads.requests
    requests.deck = isReading ? reading : nil
    requests.pixels = pixelRequest(at: now)
    requests.pixelBytes = pixelPictures.cost + (playback?.pixelBytes ?? 0)
    requests.playback = playback.map { playback in
      PlaybackRequest(
        key: playback.key, natural: playback.natural, generation: playback.generation, repeats: playback.repeats,
        wantsFrame: playback.wantsFrame, pixels: playback.pixels)
    }
    requests.commands = commands
    requests.escapeQuits = mode.menu == nil && options.keys.action(for: .escape, in: mode) == .quit
    requests.allowsUploads = isCalm(at: now)
    requests.wake = nextWake(after: now)
    return requests
  }

  private func pictureRequests(at now: Timestamp) -> PictureRequests {
    // Pictures for cells that pixels are about to cover can wait for those pixels.
    let uncovered = demand.visible.filter { !keepsDrawing(at: $0) || !isAwaitingPixels($0) }
    let visible = pictures.requests(for: uncovered.map(key) + [sharpKey].compactMap { $0 })
    let soon = pictures.requests(for: (placeholder + demand.soon).map(key)).filter { !visible.contains($0) }
    return PictureRequests(visible: visible, soon: soon, thumbnails: pictures.thumbnailsDue(of: visible, at: now))
  }

  /// When something is due: `now` while something moves; nil if only an event can change anything.
  private func nextWake(after now: Timestamp) -> Timestamp? {
    let search = beginning.advanced(by: Session.searchDelay)
    var dues = [
      deck.count == 0 && !isDeckComplete && now < search ? search : nil,
      machine.nextWake(after: now).deadline(after: now, frameInterval: .zero), status?.until, gesture?.end,
      pictures.nextDue(after: now), playback?.nextWake(after: now), downloads.nextTextChange(after: now),
      downloads.nextRequest(after: now), nextViewerWake(after: now), growthWake(after: now),
      grid?.machine.nextWake(after: now).deadline(after: now, frameInterval: .zero),
    ]
    if preferences.overlays.showsCountdown, let interval = machine.settings.interval,
      machine.frame(at: now).countdown != nil
    {
      dues.append(now.advanced(by: max(.milliseconds(50), interval / max(1, window.columns))))
    }
    return dues.compactMap { $0 }.min()
  }
}
