import Bitmaps
import Carousel
import Decks
import Imaging
import Pictures
import Rendering
import Terminal

/// The frame that an animation showed last.
struct LastFrame {
  var key: PixelKey
  var animation: UInt64
  var picture: PixelPicture
}

extension Session {
  /// The maximum pixels of a frame: several frames are decoded ahead, at three or four bytes a pixel.
  private static let framePixelLimit = 1 << 22

  /// How the frames of a picture are prepared in pixels; nil if they are shown in cells.
  mutating func playbackPixels(of picture: LoadedPicture, at location: Location) -> PlaybackPixels? {
    guard let key = playbackPixelKey(at: location) else { return nil }
    // With the same animation number, the frame on the terminal remains until the first new frame is ready.
    if lastFrame?.key != key { animationCount += 1 }
    let animation = lastFrame.flatMap { $0.key == key ? $0.animation : nil } ?? animationCount
    return PlaybackPixels(
      key: key, samples: picture.bitmap.size, isCompressed: !sharesImages, animation: animation)
  }

  /// Whether a playback's frames are prepared in the form that the terminal can show now.
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

  /// A slide's picture in pixels, and the one that stands in for it: of an animation that plays, the shown frame and
  /// the first one.
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
