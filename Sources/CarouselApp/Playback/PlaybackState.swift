import Bitmaps
import CarouselValues
import Decks
import Pictures
import Rendering
import System

/// The animation on the current slide, and the last frame of the one before.
struct PlaybackState: Sendable {
  /// The current slide, as playback needs it.
  struct Picture {
    let key: PictureKey
    /// The slide's picture; nil until it is loaded.
    let loaded: LoadedPicture?
    let plays: Bool
    /// How frames are shown in pixels; nil: in cells.
    let pixels: PixelKey?
    /// Whether frames in pixels are compressed.
    let isCompressed: Bool
  }

  /// What auto-advance does about the animation.
  enum Advance: Hashable {
    /// It does not wait for it.
    case isFree
    /// It waits until the animation has been played.
    case waits
    /// The animation has been played.
    case isDue
  }

  /// The frame in pixels that an animation showed last: it is shown while its slide leaves.
  private struct LastFrame: Sendable {
    var key: PixelKey
    var source: UInt64
    var animation: UInt64
    var picture: PixelPicture
  }

  /// The playback of the current slide's animation; nil if it does not play.
  private(set) var current: Playback?
  private var generation = Generation.first
  private var lastFrame: LastFrame?
  private var animationCount: UInt64 = 0

  /// Starts, holds, advances and ends the playback of the current slide, as the carousel moves and rests.
  ///
  /// - Parameters:
  ///   - minimumDuration: how long an animation plays at least, in whole plays, before auto-advance goes on.
  ///   - isHeld: whether playback is held although its slide is shown.
  mutating func update(
    _ picture: Picture?, isAtRest: Bool, isHeld: Bool, minimumDuration: Duration, at now: Timestamp
  ) {
    if let current, current.key != picture?.key || !matchesPixelFormat(current, picture) { end() }
    if isAtRest, lastFrame?.key.picture.location != picture?.key.location { lastFrame = nil }
    if current == nil, isAtRest, let picture, picture.plays, let loaded = picture.loaded {
      current = Playback(
        key: picture.key, natural: loaded.naturalSize, generation: generation.advance(),
        plays: loaded.animation?.plays, minimumDuration: minimumDuration, at: now)
      let pixels = pixels(of: loaded, picture)
      current?.pixels = pixels
    }
    current?.hold(isHeld, at: now)
    current?.advance(at: now)
  }

  /// Whether a playback's frames are prepared in the form that the terminal can show now.
  private func matchesPixelFormat(_ playback: Playback, _ current: Picture?) -> Bool {
    guard let current, current.loaded != nil else { return true }
    return playback.pixels?.key == current.pixels
  }

  /// How the frames of a picture are prepared in pixels; nil if they are shown in cells.
  private mutating func pixels(of picture: LoadedPicture, _ current: Picture) -> PlaybackPixels? {
    guard let key = current.pixels else { return nil }
    // With the same animation number, the frame on the terminal remains until the first new frame is ready, and the
    // terminal keeps the frames that it has.
    let last = lastFrame.flatMap { $0.key == key && $0.source == picture.serial ? $0 : nil }
    if last == nil { animationCount += 1 }
    return PlaybackPixels(
      key: key, source: picture.serial, samples: picture.bitmap.size, isCompressed: current.isCompressed,
      animation: last?.animation ?? animationCount)
  }

  /// Ends the playback; the picture's next one, if any, starts with its first frame.
  mutating func end() {
    if let pixels = current?.pixels, let picture = current?.shownPixels {
      lastFrame = LastFrame(
        key: pixels.key, source: pixels.source, animation: pixels.animation, picture: picture)
    }
    current = nil
  }

  /// Records a decoded frame, or that there are no more.
  mutating func played(
    _ request: PlaybackRequest, _ answer: PicturePlayer.Answer, _ pixels: PixelPicture?, at now: Timestamp
  ) {
    guard current?.generation == request.generation else { return }
    switch answer {
    case .frame(let frame): current?.arrived(frame, pixels, at: now)
    case .end: current?.reachedEnd()
    case .failed: current?.fail()
    }
  }

  // MARK: - What follows

  /// The frame that an animation shows; nil if the picture of this key does not play.
  /// Shows the next frame at once.
  mutating func step(at now: Timestamp) { current?.step(at: now) }

  func frame(of key: PictureKey) -> PictureFrame? { current?.key == key ? current?.shown : nil }

  /// The key of the animation whose frames in pixels are shown instead of its first one.
  var replacedStill: PixelKey? { current?.shownPixels == nil ? nil : current?.pixels?.key }

  /// A slide's picture in pixels: of an animation that plays, the shown frame.
  ///
  /// - Parameters:
  ///   - key: the slide's picture in pixels; nil if it is shown in cells.
  ///   - still: that picture, if it is ready.
  ///   - animates: whether animations play.
  func picture(at location: Location, for key: PixelKey?, still: PixelPicture?, animates: Bool) -> (
    picture: PixelPicture?, still: PixelPicture?
  ) {
    if let current, current.key.location == location, current.shown != nil {
      if let shown = current.shownPixels { return (shown, still) }
      if animates { return (nil, nil) }
    }
    if let lastFrame, lastFrame.key == key { return (lastFrame.picture, still) }
    return (still, nil)
  }

  /// What auto-advance does if it waits for animations.
  func advance(animates: Bool) -> Advance {
    guard let current else { return .isFree }
    return current.hasPlayed || !animates ? .isDue : .waits
  }

  /// The request for the animation's frames; nil if there is none.
  var request: PlaybackRequest? {
    current.map { playback in
      PlaybackRequest(
        key: playback.key, natural: playback.natural, generation: playback.generation, repeats: playback.repeats,
        wantsFrame: playback.wantsFrame, pixels: playback.pixels)
    }
  }
}
