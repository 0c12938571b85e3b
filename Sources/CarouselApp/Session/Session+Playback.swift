import Bitmaps
import Carousel
import CarouselValues
import Decks
import Imaging
import Pictures
import Rendering
import System

extension Session {
  /// The maximum pixels of an animation's frame: several frames are decoded ahead, at three or four bytes a pixel.
  private static let framePixelLimit = 1 << 22

  /// The first frame of a picture that plays as an animation; nil for any other.
  func firstFrame(of picture: LoadedPicture) -> Bitmap? {
    preferences.animate != .never && plays(picture) ? picture.bitmap : nil
  }

  private func plays(_ picture: LoadedPicture) -> Bool {
    picture.animation.map { options.playsVideos || !$0.isVideo } ?? false
  }

  /// Plays the current slide's animation, as the carousel moves and rests; in the grid, nothing plays.
  ///
  /// - Returns: whether the carousel goes on now, because the animation has been played.
  mutating func updatePlayback(at now: Snapshot) -> Bool {
    let waits = waitsForPlayback(on: now.frame.current)
    if !isGrid {
      let isHeld =
        switch preferences.animate {
        case .always: false
        case .atRest: !now.isAtRest
        case .never: true
        }
      let reasons = machine.pauseReasons
      playback.update(
        playingPicture(now.frame.current), isAtRest: now.isAtRest,
        isHeld: isHeld || reasons.contains(.user) || reasons.contains(.hidden),
        minimumDuration: waits ? machine.settings.minimumInterval : .zero, at: now.time)
    } else {
      playback.end()
    }
    return advanceAfterPlayback(waits, at: now.time)
  }

  private func playingPicture(_ current: Int?) -> PlaybackState.Picture? {
    guard let slide = slides[current]?.slide else { return nil }
    let required = required(slide)
    let picture = library.loaded(required)
    let pixels = viewport.animatesPixels && picture != nil ? pixelKey(for: required) : nil
    return PlaybackState.Picture(
      key: library.key(for: required), loaded: picture, plays: picture.map(plays) ?? false,
      pixels: pixels.flatMap { $0.area.width * $0.area.height <= Session.framePixelLimit ? $0 : nil },
      isCompressed: !appearance.hasLocalImageTransfer)
  }

  /// With `--interval auto`, holds auto-advance until the animation has been played, repeatedly if it is shorter than
  /// the minimum interval.
  private mutating func advanceAfterPlayback(_ waits: Bool, at now: Timestamp) -> Bool {
    switch waits ? playback.advance(animates: preferences.animate != .never) : .isFree {
    case .isFree: machine.handle(.resume(.playback), at: now)
    case .waits: machine.handle(.pause(.playback), at: now)
    case .isDue:
      guard machine.pauseReasons.contains(.playback) else { break }
      machine.handle(.resume(.playback), at: now)
      machine.handle(.advanceAutomatically, at: now)
      return true
    }
    return false
  }
}
