import Bitmaps
import Carousel
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

extension Session {
  /// What a slide shows; nil if nothing is known of it yet.
  ///
  /// - Parameter isNamed: whether the slide's name is shown beside it, so that cards leave it out.
  func slideView(of index: Int, at now: Timestamp, isNamed: Bool = false) -> SlideView? {
    guard index < deck.count else { return nil }
    let location = deck[index].location
    let name = isNamed ? nil : SafeText.visible(location.nameBytes)
    let key = key(for: location)
    switch pictures.state(of: key) {
    case .loaded(let picture):
      return zoomedView(of: picture, key: key, at: now) ?? pictureView(of: picture, key: key)
    case .failed(let error):
      return SlideView(Card.failure(reason: error.description, name: name), of: location)
    case .loading, nil:
      if let standIn = pictures.standIns[location] {
        return zoomedView(of: standIn, key: key, at: now) ?? standInView(of: standIn, at: location)
      }
      if let failure = downloadFailure(of: location) {
        return SlideView(Card.failure(reason: failure, name: name), of: location)
      }
      guard let since = pictures.beginning(of: key), since.duration(to: now) >= PictureStates.placeholderDelay else {
        return nil
      }
    }
    let progress = progress(of: location, at: now)
    guard let placeholder = options.placeholder, let picture = loadedPicture(at: .file(placeholder)) else {
      return SlideView(Card.loading(name: name, progress: progress), of: location)
    }
    var fitted = SlideView.FittedPicture(
      picture.bitmap, serial: picture.serial, grid: picture.grid,
      firstFrame: progress == nil ? firstFrame(of: picture) : nil)
    fitted.progress = progress
    return SlideView(fitted, of: location)
  }

  /// A picture as the viewer's zoom shows it; nil if it is shown like any slide.
  private func zoomedView(of picture: LoadedPicture, key: PictureKey, at now: Timestamp) -> SlideView? {
    guard let (frame, box) = zoomedPlace(of: key.location, at: now) else { return nil }
    var (bitmap, serials) = (picture.bitmap, [picture.serial])
    if key == playback?.key, let shown = playback?.shown { (bitmap, serials) = (shown.bitmap, [shown.serial]) }
    var sources = [ZoomedPicture.Source(bitmap: bitmap, part: SlideBox(picture.part))]
    if let sharpRegion, sharpRegion.location == key.location, firstFrame(of: picture) == nil {
      sources.append(sharpRegion.source)
      serials.append(sharpRegion.picture.serial)
    }
    let isMoving = frame.isMoving || (frame.isHeld && gesture?.hasMoved == true)
    return SlideView(
      ZoomedPicture(sources: sources, orientation: frame.orientation, box: box, isMoving: isMoving), serials: serials,
      of: key.location)
  }

  /// A loaded picture, or the frame that its animation shows.
  private func pictureView(of picture: LoadedPicture, key: PictureKey) -> SlideView {
    guard key == playback?.key, let frame = playback?.shown else {
      return view(of: picture, at: key.location)
    }
    var view = SlideView(
      SlideView.FittedPicture(
        frame.bitmap, serial: frame.serial, grid: picture.grid, firstFrame: picture.bitmap), of: key.location)
    view.keepsDrawing = keepsDrawing(at: key.location)
    view.animation = playback?.shownAnimation
    return view
  }

  /// A loaded picture.
  private func view(of picture: LoadedPicture, at location: Location) -> SlideView {
    var view = SlideView(
      SlideView.FittedPicture(
        picture.bitmap, serial: picture.serial, grid: picture.grid, firstFrame: firstFrame(of: picture)), of: location)
    view.keepsDrawing = keepsDrawing(at: location)
    return view
  }

  /// A picture of another shape, stretched to the current one.
  private func standInView(of picture: LoadedPicture, at location: Location) -> SlideView {
    let shape = shape
    let grid = shape.fit.part(of: shape.fit.target(for: picture.naturalSize)).size
    let size = PixelSize(width: grid.width * shape.samples.width, height: grid.height * shape.samples.height)
    var fitted = SlideView.FittedPicture(picture.bitmap, serial: picture.serial, grid: grid)
    fitted.stretch = SlideView.Stretch(
      size: size, own: picture.part, shown: PicturePart(shape.fit, of: picture.naturalSize))
    var view = SlideView(fitted, of: location)
    view.keepsDrawing = keepsDrawing(at: location)
    return view
  }

  /// The maximum number of slides to draw ahead.
  private static let slidesAhead = 3

  /// The slides that may be on screen next, likeliest first; then those beneath pixels, to be redrawn in their new
  /// style.
  var slidesAhead: SlidesAhead {
    var ahead = SlidesAhead(slot: drawnSlot, style: style.slides)
    guard grid == nil else { return ahead }
    let soon = machine.demand.soon.prefix(Session.slidesAhead).compactMap { $0 < deck.count ? deck[$0].location : nil }
    let covered = coveredSlides.locations.filter { !isAwaitingPixels($0) }
    ahead.slides = (soon + covered).compactMap { location in
      loadedPicture(at: location).map { view(of: $0, at: location) }
    }
    return ahead
  }

  /// A slide's loaded picture; nil if it is not loaded in the current shape.
  func loadedPicture(at location: Location) -> LoadedPicture? {
    if case .loaded(let picture) = pictures.state(of: key(for: location)) { picture } else { nil }
  }
}
