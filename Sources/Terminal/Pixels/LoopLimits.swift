/// How many frames of a loop a terminal keeps: kitty and Ghostty keep 320 MB of images, of which slides and their layers
/// need up to 112.
struct LoopLimits: Sendable {
  /// The maximum number of frames: ten seconds at 25 a second.
  static let maximumFrames = 256

  /// The maximum bytes of the frames; less once the terminal has lost some.
  private var maximumBytes = 160 << 20
  /// The animation whose frames do not fit.
  private var tooLong: UInt64?
  /// The animation of which the terminal has lost a frame.
  private var lossy: UInt64?

  /// Whether the frames of an animation do not fit.
  func isTooLong(_ animation: UInt64) -> Bool { animation == tooLong }

  /// Whether a frame may be kept beside others of its animation.
  func allows(_ image: PixelImage, with frames: [(slot: Int, image: PixelImage)]) -> Bool {
    image.animation != tooLong && frames.count < LoopLimits.maximumFrames
      && frames.reduce(image.byteCount) { $0 + $1.image.byteCount } <= maximumBytes
  }

  /// Records that a frame is sent.
  mutating func began(_ image: PixelImage, with frames: [(slot: Int, image: PixelImage)]) {
    if !allows(image, with: frames) { tooLong = image.animation }
  }

  /// Records that the terminal has lost one of an animation's frames.
  mutating func lost(_ image: PixelImage, of frames: [(slot: Int, image: PixelImage)]) {
    guard lossy == image.animation else {
      lossy = image.animation
      return
    }
    maximumBytes = min(maximumBytes, frames.reduce(0) { $0 + $1.image.byteCount } / 2)
    tooLong = image.animation
  }
}

/// The order in which slots were used last.
struct RecentFrames: Sendable {
  private var uses: [Int: UInt64] = [:]
  private var count: UInt64 = 0

  mutating func use(_ slot: Int) {
    count += 1
    uses[slot] = count
  }

  /// Whether one slot was used before another.
  func precedes(_ slot: Int, _ other: Int) -> Bool { uses[slot, default: 0] < uses[other, default: 0] }
}
