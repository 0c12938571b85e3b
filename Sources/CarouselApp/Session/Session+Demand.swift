import Carousel
import CarouselViewing
import Decks
import Pictures
import Rendering

extension Session {
  /// The pictures that slides need: those on screen, then those that may come next.
  ///
  /// - Parameter region: the part of a picture that the viewer needs sharply.
  func demand(for region: PictureKey?, at now: Snapshot) -> PictureLibrary.Demand {
    let (visible, soon) =
      if let grid {
        (grid.machine.demand.visible.map(grid.slide), grid.machine.demand.soon.map(grid.slide))
      } else {
        (now.demand.visible, now.demand.soon)
      }
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
    let soon = required(now.demand.soon.prefix(Session.slidesAhead))
    let covered = visiblePictures(at: now).filter {
      library.covered.contains($0.location) && !library.isPreparing(pixelKey(for: $0))
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
