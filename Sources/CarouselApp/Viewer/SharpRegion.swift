import Bitmaps
import Carousel
import CarouselViewing
import Decks
import Imaging
import Pictures
import Rendering

/// The visible part of a zoomed picture, decoded at its size on the screen.
struct SharpRegion: Sendable {
  let location: Location
  /// The part of the picture that it shows, before rotation, in shares of the picture's size.
  let part: SlideBox
  let picture: LoadedPicture

  /// The picture for a request; nil if the request was for a whole picture.
  init?(_ key: PictureKey, _ picture: LoadedPicture) {
    guard let region = key.shape.region else { return nil }
    let (width, height) = (Double(region.whole.width), Double(region.whole.height))
    location = key.location
    part = SlideBox(
      x: Double(region.part.x) / width, y: Double(region.part.y) / height, width: Double(region.part.width) / width,
      height: Double(region.part.height) / height)
    self.picture = picture
  }

  var source: ZoomedPicture.Source { ZoomedPicture.Source(bitmap: picture.bitmap, part: part) }
}

extension Session {
  /// Requests the visible part of the viewed picture, once it has come to rest.
  mutating func followSharpRegion(at now: Timestamp) {
    guard let location = viewer?.location else { return (sharpRegion, sharpKey) = (nil, nil) }
    if sharpRegion?.location != location { sharpRegion = nil }
    guard let key = wantedSharpKey(of: location, at: now) else { return sharpKey = nil }
    if key != sharpKey, viewer?.zoom.frame(at: now).isSteady != true { return sharpKey = nil }
    sharpKey = key
  }

  private func wantedSharpKey(of location: Location, at now: Timestamp) -> PictureKey? {
    guard let (frame, box) = zoomedPlace(of: location, at: now), !frame.isMoving, !frame.isHeld else { return nil }
    var key = key(for: location)
    // The frames of an animation are stretched instead.
    guard case .loaded(let picture) = pictures.state(of: key), !moves(picture),
      let place = ZoomedPicture.Place(of: box, in: window, samplesPerCell: preferences.picture.art.samplesPerCell)
    else { return nil }
    key.shape.region = place.region.stored(frame.orientation.orientation)
    return key
  }

  /// Whether a picture is an animation that plays.
  private func moves(_ picture: LoadedPicture) -> Bool { firstFrame(of: picture) != nil }

  /// Adopts a sharp part, unless it is no longer requested.
  mutating func sharpRegionArrived(_ request: PictureRequest, _ picture: LoadedPicture) {
    if request.key == sharpKey { sharpRegion = SharpRegion(request.key, picture) }
  }
}
