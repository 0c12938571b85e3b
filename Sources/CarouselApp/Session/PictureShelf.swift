import Carousel
import Decks
import Imaging
import Pictures

/// The pictures that the slides in demand have come to, by their keys: never by position, so that a late answer can
/// land on nothing but its own slide.
struct PictureShelf {
  enum State {
    /// Asked for, at that moment.
    case loading(since: Timestamp)
    case loaded(LoadedPicture)
    case failed(LoadError)
  }

  /// A slide shows its placeholder when loading takes longer than this; most pictures are there sooner.
  static let placeholderDelay: Duration = .milliseconds(120)
  /// When loading takes longer than this, the thumbnail in the picture's file may stand in.
  static let thumbnailDelay: Duration = .milliseconds(50)

  private(set) var states: [PictureKey: State] = [:]
  /// The last picture of each slide, of whatever shape: it stands in while the window is resized.
  private(set) var standIns: [Location: LoadedPicture] = [:]
  /// The pictures whose thumbnails were asked for: once, for most have none.
  private var thumbnailsAsked: Set<PictureKey> = []

  func state(of key: PictureKey) -> State? { states[key] }

  /// Makes the shelf hold just what is in demand: what is new counts as loading from `now` on.
  mutating func reconcile(with demanded: [PictureKey], at now: Timestamp) {
    let wanted = Set(demanded)
    // A slide that is asked for in another shape, or of which more has come, has been waited for since it was first asked.
    var beginnings: [Location: Timestamp] = [:]
    for (key, state) in states {
      if case .loading(let since) = state { beginnings[key.location] = min(since, beginnings[key.location] ?? since) }
    }
    states = states.filter { wanted.contains($0.key) }
    let locations = Set(demanded.map(\.location))
    standIns = standIns.filter { locations.contains($0.key) }
    thumbnailsAsked.formIntersection(wanted)
    for key in demanded where states[key] == nil {
      states[key] = .loading(since: beginnings[key.location] ?? now)
    }
  }

  /// Takes an answer; false when nobody waits for it any more.
  mutating func arrived(_ key: PictureKey, _ result: Result<LoadedPicture, LoadError>) -> Bool {
    guard case .loading = states[key] else { return false }
    switch result {
    case .success(let picture):
      states[key] = .loaded(picture)
      standIns[key.location] = picture
    case .failure(.cancelled), .failure(.image(.cancelled)):
      // Nobody wanted it when it was given up; whoever wants it now asks again.
      states[key] = nil
      return false
    case .failure(let error): states[key] = .failed(error)
    }
    return true
  }

  /// Of some pictures those that have taken so long that their thumbnails may stand in, if there are any: each is told once.
  mutating func takeThumbnailsDue(of keys: [PictureKey], at now: Timestamp) -> [PictureKey] {
    keys.filter { key in
      guard let due = thumbnailDue(key), due <= now else { return false }
      return thumbnailsAsked.insert(key).inserted
    }
  }

  /// A thumbnail came; false when it would stand in for nothing any more.
  mutating func thumbnailArrived(_ key: PictureKey, _ thumbnail: LoadedPicture) -> Bool {
    guard case .loading = states[key], standIns[key.location] == nil else { return false }
    standIns[key.location] = thumbnail
    return true
  }

  /// When a picture's thumbnail may stand in; nil: there is something to be seen already.
  private func thumbnailDue(_ key: PictureKey) -> Timestamp? {
    guard case .loading(let since) = states[key], standIns[key.location] == nil else { return nil }
    return since.advanced(by: PictureShelf.thumbnailDelay)
  }

  /// Everything is asked for again; what is on screen stands in until the answers come.
  mutating func forget() { states = [:] }

  /// Some slides' pictures are asked for again, in whatever shape; what is on screen stands in until the answers come.
  mutating func forget(where isChanged: (Location) -> Bool) {
    states = states.filter { !isChanged($0.key.location) }
  }

  /// When the next placeholder is due, or a thumbnail.
  func nextDue(after now: Timestamp) -> Timestamp? {
    states.flatMap { key, state -> [Timestamp] in
      guard case .loading(let since) = state else { return [] }
      let thumbnail = thumbnailsAsked.contains(key) ? nil : thumbnailDue(key)
      return [since.advanced(by: PictureShelf.placeholderDelay)] + [thumbnail].compactMap { $0 }
    }.filter { $0 > now }.min()
  }
}
