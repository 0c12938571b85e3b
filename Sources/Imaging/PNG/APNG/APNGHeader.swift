import Bitmaps

/// What an animated PNG declares about its animation before its image data (PNG specification, third edition, 11.3.2.1
/// and 11.3.2.2).
struct APNGHeader: Sendable, Equatable {
  /// The number of frames in one play-through, at least one.
  let frameCount: Int
  /// How many times the animation plays; 0 for ever.
  let loopCount: Int
  /// Whether the still that other programs show is also the first frame.
  let beginsWithStill: Bool

  /// The loop count and the frame count.
  var animation: Animation { Animation(loopCount: loopCount, frameCount: frameCount) }

  /// Reads the chunks before the image data; nil if they do not define an animation, in which case the picture is a
  /// still. A frame count outside 1…2³¹ − 1 (7.1) is invalid.
  init?(_ bytes: [UInt8], header: PNGHeader) {
    var reader = PNGChunkReader(bytes)
    var counts: (frames: Int, loops: Int)?
    var beginsWithStill = false
    while let upcoming = reader.upcoming, upcoming != .data {
      guard let chunk = try? reader.next() else { return nil }
      let start = chunk.content.lowerBound
      switch chunk.type {
      case .animation:
        guard counts == nil, chunk.content.count == 8, let frames = bytes.bigEndian32(at: start),
          let loops = bytes.bigEndian32(at: start + 4), 1...UInt32(Int32.max) ~= frames
        else { return nil }
        counts = (Int(frames), Int(loops))
      case .frame:
        guard let frame = APNGFrameControl(bytes, chunk.content, header: header), frame.sequence == 0,
          frame.area == PixelRect(header.size), !beginsWithStill
        else { return nil }
        beginsWithStill = true
      default: break
      }
    }
    guard let counts else { return nil }
    (frameCount, loopCount) = counts
    self.beginsWithStill = beginsWithStill
  }
}

/// The control data of a frame (11.3.2.2).
struct APNGFrameControl: Equatable {
  /// The position among all chunks of the animation, from 0.
  let sequence: UInt32
  /// The area of the picture that the frame covers.
  let area: PixelRect
  /// How long the frame is shown.
  let delay: Duration
  let disposal: StoredFrame.Disposal
  let blending: StoredFrame.Blending

  /// Parses the content of an fcTL chunk; nil if it is invalid.
  init?(_ bytes: [UInt8], _ content: Range<Int>, header: PNGHeader) {
    let start = content.lowerBound
    guard content.count == 26, let sequence = bytes.bigEndian32(at: start),
      let width = bytes.bigEndian32(at: start + 4),
      let height = bytes.bigEndian32(at: start + 8), let x = bytes.bigEndian32(at: start + 12),
      let y = bytes.bigEndian32(at: start + 16), let numerator = bytes.bigEndian16(at: start + 20),
      let denominator = bytes.bigEndian16(at: start + 22)
    else { return nil }
    self.sequence = sequence
    area = PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    guard !area.isEmpty, area.clipped(to: header.size) == area else { return nil }
    // A denominator of 0 stands for 100.
    delay = .nanoseconds(1_000_000_000 * Int(numerator) / (denominator == 0 ? 100 : Int(denominator)))
    switch bytes[start + 24] {
    case 0: disposal = .keep
    case 1: disposal = .clear
    case 2: disposal = .restore
    default: return nil
    }
    switch bytes[start + 25] {
    case 0: blending = .source
    case 1: blending = .over
    default: return nil
    }
  }
}
