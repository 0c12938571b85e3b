import CarouselValues
import CarouselViewing
import Decks
import Downloads
import ExternalDecoders
import Fetching
import Imaging
import Pictures
import Rendering
import System
import Terminal

/// A slide's picture in the shape in which it is needed.
struct RequiredPicture: Hashable, Sendable {
  var location: Location
  var shape: PictureShape
  var isThumbnail: Bool
  /// The slide's own background; nil: that of the style.
  var backdrop: Backdrop?
  /// How the picture fills its place.
  var fit: SlideContentMode.Fit
}

/// The pictures of slides in demand: their downloads, their bitmaps, and their forms in pixels.
struct PictureLibrary: Sendable {
  /// The pictures that are needed, most urgent first.
  struct Demand {
    var visible: [RequiredPicture]
    var soon: [RequiredPicture]
    /// The picture that is shown while slides load; nil if there is none.
    var placeholder: RequiredPicture?
    /// A part of a picture; nil if there is none.
    var region: PictureKey?
    /// The slide on which the carousel comes to rest.
    var destination: Location?
  }

  private(set) var pictures = PictureStates()
  private(set) var downloads = DownloadStates()
  private(set) var pixels = PixelPictures()
  /// Slides that were drawn before the terminal called for another style: pixels are about to cover them, so redrawing
  /// them can wait.
  private(set) var covered = CoveredSlides()
  /// What removed slides show as long as they are in view, by the numbers that the carousel gives them.
  var departing: [Int: DepartingSlide] = [:]
  private var demand: Demand?
  /// The picture on screen that is shown as it arrives; nil if there is none.
  private var arriving: ArrivingPicture?
  /// Whether a slide's picture has arrived, or a part of it has been shown.
  private(set) var hasPicture = false

  // MARK: - What is known

  /// The key of a slide's picture, with the newest copy of a URL.
  func key(for required: RequiredPicture) -> PictureKey {
    var key = PictureKey(location: required.location, shape: required.shape)
    key.isThumbnail = required.isThumbnail
    if let url = required.location.downloadURL {
      key.copy = downloads[url]?.copy ?? (required.isThumbnail ? downloads[url]?.head : nil)
    }
    return key
  }

  /// The state of a slide's picture; nil if it is not in demand.
  func state(of required: RequiredPicture) -> PictureStates.State? { pictures.state(of: key(for: required)) }

  /// A slide's picture; nil if it is not loaded in that shape.
  func loaded(_ required: RequiredPicture) -> LoadedPicture? {
    if case .loaded(let picture) = state(of: required) { picture } else { nil }
  }

  /// Whether loading a picture takes so long that a placeholder is shown.
  func needsPlaceholder(_ required: RequiredPicture, at now: Timestamp) -> Bool {
    pictures.startTime(of: key(for: required)).map { since in
      since.duration(to: now) >= PictureStates.placeholderDelay
    } ?? false
  }

  /// The copy of a URL's download; nil if there is none, or the location is a file.
  func copy(of location: Location) -> FetchedCopy? { download(of: location)?.copy }

  private func download(of location: Location) -> DownloadStates.Download? {
    location.downloadURL.flatMap { downloads[$0] }
  }

  /// Why a URL could not be downloaded, until the next attempt makes progress; nil if it could.
  func downloadFailure(of location: Location) -> String? {
    guard let download = download(of: location), download.copy == nil else { return nil }
    return download.lastFailure?.description
  }

  /// Why a slide cannot be shown; nil if it can, or may be.
  func failure(of required: RequiredPicture) -> String? {
    if case .failed(let error) = state(of: required) { return error.description }
    // A copy from before is still to be shown.
    guard let download = download(of: required.location), download.copy == nil,
      case .failed(let failure) = download.stage
    else {
      return nil
    }
    return failure.description
  }

  /// The download progress of a slide's picture; nil if it is not being downloaded.
  func progress(of location: Location, at now: Timestamp) -> LoadingProgress? {
    guard let download = download(of: location), download.copy == nil else { return nil }
    switch download.stage {
    case .waiting: return .waiting
    case .receiving(let received, let expected): return .receiving(received: received, expected: expected)
    case .retrying(let until, let reason):
      return .retrying(seconds: DownloadStates.seconds(from: now, to: until), reason: reason.description)
    case .settled, .failed: return nil
    }
  }

  /// The key of the part of a picture that is shown while the rest arrives; nil if there is none.
  func partKey(for required: RequiredPicture) -> PictureKey? {
    guard var key = arriving?.key, key.location == required.location, key.shape == required.shape,
      let part = arriving?.shown
    else { return nil }
    key.copy = part
    return key
  }

  /// The request for what has arrived of the picture on screen; nil if none is due.
  var partRequest: PictureRequest? { arriving?.request }

  // MARK: - What is needed

  /// Keeps only what is in demand, and retries failed downloads that come back on screen.
  mutating func setDemand(_ demand: Demand, at now: Timestamp) {
    self.demand = demand
    let (visible, soon) = (
      demand.visible.compactMap(\.location.downloadURL), demand.soon.compactMap(\.location.downloadURL)
    )
    let hasURLs = !visible.isEmpty || !soon.isEmpty
    let appeared = downloads.reconcile(
      visible: visible, soon: soon, asHeads: demand.visible.contains(where: \.isThumbnail),
      destination: hasURLs ? demand.destination : nil, at: now)
    for url in appeared {
      if case .failed = downloads[url]?.stage {
        downloads.request(url, isForced: false)
      } else if demand.visible.contains(where: { $0.location.downloadURL == url && hasFailed($0) }) {
        // The download was not a picture, but the server may have another one by now. If not, its card stays.
        downloads.request(url, isForced: true)
      }
    }
    let placeholder = [demand.placeholder].compactMap { $0 }
    let keys = (demand.visible + placeholder + demand.soon).map { key(for: $0) }
    pictures.reconcile(with: keys + [demand.region].compactMap { $0 }, at: now)
  }

  /// Has the picture on screen shown as it arrives.
  ///
  /// - Parameter interval: the least time between two parts.
  mutating func updateArriving(every interval: Duration, at now: Timestamp) {
    guard let destination = demand?.destination, let url = destination.downloadURL,
      let required = demand?.visible.first(where: { $0.location == destination }), !required.isThumbnail,
      let since = pictures.startTime(of: key(for: required))
    else {
      arriving = nil
      return
    }
    let key = PictureKey(location: destination, shape: required.shape)
    if arriving?.key != key { arriving = ArrivingPicture(key, since: since) }
    let (part, isPreparing) = (part(of: url), arriving?.shown.map(pixels.isPreparingPicture) ?? false)
    arriving?.update(part, isPreparing: isPreparing, interval: interval, at: now)
  }

  /// What has arrived of a URL of which there is no copy yet.
  private func part(of url: String) -> FetchedCopy? { downloads[url].flatMap { $0.copy == nil ? $0.soFar : nil } }

  /// Whether a picture could not be loaded.
  private func hasFailed(_ required: RequiredPicture) -> Bool {
    if case .failed = state(of: required) { true } else { false }
  }

  /// Has these pictures prepared in pixels, most urgent first, and no others.
  ///
  /// - Parameter covering: the slides whose drawings in an earlier style may stay, if they still do.
  mutating func setPixelDemand(_ keys: [PixelKey], covering slides: [Location: PixelKey], in slot: CellSize) {
    pixels.reconcile(with: keys)
    covered.keep(in: slot) { slides[$0].flatMap(pixels.isPreparing) != nil }
  }

  /// Lets these slides' drawings stay until pixels cover them.
  mutating func cover(_ slides: [Location], in slot: CellSize) { covered.add(slides, in: slot) }

  /// The requests for pictures that are not loaded yet.
  ///
  /// - Parameter pixelKey: returns the key of a slide's picture in pixels; nil if it is shown in cells.
  func pictureRequests(at now: Timestamp, pixelKey: (RequiredPicture) -> PixelKey?) -> PictureRequests {
    guard let demand else { return PictureRequests() }
    // Pictures for cells that pixels are about to cover can wait for those pixels.
    let uncovered = demand.visible.filter {
      !covered.contains($0.location) || pixelKey($0).flatMap(pixels.isPreparing) != true
    }
    func requests(_ required: [RequiredPicture], and others: [PictureKey] = []) -> [PictureRequest] {
      pictures.requests(for: required.map { key(for: $0) } + others)
    }
    let visible = requests(uncovered, and: [demand.region].compactMap { $0 })
    let soon = requests([demand.placeholder].compactMap { $0 } + demand.soon).filter { !visible.contains($0) }
    return PictureRequests(visible: visible, soon: soon, thumbnails: pictures.thumbnailsDue(of: visible, at: now))
  }

  /// When the next placeholder, thumbnail, text about a download or held-back request is due.
  func nextWake(after now: Timestamp) -> Timestamp? {
    let part = arriving?.key.location.downloadURL.flatMap { self.part(of: $0) }
    return [
      pictures.nextDue(after: now), downloads.nextTextChange(after: now), downloads.nextRequest(after: now),
      arriving?.nextDue(part, after: now),
    ].compactMap { $0 }.min()
  }

  // MARK: - What arrives

  /// Records a picture, unless nothing waits for it any more.
  mutating func arrived(_ request: PictureRequest, _ picture: LoadedPicture) {
    guard pictures.isCurrent(request) else { return }
    hasPicture = hasPicture || request.key.location != demand?.placeholder?.location
    pictures.arrived(request, .success(picture))
  }

  /// Records that a picture failed, unless its copy may have been damaged and is fetched again.
  mutating func failed(_ request: PictureRequest, _ error: LoadError) {
    if pictures.isCurrent(request), error != .cancelled, case .url(let url) = request.key.location,
      let copy = request.key.copy, downloads.refetch(url, copy, after: error)
    {
      return
    }
    pictures.arrived(request, .failure(error))
  }

  /// Records the thumbnail in a picture's file; nil: there is none.
  mutating func thumbnailArrived(_ request: PictureRequest, _ thumbnail: LoadedPicture?) {
    pictures.thumbnailArrived(request, thumbnail)
  }

  /// Records what has arrived of a picture; nil: nothing of it can be shown.
  mutating func partArrived(_ request: PictureRequest, _ picture: LoadedPicture?, at now: Timestamp) {
    guard arriving?.request == request else { return }
    arriving?.arrived(request, isPicture: picture != nil, at: now)
    hasPicture = hasPicture || picture != nil
    if let picture { pictures.setStandIn(picture, for: request.key.location) }
  }

  /// Applies an update of a download, unless it is stale.
  mutating func apply(_ update: DownloadUpdate, at now: Timestamp) {
    downloads.apply(update, at: now)
    // The card with the reason takes the place of the part.
    guard let location = arriving?.key.location, arriving?.shown != nil,
      case .failed = download(of: location)?.stage
    else { return }
    arriving = nil
    pictures.setStandIn(nil, for: location)
  }

  /// Records a picture in pixels, or that it failed.
  mutating func arrived(_ request: PixelRequest, _ picture: PixelPicture?) { pixels.arrived(request, picture) }

  // MARK: - Starting again

  /// Forgets all pictures, so that they are requested again; stand-ins stay on screen meanwhile.
  mutating func forget() { pictures.forget() }

  /// Forgets the pictures of files that have changed, and requests changed URLs again from their servers.
  mutating func forget(_ files: Set<Path>) {
    pictures.forget { $0.isRead(from: files) }
    requestDownloads { files.contains(Path($0).absolute) }
  }

  /// Requests all downloads, or those of some URLs, again from the servers, even if copies are fresh; the copies stay on
  /// screen.
  mutating func requestDownloads(where isRequested: (String) -> Bool = { _ in true }) {
    for url in downloads.downloads.keys where isRequested(url) { downloads.request(url, isForced: true) }
  }
}

/// Slides whose drawings in an earlier style stay, in a slot of one size, until pixels cover them.
struct CoveredSlides: Sendable {
  private(set) var locations: Set<Location> = []
  private var slot = CellSize(columns: 0, rows: 0)

  func contains(_ location: Location) -> Bool { !locations.isEmpty && locations.contains(location) }

  mutating func add(_ others: [Location], in slot: CellSize) {
    locations.formUnion(others)
    self.slot = slot
  }

  /// Keeps the slides for which a condition holds; none if slots have another size.
  mutating func keep(in slot: CellSize, where isKept: (Location) -> Bool) {
    guard !locations.isEmpty else { return }
    locations = slot == self.slot ? locations.filter(isKept) : []
  }
}
