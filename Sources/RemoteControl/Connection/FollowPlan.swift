/// Decides what the followers of a program do when it reports a change: they go where it goes, but not where it follows
/// another program, which may be one of them.
package struct FollowPlan: Sendable {
  /// The number of the slide to which the followers have been sent.
  private var target: Int?

  /// No one has been sent anywhere.
  package init() {}

  /// The command that brings followers to the leader's slide when they begin to follow; nil if it shows none.
  package mutating func begin(_ state: RemoteState) -> RemoteCommand? {
    guard let slide = state.slide else { return nil }
    // A motion under way has no report any more: its destination has only a number.
    target = state.destination ?? slide.number
    let isThere = target == slide.number
    return .show(
      isThere ? slide.target : SlideTarget(number: target), RemoteMotion(isAnimated: !isThere, follows: true))
  }

  /// The command that follows a report; nil if the followers do nothing.
  package mutating func follow(_ report: RemoteReport) -> RemoteCommand? {
    let command: RemoteCommand
    switch report.event {
    case .begin(let slide, let start, let cause, let direction):
      target = slide.number
      command = .show(slide.target, RemoteMotion(start: start, direction: direction, cause: cause, follows: true))
    case .show(let slide?, isMoving: false) where slide.number != target:
      // Without a motion: a jump, or a slide that replaces one that is gone.
      target = slide.number
      command = .show(slide.target, RemoteMotion(isAnimated: false, follows: true))
    case .show, .land, .pause, .deck, .mark, .click, .view, .answer, .end: return nil
    }
    return report.follows ? nil : command
  }
}
