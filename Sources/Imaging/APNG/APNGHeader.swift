/// What an animated PNG says of its animation before its image data (PNG specification, third edition, 11.3.2.1 and 11.3.2.2).
struct APNGHeader: Sendable, Equatable {
  /// The frames of one play-through, at least one.
  let frameCount: Int
  /// How often it plays; 0: for ever.
  let loopCount: Int
  /// Whether the picture that other programs show is the first frame.
  let beginsWithStill: Bool

  /// What the file tells of its motion.
  var animation: Animation { Animation(loopCount: loopCount, frameCount: frameCount) }

  /// Reads the chunks before the image data; nil when they make no animation: the picture is then a still. Numbers have 31 bits
  /// (7.1): one that has more is none.
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
          frame.area == PixelRect(x: 0, y: 0, width: header.size.width, height: header.size.height), !beginsWithStill
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

/// What an animated PNG says of a frame (11.3.2.2).
struct APNGFrameControl: Equatable {
  /// Its place among all chunks of the animation.
  let sequence: UInt32
  /// Where on the picture it lies.
  let area: PixelRect
  /// How long it is shown.
  let delay: Duration
  let disposal: StoredFrame.Disposal
  let blending: StoredFrame.Blending

  /// Reads an fcTL chunk's content; nil when it breaks the rules.
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
    // Hundredths of a second where the file does not say what of.
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
