import Carousel
import CarouselValues
import CarouselViewing
import Decks
import Downloads
import Pictures
import Rendering
import Terminal

/// The window of a carousel at rest on a slide, with everything in view loaded: the session's own frame, including
/// neighbors and tabs.
struct RestingWindow {
  let options: Options
  let viewport: Viewport
  let terminal: TerminalProfile
  /// Waits for the download of a slide's URL; returns nil if the slide is a file.
  let copy: (Deck, Int) throws(LoadError) -> FetchedCopy?
  let load: (PictureKey) throws(LoadError) -> LoadedPicture

  /// The window's cells, and the result of loading the slide's own picture; nil if it was not loaded.
  func frame(of deck: Deck, at index: Int) -> (cells: CellBuffer, picture: Result<LoadedPicture, LoadError>?) {
    // Time stands still: messages do not expire, and the countdown does not advance.
    let now = Timestamp.zero
    var options = options
    options.start = .number(index + 1)
    var session = Session(options: options, viewport: viewport, terminal: terminal, at: now)
    session.update(.deck(DeckUpdate(deck, isComplete: true)), at: now)
    var own: Result<LoadedPicture, LoadError>?
    for (url, failure) in fetch(for: &session, of: deck, at: now) where deck[index].location == .url(url) {
      own = .failure(failure)
    }
    for request in session.requests(at: now).pictures.visible {
      let result: Result<LoadedPicture, LoadError>
      do throws(LoadError) { result = .success(try load(request.key)) } catch { result = .failure(error) }
      if request.key.location == deck[index].location { own = result }
      switch result {
      case .success(let picture): session.update(.picture(request, .picture(picture)), at: now)
      case .failure(let error): session.update(.picture(request, .failed(error)), at: now)
      }
    }
    var renderer = FrameRenderer()
    return (renderer.frame(of: session.view(at: now)) { now }.cells, own)
  }

  /// Fetches the URLs in view; returns those that failed.
  private func fetch(for session: inout Session, of deck: Deck, at now: Timestamp) -> [(url: String, LoadError)] {
    let visible = session.machine.demand.visible.filter { $0 < deck.count }
    var failures: [(String, LoadError)] = []
    for request in session.requests(at: now).downloads {
      guard let slide = visible.first(where: { deck[$0].location == .url(request.url) }) else { continue }
      let change: DownloadUpdate.Change
      do throws(LoadError) {
        guard let copy = try copy(deck, slide) else { continue }
        change = .copy(copy, isKept: false, isFinal: true)
      } catch {
        failures.append((request.url, error))
        guard case .fetch(let failure) = error else { continue }
        change = .failed(failure)
      }
      session.update(.download(DownloadUpdate(url: request.url, generation: request.generation, change)), at: now)
    }
    return failures
  }
}
