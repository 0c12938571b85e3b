import Carousel
import Decks
import Imaging
import Pictures
import System

/// The states of the pictures that slides in demand need, by their keys, never by position: a late answer can land on no
/// slide but its own.
struct PictureStates {
  enum State {
    case loading(Loading)
    case loaded(LoadedPicture)
    case failed(LoadError)
  }

  /// A picture that has been requested.
  struct Loading {
    /// When it was first needed, in whatever shape.
    var since: Timestamp
    var generation: Generation
    /// Whether its thumbnail has come, or is known not to be there.
    var hasThumbnailAnswer = false
  }

  /// A slide shows its placeholder when loading takes longer than this; most pictures are there sooner.
  static let placeholderDelay: Duration = .milliseconds(120)
  /// When loading takes longer than this, the thumbnail in the picture's file may stand in.
  static let thumbnailDelay: Duration = .milliseconds(50)

  private(set) var states: [PictureKey: State] = [:]
  /// The last picture of each slide, of whatever shape: it stands in while the window is resized.
  private(set) var standIns: [Location: LoadedPicture] = [:]
  /// The slides of which a picture has come, in whatever shape, that does not move.
  private var stills: Set<Location> = []
  private var generation = Generation.first

  func state(of key: PictureKey) -> State? { states[key] }

  /// Whether a slide's picture is known not to move, though it may be loading in another shape.
  func isStill(_ location: Location) -> Bool { stills.contains(location) }

  /// Since when a picture has been loading; nil: it is not.
  func beginning(of key: PictureKey) -> Timestamp? {
    if case .loading(let load) = states[key] { load.since } else { nil }
  }

  /// Holds only the pictures in demand: what is new counts as loading from `now` on.
  mutating func reconcile(with demanded: [PictureKey], at now: Timestamp) {
    let wanted = Set(demanded)
    // A slide that is asked for in another shape, or of which more has come, has been waited for since it was first asked.
    var beginnings: [Location: Timestamp] = [:]
    for (key, state) in states {
      guard case .loading(let load) = state else { continue }
      beginnings[key.location] = min(load.since, beginnings[key.location] ?? load.since)
    }
    states = states.filter { wanted.contains($0.key) }
    let locations = Set(demanded.map(\.location))
    standIns = standIns.filter { locations.contains($0.key) }
    stills.formIntersection(locations)
    for key in demanded where states[key] == nil {
      states[key] = .loading(Loading(since: beginnings[key.location] ?? now, generation: generation.advance()))
    }
  }

  /// The load that a request is for; nil: it is stale.
  private func load(of request: PictureRequest) -> Loading? {
    guard case .loading(let load) = states[request.key], load.generation == request.generation else { return nil }
    return load
  }

  /// Whether an answer to a request still counts.
  func isCurrent(_ request: PictureRequest) -> Bool { load(of: request) != nil }

  /// A picture came, or did not; false when nothing waits for it any more.
  mutating func arrived(_ request: PictureRequest, _ result: Result<LoadedPicture, LoadError>) -> Bool {
    guard isCurrent(request) else { return false }
    switch result {
    case .success(let picture):
      states[request.key] = .loaded(picture)
      // A part of a picture stands in for nothing.
      if request.key.shape.region == nil { standIns[request.key.location] = picture }
      if picture.animation == nil { stills.insert(request.key.location) } else { stills.remove(request.key.location) }
    // It was given up elsewhere; if it is still in demand, it is requested again.
    case .failure(.cancelled), .failure(.image(.cancelled)): states[request.key] = nil
    case .failure(let error):
      states[request.key] = .failed(error)
      stills.remove(request.key.location)
    }
    return true
  }

  /// The requests for those of some pictures that have not come, each once, in their order.
  func requests(for keys: [PictureKey]) -> [PictureRequest] {
    var seen: Set<PictureKey> = []
    return keys.compactMap { key in
      guard seen.insert(key).inserted, case .loading(let load) = states[key] else { return nil }
      // Of a URL there is nothing to decode before it has been fetched.
      if case .url = key.location, key.copy == nil { return nil }
      return PictureRequest(key: key, generation: load.generation)
    }
  }

  /// Of some requests those that have taken so long that thumbnails may stand in, and no answer about them has come.
  func thumbnailsDue(of requests: [PictureRequest], at now: Timestamp) -> [PictureRequest] {
    requests.filter { request in thumbnailDue(request.key).map { $0 <= now } == true }
  }

  /// A thumbnail came, or there is none; false where it would stand in for nothing any more.
  mutating func thumbnailArrived(_ request: PictureRequest, _ thumbnail: LoadedPicture?) -> Bool {
    guard var load = load(of: request) else { return false }
    load.hasThumbnailAnswer = true
    states[request.key] = .loading(load)
    guard let thumbnail, standIns[request.key.location] == nil else { return false }
    standIns[request.key.location] = thumbnail
    return true
  }

  /// When a picture's thumbnail may stand in; nil: something can be seen already, or it has been asked for.
  private func thumbnailDue(_ key: PictureKey) -> Timestamp? {
    guard case .loading(let load) = states[key], !load.hasThumbnailAnswer, standIns[key.location] == nil else {
      return nil
    }
    return load.since.advanced(by: PictureStates.thumbnailDelay)
  }

  /// Everything is asked for again; what is on screen stands in until the answers come.
  mutating func forget() { (states, stills) = ([:], []) }

  /// Some slides' pictures are asked for again, in whatever shape; what is on screen stands in until the answers come.
  mutating func forget(where isChanged: (Location) -> Bool) {
    states = states.filter { !isChanged($0.key.location) }
    stills = stills.filter { !isChanged($0) }
  }

  /// When the next placeholder is due, or a thumbnail.
  func nextDue(after now: Timestamp) -> Timestamp? {
    states.flatMap { key, state -> [Timestamp] in
      guard case .loading(let load) = state else { return [] }
      return [load.since.advanced(by: PictureStates.placeholderDelay)] + [thumbnailDue(key)].compactMap { $0 }
    }.filter { $0 > now }.min()
  }
}
