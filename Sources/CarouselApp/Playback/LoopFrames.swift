import Rendering
import Terminal

/// The frames in pixels of an animation that repeats, without their samples: the terminal may keep those.
///
/// Once the terminal holds all frames of a play, they need not be decoded in pixels again (`isHeld`).
///
/// ```swift
/// loop.add(picture)           // for each frame of the first play
/// loop.endPlay()
/// loop.rewind { screen.holds(frame: $0) }
/// loop.isHeld                 // whether the next play needs no pixels
/// ```
struct LoopFrames: Sendable {
  /// The maximum number of frames: terminals keep no more.
  private static let maximumCount = 256
  /// The number of frames that may not have been sent yet when the last one has been decoded.
  private static let pendingCount = 4

  /// How the frames are prepared.
  let pixels: PlaybackPixels?
  /// The frames of a play from its beginning; nil if they cannot be kept.
  private var pictures: [PixelPicture]? = []
  /// Whether `pictures` are all frames of a play.
  private var isComplete = false
  /// The index of the next frame in its play.
  private var position = 0
  /// Whether the terminal has the frames of this play, which then need not be decoded in pixels.
  private(set) var isHeld = false
  private var mayBeHeld = true

  init(_ pixels: PlaybackPixels? = nil) { self.pixels = pixels }

  /// The next frame, as it was in an earlier play; nil if it is new.
  var next: PixelPicture? {
    guard let pictures, position < pictures.count else { return nil }
    return pictures[position]
  }

  /// Records that the next frame was decoded.
  ///
  /// - Parameter picture: the frame in pixels; nil if it could not be prepared.
  mutating func add(_ picture: PixelPicture?) {
    defer { position += 1 }
    guard let count = pictures?.count, position == count else { return }
    if let picture, !isComplete, count < LoopFrames.maximumCount {
      pictures?.append(picture.withoutContent)
    } else {
      pictures = nil
    }
  }

  mutating func endPlay() { if position == pictures?.count { isComplete = true } }

  /// Begins a play.
  ///
  /// - Parameter holds: whether the terminal has a frame, by its serial.
  mutating func rewind(holding holds: (UInt64) -> Bool) {
    position = 0
    isHeld = false
    guard mayBeHeld, isComplete, let serials = pictures?.map(\.image.serial), !serials.isEmpty else { return }
    let pending = serials.count > LoopFrames.pendingCount ? LoopFrames.pendingCount : 0
    isHeld = serials.dropLast(pending).allSatisfy(holds)
  }

  /// Begins a play whose frames are decoded in pixels.
  mutating func rewind() { rewind { _ in false } }

  /// From now on, no play is held.
  mutating func giveUp() { mayBeHeld = false }
}
