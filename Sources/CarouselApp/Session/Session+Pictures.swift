import Carousel
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

extension Session {
  /// The locations of the slides in demand: those on screen, then those that may come next.
  var demand: (visible: [Location], soon: [Location]) {
    func locations(_ slides: some Sequence<Int>) -> [Location] {
      slides.filter { $0 < deck.count }.map { deck[$0].location }
    }
    if let grid {
      let demand = grid.machine.demand
      return (locations(demand.visible.map(grid.slide)), locations(demand.soon.map(grid.slide)))
    }
    let demand = machine.demand
    return (locations(demand.visible), locations(demand.soon))
  }

  /// The picture that is shown while slides load, if there is one.
  var placeholder: [Location] { options.placeholder.map { [.file($0)] } ?? [] }

  /// Brings the requests up to date with the carousel's demand.
  mutating func followDemand(at now: Timestamp) {
    let demand = demand
    followDownloads(visible: demand.visible, soon: demand.soon, at: now)
    let keys = (demand.visible + placeholder + demand.soon).map(key)
    pictures.reconcile(with: keys + [sharpKey].compactMap { $0 }, at: now)
  }

  /// Records a picture, or that it failed, unless nothing waits for it any more.
  mutating func arrived(_ request: PictureRequest, _ answer: PictureAnswer) {
    guard pictures.isCurrent(request) else { return }
    switch answer {
    case .picture(let picture):
      hasShownPicture = hasShownPicture || !placeholder.contains(request.key.location)
      sharpRegionArrived(request, picture)
      pictures.arrived(request, .success(picture))
    case .deck: readDeck()
    case .failed(let error):
      if !refetch(request.key, after: error) { pictures.arrived(request, .failure(error)) }
    }
  }

  /// The shape in which pictures must be loaded now; in the viewer, the whole picture.
  var shape: PictureShape {
    var style = preferences.picture
    if isViewing, style.content.fit != .shrink { style.content.fit = .contain }
    return Viewport(size: slot, cellAspect: viewport.cellAspect).shape(for: style, upscales: options.upscales)
  }

  func key(for location: Location) -> PictureKey {
    var key = PictureKey(location: location, shape: shape)
    key.isThumbnail = grid != nil
    if case .url(let url) = location { key.copy = downloads[url]?.copy }
    return key
  }
}
