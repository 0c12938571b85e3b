package import Bitmaps
package import CarouselValues
import Decks
import Downloads
import Imaging
package import Pictures
package import Rendering
package import System
package import Terminal

/// The identity of a slide's picture in pixels: equal keys have equal pixels.
package struct PixelKey: Hashable, Sendable {
  /// The picture in the shape of its area, with a sample for each pixel.
  package var picture: PictureKey
  /// The size of the slide's area, in pixels.
  package var area: PixelSize
  package var alignment: SlideContentMode.Alignment
  package var backdrop: Backdrop
  /// The protocol for sending it.
  package var pixelProtocol: PixelProtocol
  /// The cell size if the image is padded to whole cells; nil: it keeps its own size.
  package var cell: CellPixels?
  /// The position in the window of the part that a zoom shows; nil: the whole picture, fitted to its place.
  package var zoomed: Zoomed?
  /// The effect other than movement, such as a dissolve or a drift.
  package var effect = PixelPicture.Effect.none

  /// A part of a picture at rest in the viewer.
  package struct Zoomed: Hashable, Sendable {
    /// Its top left corner in the window, in pixels.
    package var x: Int
    package var y: Int
    /// The picture's orientation.
    package var orientation: Orientation
  }

  /// Whether its picture may be shown until another is ready: they differ only in the effect, or in the copy of the URL.
  fileprivate func standsIn(for other: PixelKey) -> Bool {
    var key = self
    (key.effect, key.picture.copy) = (other.effect, other.picture.copy)
    return key == other
  }
}

/// A request to decode a picture and encode it in pixels.
package struct PixelRequest: Hashable, Sendable {
  package var key: PixelKey
  package var generation: Generation
  /// Whether the image is compressed, which is of no use if the terminal reads it directly from where it is stored.
  package var isCompressed = true

  /// Encodes the decoded picture; takes milliseconds, on any thread. Nil if there is not enough memory.
  package func encoded(_ picture: LoadedPicture) -> PixelPicture? {
    if let zoomed = key.zoomed {
      return PixelPicture(
        picture.bitmap.oriented(zoomed.orientation), atX: zoomed.x, y: zoomed.y, over: key.backdrop,
        serial: picture.serial, by: key.pixelProtocol, isCompressed: isCompressed, on: key.cell)
    }
    let encoded = PixelPicture(
      picture.bitmap, in: key.area, aligned: key.alignment, over: key.backdrop, serial: picture.serial,
      by: key.pixelProtocol, isCompressed: isCompressed, on: key.cell, effect: key.effect)
    return key.picture.isThumbnail ? encoded?.asThumbnail : encoded
  }
}

/// The pictures in pixels of the slides in view and their neighbors, by key.
struct PixelPictures {
  private enum State {
    /// `earlier` is the same picture, prepared for other effects or from an earlier copy, which is shown meanwhile.
    case preparing(Generation, earlier: PixelPicture?)
    /// `earlier` is shown until the terminal has this one.
    case ready(PixelPicture, earlier: PixelPicture?)
    /// The picture cannot be prepared, and is shown in cells.
    case failed
  }

  private var states: [PixelKey: State] = [:]
  /// The keys in demand, most urgent first.
  private var demanded: [PixelKey] = []
  private var generation = Generation.first

  /// The picture of a key, perhaps without its effects; nil if there is no key, or its picture is not ready.
  subscript(key: PixelKey?) -> PixelPicture? {
    guard let key else { return nil }
    return switch states[key] {
    case .ready(let picture, _): picture
    case .preparing(_, let earlier): earlier
    case .failed, nil: nil
    }
  }

  /// What was shown before the picture of a key, until the terminal has that; nil if there is nothing.
  func earlier(than key: PixelKey?) -> PixelPicture? {
    if let key, case .ready(_, let earlier) = states[key] { earlier } else { nil }
  }

  /// Whether a key is in demand: its picture is ready, is being prepared, or has failed.
  func holds(_ key: PixelKey) -> Bool { states[key] != nil }

  /// Whether a picture is being prepared; nil if it is not in demand, or has failed.
  func isPreparing(_ key: PixelKey) -> Bool? {
    switch states[key] {
    case .preparing: true
    case .ready: false
    case .failed, nil: nil
    }
  }

  func isPreparingPicture(of copy: FetchedCopy) -> Bool {
    states.keys.contains { $0.picture.copy == copy && isPreparing($0) == true }
  }

  /// The pictures that are ready, most urgent first.
  var ready: [PixelPicture] { demanded.compactMap { self[$0] } }

  /// The keys of thumbnails among those in demand.
  var thumbnails: [PixelKey] { demanded.filter(\.picture.isThumbnail) }

  /// The bytes that the pictures take.
  var cost: Int { demanded.reduce(0) { $0 + (self[$1]?.cost ?? 0) } }

  /// How many pictures the far side of ssh scales at a time, so that the line and its processors are busy.
  private static let maxFar = 8

  /// The requests for the most urgent pictures that are not ready: one, or several that the far side of ssh scales.
  var requests: [PixelRequest] {
    var requests: [PixelRequest] = []
    for key in demanded {
      guard case .preparing(let generation, _) = states[key] else { continue }
      requests.append(PixelRequest(key: key, generation: generation))
      if !key.picture.location.isFar || requests.count == PixelPictures.maxFar { break }
    }
    return requests
  }

  /// Keeps only the pictures in demand, and has new ones prepared.
  mutating func reconcile(with keys: [PixelKey]) {
    guard keys != demanded else { return }
    demanded = keys
    let (last, wanted) = (self, Set(keys))
    states = states.filter { wanted.contains($0.key) }
    for key in keys where states[key] == nil {
      let same = last.states.keys.first { $0.standsIn(for: key) && last[$0] != nil }
      states[key] = .preparing(generation.advance(), earlier: same.flatMap { last[$0] })
    }
  }

  /// Records a picture, or that it failed, unless it is no longer in demand.
  mutating func arrived(_ request: PixelRequest, _ picture: PixelPicture?) {
    guard case .preparing(request.generation, let earlier) = states[request.key] else { return }
    states[request.key] = picture.map { .ready($0, earlier: earlier) } ?? .failed
  }
}
