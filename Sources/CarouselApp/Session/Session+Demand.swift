import Carousel
import CarouselViewing
import Decks
import Pictures
import Rendering

extension Session {
  /// The pictures that slides need: those on screen, then those that may come next.
  ///
  /// - Parameter region: the part of a picture that the viewer needs sharply.
  func demand(for region: PictureKey?, at now: Timestamp) -> PictureLibrary.Demand {
    let (visible, soon) = slidesInDemand
    return PictureLibrary.Demand(
      visible: subjects(visible), soon: subjects(soon),
      placeholder: options.placeholder.map { subject(Slide(.file($0))) }, region: region,
      destination: destination(at: now)?.slide.location)
  }

  /// The slides on screen, and those that may come next.
  private var slidesInDemand: (visible: [Int], soon: [Int]) {
    guard let grid else { return (machine.demand.visible, machine.demand.soon) }
    let demand = grid.machine.demand
    return (demand.visible.map(grid.slide), demand.soon.map(grid.slide))
  }

  /// The slides of the carousel or the viewer that are on screen.
  var visibleSubjects: [PictureLibrary.Subject] { isGrid ? [] : subjects(machine.demand.visible) }

  /// The maximum number of slides to draw ahead.
  private static let slidesAhead = 3

  /// The slides that may be on screen next, likeliest first; then those beneath pixels, to be redrawn in their new
  /// style.
  var slidesAhead: SlidesAhead {
    var ahead = SlidesAhead(slot: drawnSlot, style: style.slides)
    guard !isGrid else { return ahead }
    let soon = subjects(machine.demand.soon.prefix(Session.slidesAhead))
    let covered = visibleSubjects.filter {
      library.covered.contains($0.location) && !library.isPreparing(pixelKey(for: $0))
    }
    ahead.slides = (soon + covered).compactMap { subject in
      loadedPicture(subject).map { picture in
        var view = view(of: picture, at: subject.location)
        view.backdrop = subject.backdrop
        return view
      }
    }
    return ahead
  }
}
