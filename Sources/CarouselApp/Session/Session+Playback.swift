import Bitmaps
import Carousel
import CarouselViewing
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
  mutating func followPlayback(at now: Timestamp) {
    if !isGrid {
      let frame = machine.frame(at: now)
      let isAtRest = frame.progress.value == 0 && !frame.isMoving
      let isHeld =
        switch preferences.animate {
        case .always: false
        case .atRest: !isAtRest
        case .never: true
        }
      let reasons = machine.pauseReasons
      playback.follow(
        playbackSubject(frame.current), isAtRest: isAtRest,
        isHeld: isHeld || reasons.contains(.user) || reasons.contains(.hidden),
        minimumDuration: waitsForPlayback(on: frame.current) ? machine.settings.minimumInterval : .zero, at: now)
    } else {
      playback.end()
    }
    advanceAfterPlayback(at: now)
  }

  private func playbackSubject(_ current: Int?) -> PlaybackState.Subject? {
    guard let slide = slides[current]?.slide else { return nil }
    let subject = subject(slide)
    let picture = loadedPicture(subject)
    let pixels = viewport.animatesPixels && picture != nil ? pixelKey(for: subject) : nil
    return PlaybackState.Subject(
      key: library.key(for: subject), picture: picture, plays: picture.map(plays) ?? false,
      pixels: pixels.flatMap { $0.area.width * $0.area.height <= Session.framePixelLimit ? $0 : nil },
      isCompressed: !appearance.hasLocalImageTransfer)
  }

  /// With `--interval auto`, holds auto-advance until the animation has been played, repeatedly if it is shorter than
  /// the minimum interval.
  private mutating func advanceAfterPlayback(at now: Timestamp) {
    let waits = waitsForPlayback(on: machine.frame(at: now).current)
    switch waits ? playback.advance(animates: preferences.animate != .never) : .isFree {
    case .isFree: machine.handle(.resume(.playback), at: now)
    case .waits: machine.handle(.pause(.playback), at: now)
    case .isDue:
      guard machine.pauseReasons.contains(.playback) else { return }
      machine.handle(.resume(.playback), at: now)
      machine.handle(.advance, at: now)
    }
  }
}
