import Carousel
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

extension Session {
  /// Brings the pictures in pixels up to date with what the carousel demands. What has begun to move keeps what it has.
  mutating func followPixels(at now: Timestamp) {
    guard pixelCell != nil, grid == nil else { return pixelPictures.reconcile(with: []) }
    // The slides on both sides: a drag may go either way.
    let frame = machine.frame(at: now)
    let slides = machine.demand.visible + [frame.next, frame.previous].compactMap { $0 }
    var keys: [PixelKey] = []
    for index in slides where index < deck.count {
      if let key = pixelKey(for: deck[index].location), !keys.contains(key) { keys.append(key) }
    }
    pixelPictures.reconcile(with: keys)
  }

  /// The picture that is to be prepared in pixels next: while something moves, none is begun.
  func pixelRequest(at now: Timestamp) -> PixelRequest? {
    frameKind(at: now) == .still ? pixelPictures.request : nil
  }

  /// The pictures in pixels of the slides in view; nil where they are drawn in cells.
  func pixelStage(of slides: Set<Int>, at now: Timestamp) -> PixelStage? {
    guard let cell = pixelCell, grid == nil, growing(at: now) == nil else { return nil }
    var pictures: [Int: PixelPicture] = [:]
    for index in slides where index < deck.count {
      let location = deck[index].location
      guard zoomedPlace(of: location, at: now) == nil, let key = pixelKey(for: location),
        let picture = pixelPictures[key]
      else { continue }
      pictures[index] = picture
    }
    return pictures.isEmpty ? nil : PixelStage(cell: cell, pictures: pictures)
  }

  /// What a slide's picture is in pixels; nil where it is not there yet, moves, or is not to be enlarged: a pixel of those takes
  /// half a cell.
  private func pixelKey(for location: Location) -> PixelKey? {
    guard let cell = pixelCell, options.upscales else { return nil }
    var key = key(for: location)
    guard case .loaded(let picture) = pictures.state(of: key), firstFrame(of: picture) == nil else { return nil }
    switch preferences.picture.content.fit {
    case .shrink, .actualSize: return nil
    case .contain, .cover, .stretch, .width, .height: break
    }
    let place = PixelSize(width: slot.columns * cell.width, height: slot.rows * cell.height)
    key.shape = key.shape.inPixels(of: place)
    return PixelKey(
      picture: key, place: place, alignment: preferences.picture.content.alignment,
      backdrop: style.picture.backdrop)
  }
}
