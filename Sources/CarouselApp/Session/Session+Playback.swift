import Carousel
import CarouselViewing
import Decks
import Bitmaps
import Imaging
import Pictures
import Rendering
import System

extension Session {
  /// Records a decoded frame, or that there are no more.
  mutating func played(
    _ request: PlaybackRequest, _ answer: PicturePlayer.Answer, _ pixels: PixelPicture?, at now: Timestamp
  ) {
    guard playback?.generation == request.generation else { return }
    switch answer {
    case .frame(let frame): playback?.arrived(frame, pixels, at: now)
    case .end: playback?.reachedEnd()
    case .failed: playback?.fail()
    }
  }

  private func plays(_ animation: PictureAnimation) -> Bool { options.playsVideos || !animation.isVideo }

  /// The first frame of a picture that plays as an animation; nil for any other.
  func firstFrame(of picture: LoadedPicture) -> Bitmap? {
    guard preferences.animate != .never, let animation = picture.animation, plays(animation) else { return nil }
    return picture.bitmap
  }

  /// Starts, holds, advances and ends the playback of the current slide, as the carousel moves and rests.
  mutating func followPlayback(at now: Timestamp) {
    guard grid == nil else {
      if playback != nil { endPlayback(at: now) }
      return
    }
    let frame = machine.frame(at: now)
    let isAtRest = frame.progress.value == 0 && !frame.isMoving
    let key = frame.current.flatMap { $0 < deck.count ? self.key(for: deck[$0].location) : nil }
    if let playback, playback.key != key || !isInPixelsAsWanted(playback) { endPlayback(at: now) }
    if isAtRest, lastFrame?.key.picture.location != key?.location { lastFrame = nil }
    if playback == nil, isAtRest, let key, case .loaded(let picture) = pictures.state(of: key),
      let animation = picture.animation, plays(animation)
    {
      playback = Playback(
        key: key, natural: picture.naturalSize, generation: playbackGeneration.advance(), plays: animation.plays,
        leastTime: options.waitsForPlayback ? machine.settings.minimumInterval : .zero, at: now)
      let pixels = playbackPixels(of: picture, at: key.location)
      playback?.pixels = pixels
    }
    guard playback != nil else { return }
    let isHeld =
      switch preferences.animate {
      case .always: false
      case .atRest: !isAtRest
      case .never: true
      }
    let reasons = machine.pauseReasons
    playback?.hold(isHeld || reasons.contains(.user) || reasons.contains(.hidden), at: now)
    playback?.advance(at: now)
    waitForPlayback(at: now)
  }

  /// With `--interval auto`, holds auto-advance until the animation has been played, repeatedly if it is shorter than
  /// the minimum interval.
  private mutating func waitForPlayback(at now: Timestamp) {
    guard options.waitsForPlayback, let playback else { return }
    if !playback.hasPlayed, preferences.animate != .never {
      machine.handle(.pause(.playback), at: now)
    } else if machine.pauseReasons.contains(.playback) {
      machine.handle(.resume(.playback), at: now)
      machine.handle(.advance, at: now)
    }
  }

  /// Ends the playback; the picture's next one, if any, starts with its first frame.
  mutating func endPlayback(at now: Timestamp) {
    if let pixels = playback?.pixels, let picture = playback?.shownPixels {
      lastFrame = LastFrame(key: pixels.key, animation: pixels.animation, picture: picture)
    }
    playback = nil
    machine.handle(.resume(.playback), at: now)
  }
}
