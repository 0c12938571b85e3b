import Bitmaps
import CarouselValues
import Decks
import Pictures
import Rendering

/// The visible part of a zoomed picture, decoded at its size on the screen.
struct SharpRegion: Sendable {
  let location: Location
  /// The part of the picture that it shows, before rotation, in shares of the picture's size.
  let part: SlideBox
  let picture: LoadedPicture

  /// The picture for a request; nil if the request was for a whole picture.
  fileprivate init?(_ key: PictureKey, _ picture: LoadedPicture) {
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

/// The part of a picture that the viewer needs sharply, and the last such part.
struct SharpView: Sendable {
  /// The part that is needed, once the picture has come to rest; nil: none.
  private(set) var key: PictureKey?
  private var region: SharpRegion?

  /// The sharp part of a picture; nil if there is none.
  func region(of location: Location) -> SharpRegion? { region?.location == location ? region : nil }

  /// Requests a part of the slide's picture.
  ///
  /// - Parameters:
  ///   - part: the part in view; nil: the whole picture is sharp.
  ///   - isSteady: whether the picture has come to rest.
  mutating func update(_ part: PictureKey?, of location: Location?, isSteady: Bool) {
    if region?.location != location { region = nil }
    key = part == key || isSteady ? part : nil
  }

  /// Adopts a picture, if it is the part that is needed.
  mutating func arrived(_ request: PictureKey, _ picture: LoadedPicture) {
    if request == key { region = SharpRegion(request, picture) }
  }
}

extension SharpView: Equatable {
  static func == (left: SharpView, right: SharpView) -> Bool {
    left.key == right.key && left.region?.picture.serial == right.region?.picture.serial
  }
}
