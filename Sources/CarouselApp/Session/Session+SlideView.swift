import Bitmaps
import CarouselValues
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
    guard let slide = slides[index]?.slide else { return nil }
    let required = required(slide)
    var view = slideView(of: required, at: now, isNamed: isNamed)
    view?.backdrop = required.backdrop
    return view
  }

  /// What the slides in view show, by index, in case that they are removed.
  func shownSlides(at now: Snapshot) -> [Int: DepartingSlide] {
    guard !isGrid else { return [:] }
    var shown: [Int: DepartingSlide] = [:]
    for index in now.slidesInView {
      guard let view = slideView(of: index, at: now.time), let slide = slides[index]?.slide else { continue }
      shown[index] = DepartingSlide(view: view, pixels: library.pixels[pixelKey(for: required(slide))])
    }
    return shown
  }

  /// What a slide shows, on the background of the style; nil if nothing is known of it yet.
  private func slideView(of required: RequiredPicture, at now: Timestamp, isNamed: Bool) -> SlideView? {
    let location = required.location
    let name = isNamed ? nil : SafeText.visible(location.nameBytes)
    let key = library.key(for: required)
    switch library.state(of: required) {
    case .loaded(let picture):
      return zoomedView(of: picture, key: key, at: now) ?? pictureView(of: picture, key: key)
    case .failed(let error):
      return SlideView(Card.failure(reason: error.description, name: name), of: location)
    case .loading, nil:
      if let preview = library.pictures.previews[location] {
        return zoomedView(of: preview, key: key, at: now) ?? previewView(of: preview, required)
      }
      if let failure = library.downloadFailure(of: location) {
        return SlideView(Card.failure(reason: failure, name: name), of: location)
      }
      guard library.needsPlaceholder(required, at: now) else { return nil }
    }
    let progress = library.progress(of: location, at: now)
    guard let placeholder = options.placeholder, let picture = loadedPicture(of: Slide(.file(placeholder))) else {
      return SlideView(Card.loading(name: name, progress: progress), of: location)
    }
    var fitted = SlideView.FittedPicture(picture, firstFrame: progress == nil ? firstFrame(of: picture) : nil)
    fitted.progress = progress
    return SlideView(fitted, of: location)
  }

  /// A picture as the viewer's zoom shows it; nil if it is shown like any slide.
  private func zoomedView(of picture: LoadedPicture, key: PictureKey, at now: Timestamp) -> SlideView? {
    guard let (frame, box) = zoomedFrame(of: key.location, at: now) else { return nil }
    var (bitmap, serials) = (picture.bitmap, [picture.serial])
    if let shown = playback.frame(of: key) { (bitmap, serials) = (shown.bitmap, [shown.serial]) }
    var sources = [ZoomedPicture.Source(bitmap: bitmap, part: SlideBox(picture.part))]
    if let sharp = viewer?.sharp.region(of: key.location), firstFrame(of: picture) == nil {
      sources.append(sharp.source)
      serials.append(sharp.picture.serial)
    }
    let isMoving = frame.isMoving || (frame.isHeld && input.gesture?.hasMoved == true)
    return SlideView(
      ZoomedPicture(sources: sources, orientation: frame.orientation, box: box, isMoving: isMoving), serials: serials,
      of: key.location)
  }

  /// A loaded picture, or the frame that its animation shows.
  private func pictureView(of picture: LoadedPicture, key: PictureKey) -> SlideView {
    guard let frame = playback.frame(of: key) else { return view(of: picture, at: key.location) }
    var view = SlideView(
      SlideView.FittedPicture(
        frame.bitmap, serial: frame.serial, grid: picture.grid, firstFrame: picture.bitmap), of: key.location)
    view.keepsDrawing = library.covered.contains(key.location)
    view.animation = playback.current?.shownAnimation
    return view
  }

  func view(of picture: LoadedPicture, at location: Location) -> SlideView {
    var view = SlideView(SlideView.FittedPicture(picture, firstFrame: firstFrame(of: picture)), of: location)
    view.keepsDrawing = library.covered.contains(location)
    return view
  }

  /// A picture of another shape, stretched to the current one.
  private func previewView(of picture: LoadedPicture, _ required: RequiredPicture) -> SlideView {
    let (location, shape) = (required.location, required.shape)
    let grid = shape.fit.part(of: shape.fit.target(for: picture.naturalSize)).size
    let size = PixelSize(width: grid.width * shape.samples.width, height: grid.height * shape.samples.height)
    var fitted = SlideView.FittedPicture(picture.bitmap, serial: picture.serial, grid: grid)
    fitted.stretch = SlideView.Stretch(
      size: size, own: picture.part, shown: PicturePart(shape.fit, of: picture.naturalSize))
    var view = SlideView(fitted, of: location)
    view.keepsDrawing = library.covered.contains(location)
    return view
  }
}
