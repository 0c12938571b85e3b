import Bitmaps
import CarouselValues
import CarouselViewing
import Decks
import Imaging
import Pictures
import RemoteControl

/// What clients see of the current slide's picture.
extension Session {
  /// What is seen of the picture; nil while it is loading. In the grid, the selected slide's picture is the current one.
  func remoteView(at now: Snapshot) -> RemoteView? {
    guard let placed = actedOn(at: now), let picture = loadedPicture(of: placed.slide), let size = picture.fileSize
    else { return nil }
    let frame = zoomedFrame(of: placed.slide.location, at: now.time)?.frame
    let seen = frame?.visible ?? SlideBox(picture.part)
    func span(_ start: Double, _ length: Double, of pixels: Int) -> (start: Int, length: Int) {
      let first = max(0, min(Int((start * Double(pixels)).rounded()), pixels - 1))
      return (first, max(1, min(Int(((start + length) * Double(pixels)).rounded()), pixels) - first))
    }
    let (x, y) = (span(seen.x, seen.width, of: size.width), span(seen.y, seen.height, of: size.height))
    return RemoteView(
      number: placed.index + 1, zoom: frame?.zoom ?? 1, x: x.start, y: y.start, width: x.length, height: y.length,
      rotation: 90 * (frame?.orientation.quarterTurns ?? 0), mirrored: frame?.orientation.isMirrored ?? false)
  }

  /// What is seen of the picture in the viewer, once it has come to rest; nil while it moves, or the viewer is closed.
  func restingView(at now: Snapshot) -> RemoteView? {
    guard let frame = viewer?.zoom.frame(at: now.time), !frame.isMoving, !frame.isHeld, now.isAtRest else { return nil }
    return remoteView(at: now)
  }

  /// The part of the picture that is seen, in its own resolution, as far as its sides have at most `side` pixels.
  func lookedAt(
    side: Int, at time: Timestamp
  ) throws(RemoteError) -> (key: PictureKey, orientation: Orientation, view: RemoteView) {
    let now = snapshot(at: time)
    guard let slide = actedOn(at: now)?.slide, let size = loadedPicture(of: slide)?.fileSize,
      let view = remoteView(at: now)
    else { throw RemoteError(.noPicture, "the picture has not been loaded") }
    let scale = min(1, Double(side) / Double(max(view.width, view.height)))
    func scaled(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * scale).rounded())) }
    let whole = PixelSize(width: scaled(size.width), height: scaled(size.height))
    let (width, height) = (min(scaled(view.width), whole.width), min(scaled(view.height), whole.height))
    let rectangle = PixelRect(
      x: min(Int((Double(view.x) * scale).rounded()), whole.width - width),
      y: min(Int((Double(view.y) * scale).rounded()), whole.height - height), width: width, height: height)
    var key = pictureKey(of: slide, in: whole)
    guard let region = ScaledRegion(rectangle, of: whole) else {
      throw RemoteError(.noPicture, "the picture is too large")
    }
    if !region.isWhole { key.shape.region = region }
    let frame = zoomedFrame(of: slide.location, at: time)?.frame
    return (key, frame?.orientation.orientation ?? .upright, view)
  }

  /// The key of a slide's whole picture, not a thumbnail, with a sample for each of at most this many pixels.
  func pictureKey(of slide: Slide, in size: PixelSize) -> PictureKey {
    var required = required(slide)
    required.isThumbnail = false
    var key = library.key(for: required)
    key.shape = PictureShape(fit: Fit(box: size, upscales: false), samples: PixelSize(width: 1, height: 1))
    return key
  }
}
