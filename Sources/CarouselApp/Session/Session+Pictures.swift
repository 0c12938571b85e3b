package import Carousel
import Imaging
package import Loading
import Rendering
package import Terminal

extension Session {
  /// The pictures that are needed and not there yet, most urgent first; those on screen apart from those to come.
  package struct Wanted: Equatable, Sendable {
    package var visible: [PictureKey]
    package var soon: [PictureKey]
  }

  /// Brings what is asked for up to date with what the carousel demands.
  package mutating func wanted(at now: Timestamp) -> Wanted {
    let demand = machine.demand
    let visible = demand.visible.filter { $0 < deck.count }.map { key(for: deck[$0].location) }
    let soon = demand.soon.filter { $0 < deck.count }.map { key(for: deck[$0].location) }
    var extra: [PictureKey] = []
    if let placeholder = options.placeholder { extra.append(key(for: .file(placeholder))) }
    shelf.reconcile(with: visible + extra + soon, at: now)
    return Wanted(visible: unanswered(visible), soon: unanswered(extra + soon).filter { !visible.contains($0) })
  }

  /// A picture came, or did not; false when nobody waits for it any more.
  package mutating func arrived(_ key: PictureKey, _ result: Result<LoadedPicture, LoadError>) -> Bool {
    shelf.arrived(key, result)
  }

  func key(for location: Location) -> PictureKey {
    PictureKey(location: location, shape: options.shape(in: window))
  }

  private func unanswered(_ keys: [PictureKey]) -> [PictureKey] {
    var seen: Set<PictureKey> = []
    return keys.filter { key in
      guard seen.insert(key).inserted, case .loading = shelf.state(of: key) else { return false }
      return true
    }
  }
}

extension SessionOptions {
  /// The shape in which pictures are wanted for a window: fitted to half cells, with the art's samples in each.
  package func shape(in window: CellSize) -> PictureShape {
    PictureShape(
      fit: Fit(
        box: PixelSize(width: max(1, window.columns), height: max(1, window.rows * 2)),
        sampleAspect: cellAspect * 2, upscales: upscales),
      samples: style.art.samplesPerHalfCell)
  }
}
