package import Carousel
import Decks
package import Imaging
package import Pictures
package import Rendering
package import System
package import Terminal

/// A slide's picture in pixels, as it is needed: equal keys have equal pixels.
package struct PixelKey: Hashable, Sendable {
  /// The picture in the shape of its place, a sample for each pixel.
  package var picture: PictureKey
  /// The slide's place in pixels.
  package var place: PixelSize
  package var alignment: SlideContentMode.Alignment
  package var backdrop: Backdrop
  /// How it is sent.
  package var pixelProtocol: PixelProtocol
  /// The cells that it covers whole; nil: it is as large as it is.
  package var cell: CellPixels?
  /// Where the part of the picture that a zoom shows stands in the window; nil: all of it, as it fits its place.
  package var zoomed: Zoomed?
  /// What it does besides moving along.
  package var effect = PixelPicture.Effect.none

  /// A part of a picture that rests in the viewer.
  package struct Zoomed: Hashable, Sendable {
    /// Its corner in the window, in pixels.
    package var x: Int
    package var y: Int
    /// How it is turned.
    package var orientation: Orientation
  }
}

/// A picture in pixels to be decoded and encoded.
package struct PixelRequest: Hashable, Sendable {
  package var key: PixelKey
  package var generation: Generation
  /// Whether it is compressed, which a terminal that reads it where it is made has no use for.
  package var isCompressed = true

  /// Encodes the picture that has been decoded for it; takes milliseconds, on any thread.
  package func encoded(_ picture: LoadedPicture) -> PixelPicture? {
    if let zoomed = key.zoomed {
      return PixelPicture(
        picture.bitmap.oriented(zoomed.orientation), atX: zoomed.x, y: zoomed.y, over: key.backdrop,
        serial: picture.serial, by: key.pixelProtocol, isCompressed: isCompressed, on: key.cell)
    }
    return PixelPicture(
      picture.bitmap, in: key.place, aligned: key.alignment, over: key.backdrop, serial: picture.serial,
      by: key.pixelProtocol, isCompressed: isCompressed, on: key.cell, effect: key.effect)
  }
}

/// The pictures in pixels of the slides in view and their neighbours, by their keys.
struct PixelPictures {
  private enum State {
    case preparing(Generation)
    case ready(PixelPicture)
    /// Cells it is.
    case failed
  }

  private var states: [PixelKey: State] = [:]
  /// The keys in demand, the most urgent first.
  private var demanded: [PixelKey] = []
  private var generation = Generation.first

  /// The picture of a key; nil: there is none yet.
  subscript(key: PixelKey) -> PixelPicture? {
    if case .ready(let picture) = states[key] { picture } else { nil }
  }

  /// Whether a picture is there or being prepared.
  func holds(_ key: PixelKey) -> Bool { states[key] != nil }

  /// Whether a picture is being prepared; nil: it is not demanded, or cannot be had.
  func isPreparing(_ key: PixelKey) -> Bool? {
    switch states[key] {
    case .preparing: true
    case .ready: false
    case .failed, nil: nil
    }
  }

  /// The pictures that are there, the most urgent first.
  var ready: [PixelPicture] { demanded.compactMap { self[$0] } }

  /// Bytes that they take.
  var cost: Int { demanded.reduce(0) { $0 + (self[$1]?.cost ?? 0) } }

  /// The most urgent picture that is not there.
  var request: PixelRequest? {
    for key in demanded {
      if case .preparing(let generation) = states[key] { return PixelRequest(key: key, generation: generation) }
    }
    return nil
  }

  /// Holds only the pictures in demand.
  mutating func reconcile(with keys: [PixelKey]) {
    guard keys != demanded else { return }
    demanded = keys
    let wanted = Set(keys)
    states = states.filter { wanted.contains($0.key) }
    for key in keys where states[key] == nil { states[key] = .preparing(generation.advance()) }
  }

  /// A picture came, or none can be had; false where nothing waits for it any more.
  mutating func arrived(_ request: PixelRequest, _ picture: PixelPicture?) -> Bool {
    guard case .preparing(request.generation) = states[request.key] else { return false }
    states[request.key] = picture.map { .ready($0) } ?? .failed
    return true
  }
}
