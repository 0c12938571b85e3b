package import Bitmaps
package import CarouselValues
package import Pictures
package import Rendering
package import System
import Terminal

/// An animation that is being played: a value that receives frames and timestamps.
///
/// It keeps time: a frame is due when the delays of those before it have passed, whenever it was decoded. A late frame
/// is skipped, never queued.
package struct Playback: Sendable {
  /// The animated picture.
  package let key: PictureKey
  /// The picture's own size.
  package let natural: PixelSize
  /// Distinguishes this playback's frames from those of an earlier one of the same picture.
  package let generation: Generation
  /// How often it has restarted.
  package private(set) var repeats = 0
  /// The frame that is shown; nil until the first has arrived.
  package var shown: PictureFrame? { current?.frame }
  /// Whether a play has ended, with all its frames shown, after at least `minimumDuration`.
  package private(set) var hasPlayed = false
  /// Whether no more frames will come.
  package private(set) var isOver = false

  /// How its frames are prepared in pixels; nil if they are shown in cells.
  package var pixels: PlaybackPixels?

  /// A frame, and the same frame in pixels; nil if it is shown in cells.
  private struct Entry: Sendable {
    var frame: PictureFrame
    var pixels: PixelPicture?
  }

  /// The frame that is shown.
  private var current: Entry?
  private var queue: [Entry] = []
  /// When the shown frame's delay ends.
  private var end: Timestamp
  /// The minimum running time at which the end of a play sets `hasPlayed`; 0: the first play counts.
  private let minimumDuration: Duration
  /// When it began, shifted by the time for which it has been held; nil before its first frame.
  private var begin: Timestamp?
  /// Since when it has been held; nil while it runs.
  private var heldSince: Timestamp?
  /// Whether it is played more than once.
  private let repeatsFrames: Bool
  /// The plays still to come after this one; nil: endless.
  private var playsLeft: Int?
  /// How many queued frames belong to this play; nil: all of them.
  private var remaining: Int?

  /// The maximum number of frames decoded ahead.
  private static let depth = 3
  /// If playback falls further behind than this, its clock is reset instead of skipping frames.
  private static let timeout: Duration = .milliseconds(500)

  /// A playback that begins when its first frame arrives.
  ///
  /// - Parameters:
  ///   - plays: the number of plays; nil: endless.
  ///   - minimumDuration: how long it runs, in whole plays, until `hasPlayed`.
  package init(
    key: PictureKey, natural: PixelSize, generation: Generation, plays: Int?, minimumDuration: Duration = .zero,
    at now: Timestamp
  ) {
    self.minimumDuration = minimumDuration
    self.key = key
    self.natural = natural
    self.generation = generation
    playsLeft = plays.map { max(1, $0) - 1 }
    repeatsFrames = playsLeft != 0
    end = now
  }

  /// Whether a frame should be decoded now.
  package var wantsFrame: Bool { !isOver && queue.count < Playback.depth }

  /// Holds or resumes playback, preserving the shown frame's remaining time.
  package mutating func hold(_ isHeld: Bool, at now: Timestamp) {
    if isHeld, heldSince == nil {
      heldSince = now
    } else if !isHeld, let since = heldSince {
      let pause = since.duration(to: now)
      end = end.advanced(by: pause)
      begin = begin?.advanced(by: pause)
      heldSince = nil
    }
  }

  /// The shown frame in pixels; nil if it is shown in cells.
  package var shownPixels: PixelPicture? { current?.pixels }

  /// The animation of which a frame in pixels is shown; nil if frames are shown in cells.
  var shownAnimation: UInt64? { shownPixels == nil ? nil : pixels?.animation }

  /// The animation whose frames in pixels are shown again and again; nil if there is none.
  var loop: UInt64? { repeatsFrames ? pixels?.animation : nil }

  /// The bytes that frames in pixels take.
  package var pixelBytes: Int { queue.reduce(current?.pixels?.cost ?? 0) { $0 + ($1.pixels?.cost ?? 0) } }

  /// Adds a decoded frame.
  ///
  /// - Parameter pixels: the same frame in pixels, if that was requested.
  package mutating func arrived(_ frame: PictureFrame, _ pixels: PixelPicture? = nil, at now: Timestamp) {
    queue.append(Entry(frame: frame, pixels: pixels))
    if shown == nil { show(at: now) } else { advance(at: now) }
  }

  /// Records that the last frame has been decoded; returns whether the animation plays again.
  @discardableResult
  package mutating func reachedEnd() -> Bool {
    remaining = queue.count
    guard shown != nil || !queue.isEmpty, playsLeft != 0 else {
      isOver = true
      return false
    }
    playsLeft = playsLeft.map { $0 - 1 }
    repeats += 1
    return true
  }

  /// Records that no more frames can be decoded: the shown frame stays.
  package mutating func fail() {
    isOver = true
    remaining = queue.count
    // There is nothing to wait for.
    if shown == nil { hasPlayed = true }
  }

  /// Shows the frame that is due.
  package mutating func advance(at now: Timestamp) {
    guard heldSince == nil, shown != nil else { return }
    while end <= now {
      if remaining == 0 {
        if let earliestEnd, earliestEnd <= end { hasPlayed = true }
        remaining = nil
      }
      guard !queue.isEmpty else {
        // After the last play, its last frame stays until its time is over.
        if isOver, remaining == nil, let earliestEnd, earliestEnd <= now { hasPlayed = true }
        return
      }
      if end.duration(to: now) > Playback.timeout { end = now }
      show(at: end)
    }
  }

  /// Shows the next frame at once, held or not.
  package mutating func step(at now: Timestamp) {
    guard !queue.isEmpty else { return }
    show(at: now)
  }

  /// When the next queued frame or the end is due; nil if held or if the next frame is not decoded, since its arrival
  /// is an event.
  package func nextWake(after now: Timestamp) -> Timestamp? {
    guard heldSince == nil, shown != nil else { return nil }
    if queue.isEmpty {
      let due = max(end, earliestEnd ?? end)
      return isOver && !hasPlayed && due > now ? due : nil
    }
    return max(end, now)
  }

  /// When it will have run for `minimumDuration`; nil before its first frame.
  private var earliestEnd: Timestamp? { begin?.advanced(by: minimumDuration) }

  private mutating func show(at time: Timestamp) {
    let next = queue.removeFirst()
    remaining = remaining.map { max(0, $0 - 1) }
    current = next
    if begin == nil { begin = time }
    end = time.advanced(by: next.frame.delay)
    if heldSince != nil { heldSince = time }
  }
}

/// How the frames of an animation are prepared in pixels.
package struct PlaybackPixels: Hashable, Sendable {
  /// Where the frames are placed, and how they are decoded.
  package var key: PixelKey
  /// The serial of the picture that is animated.
  package var source: UInt64
  /// The size of the same frames in cells, in samples.
  package var samples: PixelSize
  /// Whether frames are compressed.
  package var isCompressed: Bool
  /// Identifies the animation: frames of the same animation may stand in for each other.
  package var animation: UInt64

  /// Converts a decoded frame to samples for cells and to pixels; takes milliseconds, on any thread. The pixels are nil
  /// if there is not enough memory.
  ///
  /// - Parameter memory: The samples of earlier frames, which are used again once the terminal has them.
  package func prepared(
    _ frame: PictureFrame, reusing memory: inout RecycledMemory<UInt8>
  ) -> (PictureFrame, PixelPicture?) {
    let bytes = isCompressed ? 0 : 3 * frame.bitmap.size.width * frame.bitmap.size.height
    let picture = PixelPicture(
      frame.bitmap, in: key.area, aligned: key.alignment, over: key.backdrop, serial: frame.serial,
      by: key.pixelProtocol, isCompressed: isCompressed, reusing: memory.claim(count: bytes) ?? [])
    if let content = picture?.image.content, content.count == bytes { memory.keep(content) }
    let samples = PictureFrame(
      bitmap: frame.bitmap.averaged(to: samples), delay: frame.delay, serial: frame.serial)
    return (samples, picture?.frame(of: animation))
  }
}
