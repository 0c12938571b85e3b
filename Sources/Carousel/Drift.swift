/// How a slide moves while it rests: a slow zoom and pan over its content, known as the Ken Burns effect.
///
/// ```swift
/// settings.mode = .drift
/// settings.mode.drift = Drift(zoom: 1.5, period: .seconds(24))
/// ```
///
/// It begins when a slide comes to rest or when auto-advance begins to bring it, and continues while auto-advance takes it away. While
/// there is a reason to pause (`PauseReason`, a hold by pointer or keys among them) and while slides move by hand, the slide returns to
/// its whole.
public struct Drift: Hashable, Sendable {
  /// The greatest enlargement, 1…4.
  public var zoom: Double
  /// How long the way to the greatest enlargement and back takes, at least a second.
  public var period: Duration
  /// How long the slide takes to return to its whole when something holds it; at least zero.
  public var returnDuration: Duration
  /// The time between two frames of a slide that drifts at rest: so slow a motion needs fewer frames than a swipe.
  public var frameInterval: Duration

  /// A drift; by default up to a quarter larger in 8 s, 30 frames a second. Values out of range are clamped on use.
  public init(
    zoom: Double = 1.25, period: Duration = .seconds(16), returnDuration: Duration = .milliseconds(300),
    frameInterval: Duration = .nanoseconds(33_333_333)
  ) {
    self.zoom = zoom
    self.period = period
    self.returnDuration = returnDuration
    self.frameInterval = frameInterval
  }

  /// Which part of a slide shows after it has drifted for some time, in shares of the slide. It lies within the slide.
  ///
  /// The way of the pan depends on the slide's index, so that one slide does not drift like the next.
  public func crop(of slide: Int, after time: Duration) -> SlideBox {
    let period = max(1, period.inSeconds)
    let turn = max(0, time.inSeconds).truncatingRemainder(dividingBy: period) / period
    let zoom = zoom.isNaN ? 1 : max(1, min(self.zoom, 4))
    let size = 1 / (1 + (zoom - 1) * Self.swing(turn))
    let way = Self.ways[((slide % Self.ways.count) + Self.ways.count) % Self.ways.count]
    return SlideBox(x: (1 - size) / 2 * (1 + way.x), y: (1 - size) / 2 * (1 + way.y), width: size, height: size)
  }

  /// The shares of the free way that the pan takes to the right and down, −1…1: towards the corners in turn.
  private static let ways: [(x: Double, y: Double)] = [(0.8, -0.6), (-0.8, 0.4), (0.7, 0.7), (-0.6, -0.8)]

  /// From 0 to 1 and back in a turn, at rest at both ends: 3s² − 2s³ of the way within the half turn.
  private static func swing(_ turn: Double) -> Double {
    let s = turn < 0.5 ? turn * 2 : 2 - turn * 2
    return s * s * (3 - 2 * s)
  }
}

/// What of the slides drifts: those that do, since when, and the one that returns.
struct DriftClock: Equatable, Sendable {
  /// A slide on its way back to its whole.
  struct Return: Equatable, Sendable {
    var crop: SlideBox
    var since: Timestamp
    var duration: Duration

    var end: Timestamp { since.advanced(by: duration) }

    /// The part that shows at a moment, eased out.
    func crop(at now: Timestamp) -> SlideBox {
      let seconds = duration.inSeconds
      guard seconds > 0, now < end else { return SlideBox() }
      let left = 1 - max(0, since.duration(to: now).inSeconds) / seconds
      return SlideBox().mixed(with: crop, left * left)
    }
  }

  /// A slide that drifts.
  struct Course: Equatable, Sendable {
    var since: Timestamp
    /// The index that it had when it began: a reload does not turn its way.
    var slide: Int
    var drift: Drift

    func crop(at now: Timestamp) -> SlideBox { drift.crop(of: slide, after: since.duration(to: now)) }
  }

  /// The current slide's; nil: it doesn't drift.
  var current: Course?
  /// That of the slide that auto-advance brings; nil: it brings none.
  var incoming: Course?
  /// The current slide's way back.
  var returning: Return?
}

extension CarouselMachine {
  /// Whether nothing holds the current slide that would drift.
  private var mayDrift: Bool {
    guard settings.mode.drift != nil, track.count > 0, pauseReasons.isEmpty else { return false }
    switch phase {
    case .resting: return true
    case .dragging: return false
    case .settling: return cause == .automatic
    }
  }

  /// Begins and ends the drift by what the carousel does at a moment: after every change.
  mutating func followDrift(at now: Timestamp) {
    if drift == DriftClock(), settings.mode.drift == nil { return }
    let new = mayDrift ? settings.mode.drift : nil
    if let new, drift.current == nil {
      drift.current = track.slide(at: 0).map { slide in
        DriftClock.Course(since: drift.returning.map { max($0.end, now) } ?? now, slide: slide, drift: new)
      }
    } else if new == nil, let course = drift.current {
      drift = DriftClock(
        returning: DriftClock.Return(
          crop: course.crop(at: now), since: now, duration: max(.zero, course.drift.returnDuration).bounded))
    }
    if let new, drift.incoming == nil, isSettling {
      drift.incoming = track.slide(at: goal).map { DriftClock.Course(since: now, slide: $0, drift: new) }
    }
    if isResting { drift.incoming = nil }
    if let returning = drift.returning, returning.end <= now { drift.returning = nil }
  }

  /// Another slide became the current one: the one that was brought, with the drift that it has begun.
  mutating func passDrift() { drift = DriftClock(current: drift.incoming) }

  /// Which part of the slide on a page shows at a moment.
  func crop(ofPage page: Int, at now: Timestamp) -> SlideBox {
    if page == 0, let returning = drift.returning, now < returning.end { return returning.crop(at: now) }
    let course = page == 0 ? drift.current : page == goal ? drift.incoming : nil
    return course?.crop(at: now) ?? SlideBox()
  }

  /// When a slide that drifts at rest has to be drawn again; nil: none does.
  func nextDrift(after now: Timestamp) -> Wake? {
    if let returning = drift.returning, now < returning.end { return .nextFrame }
    guard let drift = drift.current?.drift, drift.zoom > 1 else { return nil }
    return .at(now.advanced(by: max(.milliseconds(1), drift.frameInterval).bounded))
  }
}

extension SlideBox {
  /// The box at a share of the way from this one to another.
  func mixed(with other: SlideBox, _ share: Double) -> SlideBox {
    func mix(_ start: Double, _ end: Double) -> Double { start + (end - start) * share }
    return SlideBox(
      x: mix(x, other.x), y: mix(y, other.y), width: mix(width, other.width), height: mix(height, other.height))
  }
}
