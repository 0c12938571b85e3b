import Bitmaps
import Imaging

extension EncodedImage {
  /// The animation's frames, whole.
  func makeFrameSource(scaledTo target: PixelSize) throws(ImageError) -> any FrameSource {
    try frames(of: ScaledRegion(whole: target))
  }

  /// What a source of whole frames takes.
  func playingBytes(scaledTo target: PixelSize) -> Int { playingBytes(of: ScaledRegion(whole: target)) }
}
