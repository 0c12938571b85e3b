import CarouselValues
import Downloads
import Pictures
import System

/// The picture of the slide on screen while it is downloaded: now and then, what has arrived is decoded and shown.
struct ArrivingPicture {
  /// How long a picture may take before it is shown in part: most have arrived by then.
  static let delay: Duration = .milliseconds(100)
  /// The least time between two parts.
  static let interval: Duration = .milliseconds(250)
  /// The least time between two that are sent in pixels over a connection, of which each may take megabytes.
  static let sentInterval: Duration = .seconds(2)
  /// The time between two parts, as a multiple of what decoding and preparing the last one took: at most a tenth of a
  /// processor is spent on them.
  static let pause = 9

  private enum Stage {
    case resting(until: Timestamp)
    case decoding(PictureRequest, since: Timestamp)
    /// The part is shown, but perhaps not in pixels yet.
    case preparing(since: Timestamp)
  }

  /// The picture, without a copy.
  let key: PictureKey
  /// The part that is shown; nil if there is none yet.
  private(set) var shown: FetchedCopy?
  private var stage: Stage
  private var interval = ArrivingPicture.interval
  private var generation = Generation.first
  /// The bytes that the next part must have.
  private var leastBytes = 1

  init(_ key: PictureKey, since: Timestamp) {
    self.key = key
    stage = .resting(until: since.advanced(by: ArrivingPicture.delay))
  }

  var request: PictureRequest? { if case .decoding(let request, _) = stage { request } else { nil } }

  /// When a part that has arrived is due; nil if there is none.
  func nextDue(_ part: FetchedCopy?, after now: Timestamp) -> Timestamp? {
    guard case .resting(let due) = stage, let part, part.stamp.size >= leastBytes, due > now else { return nil }
    return due
  }

  /// Requests the next part when it is due.
  ///
  /// - Parameters:
  ///   - part: what has arrived; nil if that is not known, or is all.
  ///   - isPreparing: whether the part that is shown is being prepared in pixels.
  ///   - interval: the least time between two parts.
  mutating func update(_ part: FetchedCopy?, isPreparing: Bool, interval: Duration, at now: Timestamp) {
    self.interval = interval
    if case .preparing(let start) = stage, !isPreparing { rest(since: start, at: now) }
    guard let part else {
      if request != nil { stage = .resting(until: now) }
      return
    }
    guard case .resting(let due) = stage, due <= now, part.stamp.size >= leastBytes else { return }
    var next = key
    next.copy = part
    stage = .decoding(PictureRequest(key: next, generation: generation.advance()), since: now)
  }

  /// Records a part that was decoded, or that nothing of it can be shown: then the next one has twice as many bytes.
  mutating func arrived(_ request: PictureRequest, isPicture: Bool, at now: Timestamp) {
    guard case .decoding(request, let start) = stage, let part = request.key.copy else { return }
    leastBytes = isPicture ? part.stamp.size + 1 : 2 * part.stamp.size
    if isPicture {
      (shown, stage) = (part, .preparing(since: start))
    } else {
      rest(since: start, at: now)
    }
  }

  private mutating func rest(since start: Timestamp, at now: Timestamp) {
    let pause = max(interval, start.duration(to: now) * ArrivingPicture.pause)
    stage = .resting(until: now.advanced(by: pause))
  }
}
