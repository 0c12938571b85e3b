package import Carousel
import Decks
package import Imaging
package import Pictures

extension Session {
  /// A frame that should be decoded: of which picture, and for which playback of it.
  package struct FrameWish: Hashable, Sendable {
    package var key: PictureKey
    package var natural: PixelSize
    package var playback: Int
  }

  /// The frame that should be decoded next; nil: none.
  package var wantedFrame: FrameWish? {
    guard let playback, playback.wantsFrame else { return nil }
    return FrameWish(key: playback.key, natural: playback.natural, playback: playback.number)
  }

  /// The number of the playback that is under way; frames for others are of no use.
  // Not inlined: Swift 6.3.1's optimizer fails on it where it would be.
  @inline(never) package var playbackNumber: Int? { playback?.number }

  /// A frame was decoded for a wish.
  package mutating func arrived(_ frame: PictureFrame, for wish: FrameWish, at now: Timestamp) {
    guard playback?.number == wish.playback else { return }
    playback?.arrived(frame, at: now)
  }

  /// All frames have been decoded; true: they are to be decoded again from the first.
  package mutating func reachedLastFrame(for wish: FrameWish) -> Bool {
    guard playback?.number == wish.playback else { return false }
    return playback?.reachedEnd() ?? false
  }

  /// No more frames can be decoded.
  package mutating func playbackFailed(_ wish: FrameWish) {
    if playback?.number == wish.playback { playback?.fail() }
  }

  private func plays(_ animation: PictureAnimation) -> Bool { options.playsVideos || !animation.isVideo }

  /// The first frame of a picture that moves by itself; nil: it does not.
  func firstFrame(of picture: LoadedPicture) -> Bitmap? {
    guard preferences.animate != .never, let animation = picture.animation, plays(animation) else { return nil }
    return picture.bitmap
  }

  /// Begins, holds, advances and ends the playback of the current slide, by what the carousel does.
  mutating func followPlayback(at now: Timestamp) {
    let frame = machine.frame(at: now)
    let isAtRest = frame.progress.value == 0 && !frame.isMoving
    let key = frame.current.flatMap { $0 < deck.count ? self.key(for: deck[$0].location) : nil }
    if let playback, playback.key != key { endPlayback(at: now) }
    if playback == nil, isAtRest, let key, case .loaded(let picture) = shelf.state(of: key),
      let animation = picture.animation, plays(animation)
    {
      playbacks += 1
      playback = Playback(
        key: key, natural: picture.naturalSize, number: playbacks, plays: animation.plays,
        leastTime: options.waitsForPlayback ? machine.settings.minimumInterval : .zero, at: now)
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

  /// With `--interval auto`: the slide's own time counts until it has been played, again and again if it is short, for the minimum interval.
  private mutating func waitForPlayback(at now: Timestamp) {
    guard options.waitsForPlayback, let playback else { return }
    if !playback.hasPlayed, preferences.animate != .never {
      machine.handle(.pause(.playback), at: now)
    } else if machine.pauseReasons.contains(.playback) {
      machine.handle(.resume(.playback), at: now)
      machine.handle(.advance, at: now)
    }
  }

  /// Ends it: the picture's next playback, if there is one, begins with its first frame.
  mutating func endPlayback(at now: Timestamp) {
    playback = nil
    machine.handle(.resume(.playback), at: now)
  }
}
