import Carousel
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

/// A frame that an animation has left.
struct LastFrame {
  var key: PixelKey
  var animation: UInt64
  var picture: PixelPicture
}

extension Session {
  /// Pixels of a frame at most: some are decoded ahead, each with three bytes or four a pixel.
  private static let framePixelLimit = 1 << 22

  /// What the frames of a picture are in pixels; nil: they are shown in cells.
  mutating func playbackPixels(of picture: LoadedPicture, at location: Location) -> PlaybackPixels? {
    guard let key = playbackPixelKey(at: location) else { return nil }
    // What the terminal has of the same animation stays until the first frame is there.
    if lastFrame?.key != key { animationCount += 1 }
    let animation = lastFrame.flatMap { $0.key == key ? $0.animation : nil } ?? animationCount
    return PlaybackPixels(
      key: key, samples: picture.bitmap.size, isCompressed: !sharesImages, animation: animation)
  }

  /// Whether a playback's frames are prepared as the terminal can show them now.
  func isInPixelsAsWanted(_ playback: Playback) -> Bool {
    guard case .loaded = pictures.state(of: playback.key) else { return true }
    return playback.pixels?.key == playbackPixelKey(at: playback.key.location)
  }

  private func playbackPixelKey(at location: Location) -> PixelKey? {
    guard viewport.animatesPixels, let key = pixelKey(for: location),
      key.place.width * key.place.height <= Session.framePixelLimit
    else { return nil }
    return key
  }

  /// Whether the terminal shows the current animation in pixels, which rests in its place: its cells are seen only where pixels fail.
  func coversPlayback(at now: Timestamp) -> Bool {
    guard let shownAnimation, playback?.shownPixels != nil, playback?.pixels?.animation == shownAnimation else {
      return false
    }
    return frameKind(at: now) == .still
  }

  /// The picture in pixels of a slide, and what stands in for it: of one that plays, the frame that is shown and the first one.
  func pixelPictures(at location: Location) -> (picture: PixelPicture?, still: PixelPicture?) {
    let key = pixelKey(for: location)
    let still = key.flatMap { pixelPictures[$0] }
    if let playback, playback.key.location == location, playback.shown != nil {
      if let shown = playback.shownPixels { return (shown, still) }
      if preferences.animate != .never { return (nil, nil) }
    }
    if let lastFrame, lastFrame.key == key { return (lastFrame.picture, still) }
    return (still, nil)
  }
}
