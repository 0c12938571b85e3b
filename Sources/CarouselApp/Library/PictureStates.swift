import CarouselValues
import Decks
import Imaging
import Pictures
import System

/// The states of the pictures that slides in demand need, by key and never by position, so that a late answer cannot
/// reach another slide.
struct PictureStates {
  enum State {
    case loading(Loading)
    case loaded(LoadedPicture)
    case failed(LoadError)
  }

  /// A picture that has been requested.
  struct Loading {
    /// When the picture was first needed, in any shape.
    var since: Timestamp
    var generation: Generation
    /// Whether the request for its thumbnail has been answered, with or without a thumbnail.
    var hasThumbnailAnswer = false
  }

  /// A slide whose loading takes longer than this shows its placeholder; most pictures load faster.
  static let placeholderDelay: Duration = .milliseconds(120)
  /// When loading takes longer than this, the thumbnail in the picture's file may stand in.
  static let thumbnailDelay: Duration = .milliseconds(50)

  private(set) var states: [PictureKey: State] = [:]
  /// The last picture of each slide, in any shape: it stands in while the window is resized.
  private(set) var previews: [Location: LoadedPicture] = [:]
  /// The slides whose last picture, in any shape, was not animated.
  private var stills: Set<Location> = []
  private var generation = Generation.first

  func state(of key: PictureKey) -> State? { states[key] }

  /// Whether a slide's picture is known not to be animated, even if it is loading in another shape.
  func isStill(_ location: Location) -> Bool { stills.contains(location) }

  /// When a picture began to load; nil if it is not loading.
  func startTime(of key: PictureKey) -> Timestamp? {
    if case .loading(let load) = states[key] { load.since } else { nil }
  }

  /// Keeps only the pictures in demand: new ones count as loading from `now` on.
  mutating func reconcile(with demanded: [PictureKey], at now: Timestamp) {
    let wanted = Set(demanded)
    // A slide that is requested in another shape, or with a newer copy, counts as loading since its first request.
    var beginnings: [Location: Timestamp] = [:]
    for (key, state) in states {
      guard case .loading(let load) = state else { continue }
      beginnings[key.location] = min(load.since, beginnings[key.location] ?? load.since)
    }
    states = states.filter { wanted.contains($0.key) }
    let locations = Set(demanded.map(\.location))
    previews = previews.filter { locations.contains($0.key) }
    stills.formIntersection(locations)
    for key in demanded where states[key] == nil {
      states[key] = .loading(Loading(since: beginnings[key.location] ?? now, generation: generation.advance()))
    }
  }

  /// The load that a request belongs to; nil if the request is stale.
  private func load(of request: PictureRequest) -> Loading? {
    guard case .loading(let load) = states[request.key], load.generation == request.generation else { return nil }
    return load
  }

  /// Whether an answer to a request is still current.
  func isCurrent(_ request: PictureRequest) -> Bool { load(of: request) != nil }

  /// Records a picture, or that it failed, unless nothing waits for it any more.
  mutating func arrived(_ request: PictureRequest, _ result: Result<LoadedPicture, LoadError>) {
    guard isCurrent(request) else { return }
    switch result {
    case .success(let picture):
      states[request.key] = .loaded(picture)
      // A part of a picture cannot stand in for the whole.
      if request.key.shape.region == nil { previews[request.key.location] = picture }
      if picture.animation == nil { stills.insert(request.key.location) } else { stills.remove(request.key.location) }
    // The load was cancelled elsewhere; if the picture is still in demand, it is requested again.
    case .failure(.cancelled), .failure(.image(.cancelled)): states[request.key] = nil
    case .failure(let error):
      states[request.key] = .failed(error)
      stills.remove(request.key.location)
    }
  }

  /// The requests for pictures that are still loading, without duplicates, in the order of the keys.
  func requests(for keys: [PictureKey]) -> [PictureRequest] {
    var seen: Set<PictureKey> = []
    return keys.compactMap { key in
      guard seen.insert(key).inserted, case .loading(let load) = states[key] else { return nil }
      // A URL has nothing to decode until it has been fetched.
      if key.location.downloadURL != nil, key.copy == nil { return nil }
      return PictureRequest(key: key, generation: load.generation)
    }
  }

  /// The requests that have taken so long that thumbnails may stand in, and whose requests for thumbnails have not been
  /// answered yet.
  func thumbnailsDue(of requests: [PictureRequest], at now: Timestamp) -> [PictureRequest] {
    requests.filter { request in thumbnailDue(request.key).map { $0 <= now } == true }
  }

  /// Records a thumbnail, or that there is none.
  mutating func thumbnailArrived(_ request: PictureRequest, _ thumbnail: LoadedPicture?) {
    guard var load = load(of: request) else { return }
    load.hasThumbnailAnswer = true
    states[request.key] = .loading(load)
    if previews[request.key.location] == nil { previews[request.key.location] = thumbnail }
  }

  /// Has a picture in any shape stand in for one that is loading; nil: nothing does.
  mutating func setStandIn(_ picture: LoadedPicture?, for location: Location) { previews[location] = picture }

  /// When a picture's thumbnail may stand in; nil if something is visible already, or its request has been answered.
  private func thumbnailDue(_ key: PictureKey) -> Timestamp? {
    guard case .loading(let load) = states[key], !load.hasThumbnailAnswer, previews[key.location] == nil else {
      return nil
    }
    return load.since.advanced(by: PictureStates.thumbnailDelay)
  }

  /// Forgets all states, so that everything is requested again; stand-ins stay on screen meanwhile.
  mutating func forget() { (states, stills) = ([:], []) }

  /// Forgets some slides' pictures in every shape, so that they are requested again; stand-ins stay on screen
  /// meanwhile.
  mutating func forget(where isChanged: (Location) -> Bool) {
    states = states.filter { !isChanged($0.key.location) }
    stills = stills.filter { !isChanged($0) }
  }

  /// When the next placeholder or thumbnail is due.
  func nextDue(after now: Timestamp) -> Timestamp? {
    states.flatMap { key, state -> [Timestamp] in
      guard case .loading(let load) = state else { return [] }
      return [load.since.advanced(by: PictureStates.placeholderDelay)] + [thumbnailDue(key)].compactMap { $0 }
    }.filter { $0 > now }.min()
  }
}
