package import Carousel
package import Imaging
package import Pictures
package import Rendering
package import System

/// An animation that is being shown: a value that is given frames and told the time.
///
/// It keeps the beat: a frame is due when those before it have had their time, whenever it was decoded. One that comes
/// too late is passed over, never queued up behind.
package struct Playback: Sendable {
  /// The picture that moves.
  package let key: PictureKey
  /// The picture's own size.
  package let natural: PixelSize
  /// Tells this playback's frames from those of an earlier one of the same picture.
  package let generation: Generation
  /// How often it has begun again.
  package private(set) var repeats = 0
  /// The frame that is shown; nil before the first has come.
  package private(set) var shown: PictureFrame?
  /// Whether a play of it has ended, all its frames shown, after `leastTime` or more.
  package private(set) var hasPlayed = false
  /// Whether there are no more frames to come.
  package private(set) var isOver = false

  /// What its frames are in pixels; nil: they are shown in cells.
  package var pixels: PlaybackPixels?
  /// The frames that are shown or wait, in pixels, by their serials.
  private var pixelFrames: [UInt64: PixelPicture] = [:]

  private var queue: [PictureFrame] = []
  /// When the shown frame has had its time.
  private var end: Timestamp
  /// How long it has to run before a play that ends is the last; 0 to count the first.
  private let leastTime: Duration
  /// When it began, put off by the time that it stood still since; nil before its first frame.
  private var begin: Timestamp?
  /// Since when it stands still; nil while it runs.
  private var heldSince: Timestamp?
  /// Plays still to come after this one; nil: for ever.
  private var playsLeft: Int?
  /// How many frames of the queue belong to this play; nil: all so far.
  private var remaining: Int?

  /// Frames decoded ahead at most.
  private static let depth = 3
  /// Further behind than this, there is no beat to keep: the clock is set anew.
  private static let patience: Duration = .milliseconds(500)

  /// A playback that begins when its first frame comes.
  ///
  /// - Parameters:
  ///   - plays: how often the animation runs; nil: for ever.
  ///   - leastTime: how long it runs, in whole plays, until `hasPlayed`.
  package init(
    key: PictureKey, natural: PixelSize, generation: Generation, plays: Int?, leastTime: Duration = .zero,
    at now: Timestamp
  ) {
    self.leastTime = leastTime
    self.key = key
    self.natural = natural
    self.generation = generation
    playsLeft = plays.map { max(1, $0) - 1 }
    end = now
  }

  /// Whether a frame should be decoded now.
  package var wantsFrame: Bool { !isOver && queue.count < Playback.depth }

  /// Whether it stands still.
  package var isHeld: Bool { heldSince != nil }

  /// Stops or runs, keeping the rest of the shown frame's time.
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

  /// The frame that is shown, in pixels; nil: it is in cells.
  package var shownPixels: PixelPicture? { shown.flatMap { pixelFrames[$0.serial] } }

  /// Bytes that frames in pixels take.
  package var pixelBytes: Int { pixelFrames.values.reduce(0) { $0 + $1.cost } }

  /// A frame was decoded.
  ///
  /// - Parameter pixels: the same frame in pixels, if that was asked for.
  package mutating func arrived(_ frame: PictureFrame, _ pixels: PixelPicture? = nil, at now: Timestamp) {
    queue.append(frame)
    pixelFrames[frame.serial] = pixels
    if shown == nil { show(at: now) } else { advance(at: now) }
  }

  /// The animation's last frame had been decoded; true: it is to be played again.
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

  /// No more frames can be had: what is shown stays.
  package mutating func fail() {
    isOver = true
    remaining = queue.count
    // Nothing to wait for.
    if shown == nil { hasPlayed = true }
  }

  /// Time passed: shows the frame that is due.
  package mutating func advance(at now: Timestamp) {
    guard heldSince == nil, shown != nil else { return }
    while end <= now {
      if remaining == 0 {
        if let leastEnd, leastEnd <= end { hasPlayed = true }
        remaining = nil
      }
      guard !queue.isEmpty else {
        // What plays no more rests on its last frame until its time is over.
        if isOver, remaining == nil, let leastEnd, leastEnd <= now { hasPlayed = true }
        return
      }
      if end.duration(to: now) > Playback.patience { end = now }
      show(at: end)
    }
  }

  /// Shows the next frame at once, stopped or not.
  package mutating func step(at now: Timestamp) {
    guard !queue.isEmpty else { return }
    show(at: now)
  }

  /// When the next frame is due, where it is there; a frame that is still to come makes itself heard.
  package func nextWake(after now: Timestamp) -> Timestamp? {
    guard heldSince == nil, shown != nil else { return nil }
    if queue.isEmpty {
      let due = max(end, leastEnd ?? end)
      return isOver && !hasPlayed && due > now ? due : nil
    }
    return max(end, now)
  }

  /// When it has run for `leastTime`.
  private var leastEnd: Timestamp? { begin?.advanced(by: leastTime) }

  private mutating func show(at time: Timestamp) {
    let frame = queue.removeFirst()
    if let shown { pixelFrames[shown.serial] = nil }
    remaining = remaining.map { max(0, $0 - 1) }
    shown = frame
    if begin == nil { begin = time }
    end = time.advanced(by: frame.delay)
    if heldSince != nil { heldSince = time }
  }
}
