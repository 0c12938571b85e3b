public import CarouselValues

/// A slow zoom and pan of a slide at rest, known as the Ken Burns effect.
///
/// ```swift
/// settings.transition = .drift
/// settings.transition.drift = Drift(zoom: 1.5, period: .seconds(24))
/// ```
///
/// A slide begins to drift when it comes to rest or when auto-advance begins to bring it in, and continues while
/// auto-advance takes it away. While auto-advance is paused for any reason (see `PauseReason`), including a hold by a
/// pointer or by keys, and while slides move for another cause, the slide returns to full view.
public struct Drift: Hashable, Sendable {
  /// The greatest magnification, 1…4.
  public var zoom: Double
  /// The time to the greatest magnification and back, at least one second.
  public var period: Duration
  /// How long a slide takes to return to full view when the drift is interrupted; at least zero.
  public var returnDuration: Duration
  /// The time between two frames of a slide that drifts at rest. Such a slow motion needs fewer frames than a swipe.
  public var frameInterval: Duration

  /// Creates a drift; by default magnified to 125 % in 8 s, at 30 frames a second. Values out of range are clamped on
  /// use.
  public init(
    zoom: Double = 1.25, period: Duration = .seconds(16), returnDuration: Duration = .milliseconds(300),
    frameInterval: Duration = .nanoseconds(33_333_333)
  ) {
    self.zoom = zoom
    self.period = period
    self.returnDuration = returnDuration
    self.frameInterval = frameInterval
  }

  /// Returns the part of a slide that is visible after it has drifted for `time`, in fractions of the slide. It lies
  /// within the slide.
  ///
  /// The direction of the pan depends on the slide's index, so that successive slides drift differently.
  public func crop(of slide: Int, after time: Duration) -> SlideBox {
    let period = max(1, period.inSeconds)
    let turns = max(0, time.inSeconds) / period
    let turn = turns - turns.roundedDown
    let zoom = zoom.isNaN ? 1 : max(1, min(self.zoom, 4))
    let size = 1 / (1 + (zoom - 1) * Self.swing(turn))
    let way = Self.ways[((slide % Self.ways.count) + Self.ways.count) % Self.ways.count]
    return SlideBox(x: (1 - size) / 2 * (1 + way.x), y: (1 - size) / 2 * (1 + way.y), width: size, height: size)
  }

  /// The directions of the pan, as fractions of the free space to the right and downward, −1…1. Slides use them in
  /// turn.
  private static let ways: [(x: Double, y: Double)] = [(0.8, -0.6), (-0.8, 0.4), (0.7, 0.7), (-0.6, -0.8)]

  /// Returns the amount of zoom at a share of the period: from 0 to 1 and back, eased by 3s² − 2s³ in each half.
  private static func swing(_ turn: Double) -> Double {
    let s = turn < 0.5 ? turn * 2 : 2 - turn * 2
    return s * s * (3 - 2 * s)
  }
}

/// The drifts under way: of the current slide, of the slide that auto-advance brings in, and of a slide that returns to
/// full view.
struct DriftClock: Equatable, Sendable {
  /// A return to full view.
  struct Return: Equatable, Sendable {
    var crop: SlideBox
    var since: Timestamp
    var duration: Duration

    var end: Timestamp { since.advanced(by: duration) }

    /// Returns the visible part at `now`; the motion eases out.
    func crop(at now: Timestamp) -> SlideBox {
      let seconds = duration.inSeconds
      guard seconds > 0, now < end else { return SlideBox() }
      let left = 1 - max(0, since.duration(to: now).inSeconds) / seconds
      return SlideBox().mixed(with: crop, left * left)
    }
  }

  struct Course: Equatable, Sendable {
    var since: Timestamp
    /// The slide's index when its drift began. A reload does not change the direction of the pan.
    var slide: Int
    var drift: Drift

    func crop(at now: Timestamp) -> SlideBox { drift.crop(of: slide, after: since.duration(to: now)) }
  }

  var current: Course?
  var incoming: Course?
  var returning: Return?
}

extension CarouselMachine {
  /// Whether slides may drift: nothing pauses them or moves them other than auto-advance.
  private var mayDrift: Bool {
    guard track.count > 0, pauseReasons.isEmpty else { return false }
    switch phase {
    case .resting: return true
    case .dragging, .scrolling, .floating: return false
    case .settling: return cause == .automatic
    }
  }

  /// Starts or ends the drift according to the state at `now`. Called after every change.
  mutating func updateDrift(at now: Timestamp) {
    if settings.slides.isEmpty, !isDrifting, settings.transition.drift == nil { return }
    let (own, next) = (transition(ofPage: 0).drift, transition(ofPage: goal).drift)
    if !isDrifting, own == nil, next == nil { return }
    let mayDrift = mayDrift
    let new = mayDrift ? own : nil
    if let new, drift.current == nil {
      // A slide that is only passed would drift from the time of a tick on.
      guard isResting else { return updateIncomingDrift(next, mayDrift, at: now) }
      drift.current = track.slide(at: 0).map { slide in
        DriftClock.Course(since: drift.returning.map { max($0.end, now) } ?? now, slide: slide, drift: new)
      }
    } else if new == nil, let course = drift.current {
      let crop = course.crop(at: now)
      drift = DriftClock(
        incoming: mayDrift ? drift.incoming : nil,
        returning: crop == SlideBox()
          ? nil
          : DriftClock.Return(crop: crop, since: now, duration: max(.zero, course.drift.returnDuration).bounded))
    }
    updateIncomingDrift(next, mayDrift, at: now)
  }

  private mutating func updateIncomingDrift(_ next: Drift?, _ mayDrift: Bool, at now: Timestamp) {
    if mayDrift, let next, drift.incoming == nil, isSettling {
      drift.incoming = track.slide(at: goal).map { DriftClock.Course(since: now, slide: $0, drift: next) }
    }
    if isResting { drift.incoming = nil }
    if let returning = drift.returning, returning.end <= now { drift.returning = nil }
  }

  /// Updates the drift when another slide has become current: the incoming slide keeps the drift that it has begun.
  /// Slides on the way to it do not drift.
  mutating func handOverDrift(isArriving: Bool) {
    drift = isArriving ? DriftClock(current: drift.incoming) : DriftClock(incoming: drift.incoming)
  }

  func crop(ofPage page: Int, at now: Timestamp) -> SlideBox {
    if page == 0, let returning = drift.returning, now < returning.end { return returning.crop(at: now) }
    let course = page == 0 ? drift.current : page == goal ? drift.incoming : nil
    return course?.crop(at: now) ?? SlideBox()
  }

  /// Returns when to draw the next frame of a slide that drifts at rest or returns to full view; nil if none does.
  func nextDrift(after now: Timestamp) -> Wake? {
    if let returning = drift.returning, now < returning.end { return .nextFrame }
    guard let drift = drift.current?.drift, drift.zoom > 1 else { return nil }
    return .at(now.advanced(by: max(.milliseconds(1), drift.frameInterval).bounded))
  }
}

extension SlideBox {
  func mixed(with other: SlideBox, _ share: Double) -> SlideBox {
    func mix(_ start: Double, _ end: Double) -> Double { start + (end - start) * share }
    return SlideBox(
      x: mix(x, other.x), y: mix(y, other.y), width: mix(width, other.width), height: mix(height, other.height))
  }
}
