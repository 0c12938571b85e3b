package import CarouselValues
package import Terminal

/// Decides which frames reach the screen: present, hold until the line is free, or skip.
///
/// A value without a clock or a screen: each turn passes it the state of the line and the time. It composes a frame
/// only if that frame would be presented:
///
/// ```swift
/// switch presenter.decide(kind, on: line, at: now, composing: { renderer.frame(of: view, clock) }) {
/// case .present(let frame, let kind): screen.present(frame, as: kind)
/// case .hold, .skip: break
/// case .forgetReceipts: …    // and decide again
/// }
/// ```
package struct Presenter: Sendable {
  /// The state of the line to the terminal.
  package struct Line: Hashable, Sendable {
    /// Whether bytes of the last frame are still waiting to be written.
    package var isDraining = false
    /// Frames written whose receipts are outstanding; 0 if the terminal sends none.
    package var unacknowledgedFrames = 0
  }

  /// What to do with the frame of this turn.
  package enum Decision: Equatable {
    /// Present this frame, then report the result with `presented(isIncomplete:)`.
    case present(Frame, FrameKind)
    /// The line is busy: nothing can be presented until it drains or a receipt arrives, or until this timestamp, if
    /// there is one.
    case hold(until: Timestamp?)
    /// The screen already shows this frame, or the next frame of the motion is not due yet.
    case skip
    /// The terminal owes receipts that it will not send: stop waiting for them, and decide again.
    case forgetReceipts
  }

  /// The maximum number of frames in flight, if the terminal sends receipts.
  static let framesInFlight = 2
  /// A receipt that takes longer than this will not come.
  static let receiptTimeout: Duration = .milliseconds(500)

  /// The minimum interval between two frames of a motion.
  package let frameInterval: Duration
  /// Frames of a motion that were due but not drawn.
  package private(set) var droppedFrames = 0

  /// The frame on the screen; nil: the next one is presented whatever it shows.
  private var shown: Frame?
  /// Whether the shown frame was written completely and exactly, as a frame at rest is.
  private var isExact = false
  /// When the last composed frame was due, and its kind; nil if none has been composed since the last `invalidate`.
  private var lastDue: Timestamp?
  private var lastKind = FrameKind.still
  /// When frames are presented even without the receipts that they wait for; nil if none is held.
  private var heldUntil: Timestamp?

  /// - Parameter framesPerSecond: the maximum frame rate while something moves; at least 1.
  package init(framesPerSecond: Int) { frameInterval = .seconds(1) / max(1, framesPerSecond) }

  /// Decides what happens to the frame of this turn, and composes it if it may be presented.
  package mutating func decide(
    _ kind: FrameKind, on line: Line, at now: Timestamp, composing compose: () -> Frame
  ) -> Decision {
    if line.isDraining { return .hold(until: nil) }
    if line.unacknowledgedFrames >= Presenter.framesInFlight {
      let expiry = (lastDue ?? now).advanced(by: Presenter.receiptTimeout)
      guard lastDue != nil, expiry <= now else {
        heldUntil = expiry
        return .hold(until: expiry)
      }
      return .forgetReceipts
    }
    heldUntil = nil
    if kind != .still, let lastDue, lastDue.duration(to: now) < frameInterval { return .skip }
    let frame = compose()
    countDropped(before: kind, at: now)
    lastDue = beat(at: now)
    lastKind = kind
    guard frame != shown || kind == .still && !isExact else { return .skip }
    shown = frame
    isExact = false
    return .present(frame, kind)
  }

  /// Records that the screen has accepted the frame of the last decision.
  ///
  /// - Parameter isIncomplete: whether part of the frame, or its exact form, is still to be presented.
  package mutating func presented(isIncomplete: Bool) { isExact = lastKind == .still && !isIncomplete }

  /// Forces the next frame to be presented even if its cells are equal: it may look different, as with another palette.
  package mutating func forgetShownFrame() { shown = nil }

  /// Forgets what the screen shows: the next frame is presented at once.
  package mutating func invalidate() {
    shown = nil
    lastDue = nil
  }

  /// When the next turn is due.
  ///
  /// - Parameter wake: when the session is due; at or before `now` while something moves.
  package func nextTurn(for wake: Timestamp?, on line: Line, at now: Timestamp) -> Timestamp? {
    var due = wake
    // The next frame of a motion is due one interval after the last, unless the line is busy: then its drain or a
    // receipt wakes the loop.
    if let wake, wake <= now {
      due = line.isDraining || heldUntil != nil ? nil : (lastDue ?? now).advanced(by: frameInterval)
    }
    return [due, heldUntil].compactMap { $0 }.min()
  }

  /// When the frame that is being composed was due, so that a timer that fires slightly late does not delay all later
  /// frames.
  private func beat(at now: Timestamp) -> Timestamp {
    guard let due = lastDue?.advanced(by: frameInterval), due <= now, due.duration(to: now) < frameInterval / 2
    else { return now }
    return due
  }

  /// Counts the frames that were dropped since the last one of the same motion.
  private mutating func countDropped(before kind: FrameKind, at now: Timestamp) {
    guard kind != .still, lastKind != .still, let lastDue else { return }
    droppedFrames += max(0, Int((lastDue.duration(to: now) / frameInterval).rounded()) - 1)
  }
}
