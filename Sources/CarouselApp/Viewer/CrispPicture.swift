import Carousel
import Decks
import Imaging
import Pictures
import Rendering

/// The visible part of a zoomed picture, decoded at its size on the screen.
struct CrispPicture: Sendable {
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
  mutating func followCrispPicture(at now: Timestamp) {
    guard let location = viewer?.location else { return (crisp, crispKey) = (nil, nil) }
    if crisp?.location != location { crisp = nil }
    guard let key = wantedCrispKey(of: location, at: now) else { return crispKey = nil }
    if key != crispKey, viewer?.zoom.frame(at: now).isSteady != true { return crispKey = nil }
    crispKey = key
  }

  private func wantedCrispKey(of location: Location, at now: Timestamp) -> PictureKey? {
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
  mutating func crispPictureArrived(_ request: PictureRequest, _ picture: LoadedPicture) {
    if request.key == crispKey { crisp = CrispPicture(request.key, picture) }
  }
}
