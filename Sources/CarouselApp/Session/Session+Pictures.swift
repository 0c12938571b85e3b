package import Carousel
import Decks
import Imaging
package import Pictures
import Rendering
import Terminal
package import System

extension Session {
  /// The pictures that are needed and not there yet, most urgent first; those on screen apart from those to come.
  package struct Wanted: Equatable, Sendable {
    package var visible: [PictureKey]
    package var soon: [PictureKey]
    /// Of those on screen, the ones that take long: a thumbnail may stand in. Each is told once.
    package var thumbnails: [PictureKey] = []
  }

  /// Brings what is asked for up to date with what the carousel demands.
  package mutating func wanted(at now: Timestamp) -> Wanted {
    let demand = machine.demand
    let shown = demand.visible.filter { $0 < deck.count }.map { deck[$0].location }
    let next = demand.soon.filter { $0 < deck.count }.map { deck[$0].location }
    followDownloads(visible: shown, soon: next, at: now)
    let visible = shown.map(key)
    let soon = next.map(key)
    var extra: [PictureKey] = []
    if let placeholder = options.placeholder { extra.append(key(for: .file(placeholder))) }
    shelf.reconcile(with: visible + extra + soon, at: now)
    var wanted = Wanted(
      visible: unanswered(visible), soon: unanswered(extra + soon).filter { !visible.contains($0) })
    wanted.thumbnails = shelf.takeThumbnailsDue(of: wanted.visible, at: now)
    return wanted
  }

  /// A picture came, or did not; false when nobody waits for it any more.
  package mutating func arrived(_ key: PictureKey, _ result: Result<LoadedPicture, LoadError>) -> Bool {
    if case .failure(let error) = result, mend(key, after: error) { return true }
    return shelf.arrived(key, result)
  }

  /// The thumbnail of a picture that takes long; false when it would stand in for nothing any more.
  package mutating func thumbnailArrived(_ key: PictureKey, _ thumbnail: LoadedPicture) -> Bool {
    shelf.thumbnailArrived(key, thumbnail)
  }

  /// Files have changed, by their absolute paths: their pictures are asked for again.
  package mutating func forgetPictures(of files: Set<Path>) {
    shelf.forget { location in
      location.path.map { files.contains($0.absolute) } ?? false
    }
  }

  /// The shape in which pictures are wanted now.
  var shape: PictureShape {
    Viewport(size: slot, cellAspect: viewport.cellAspect)
      .shape(for: preferences.picture.art, upscales: options.upscales)
  }

  func key(for location: Location) -> PictureKey {
    var key = PictureKey(location: location, shape: shape)
    if case .url(let url) = location { key.copy = downloads[url]?.copy }
    return key
  }

  private func unanswered(_ keys: [PictureKey]) -> [PictureKey] {
    var seen: Set<PictureKey> = []
    return keys.filter { key in
      guard seen.insert(key).inserted, case .loading = shelf.state(of: key) else { return false }
      // Of a URL there is nothing to decode before it has been fetched.
      if case .url = key.location { return key.copy != nil }
      return true
    }
  }
}
