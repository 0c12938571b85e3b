package import Bitmaps
import Terminal

/// An animation in a shell's output, which the terminal plays after we have ended: kitty's protocol, "Animation".
///
/// A frame is sent as the rectangle in which it differs from the one before.
package struct KittyAnimation {
  private static let maximumFrames = 256
  /// The maximum number of bytes of all samples, half of what kitty keeps.
  private static let maximumBytes = 160 << 20

  private let id: UInt32
  private let hasAlpha: Bool
  private let backdrop: Backdrop
  /// The maximum number of bytes of the commands.
  private let limit: Int
  private let firstDelay: Duration
  private var last: [UInt8] = []
  private var count = 1
  private var commands: [UInt8] = []

  /// An animation that has its first frame.
  ///
  /// - Parameters:
  ///   - id: The id of the image that shows the first frame.
  ///   - limit: The maximum number of bytes to send.
  package init(id: UInt32, first: Bitmap, delay: Duration, over backdrop: Backdrop, limit: Int) {
    (self.id, self.limit, firstDelay) = (id, limit, delay)
    hasAlpha = PixelPicture.keepsAlpha(of: first, over: backdrop)
    // Later frames of an opaque image have no alpha.
    self.backdrop = hasAlpha ? backdrop : backdrop == .checkerboard ? backdrop : .color(backdrop.assumedLight)
    last = PixelPicture.samples(of: first, hasAlpha: hasAlpha, over: self.backdrop)
  }

  /// Adds a frame of the same size; returns false if the animation is too large, and cannot be sent.
  package mutating func add(_ frame: Bitmap, delay: Duration) -> Bool {
    let samples = PixelPicture.samples(of: frame, hasAlpha: hasAlpha, over: backdrop)
    guard samples.count == last.count, count < Self.maximumFrames, samples.count * (count + 1) <= Self.maximumBytes
    else { return false }
    let (width, channels) = (frame.size.width, hasAlpha ? 4 : 3)
    let area = changes(to: samples, rowBytes: width * channels, channels: channels)
    var part: [UInt8] = []
    for row in area.y..<area.y + area.height {
      let start = (row * width + area.x) * channels
      part += samples[start..<start + area.width * channels]
    }
    guard let deflated = Deflating.compressed(part, level: 1) else { return false }
    let image = PixelImage(
      serial: 0, size: PixelExtent(width: area.width, height: area.height), hasAlpha: hasAlpha, deflated: deflated)
    commands += KittyCommand.frame(image, atX: area.x, y: area.y, after: count, of: id, delay: delay)
    (last, count) = (samples, count + 1)
    return commands.count <= limit
  }

  /// The commands that add the frames to the image and play them; empty if there is only one.
  ///
  /// - Parameter plays: How often they play; nil for ever.
  package func bytes(plays: Int?) -> [UInt8] {
    count == 1 ? [] : commands + KittyCommand.play(id, firstDelay: firstDelay, plays: plays)
  }

  /// The smallest rectangle with all pixels that differ from the last frame, at least one pixel.
  private func changes(to samples: [UInt8], rowBytes: Int, channels: Int) -> PixelArea {
    let rows = (0..<samples.count / rowBytes).filter { row in
      let bytes = row * rowBytes..<(row + 1) * rowBytes
      return samples[bytes] != last[bytes]
    }
    guard let top = rows.first, let bottom = rows.last else { return PixelArea(x: 0, y: 0, width: 1, height: 1) }
    var (left, right) = (rowBytes, 0)
    for row in rows {
      let start = row * rowBytes
      if let first = (0..<left).first(where: { samples[start + $0] != last[start + $0] }) { left = first }
      if let end = (right..<rowBytes).last(where: { samples[start + $0] != last[start + $0] }) { right = end }
    }
    let columns = left / channels...right / channels
    return PixelArea(x: columns.lowerBound, y: top, width: columns.count, height: bottom - top + 1)
  }
}
