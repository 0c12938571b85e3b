import Carousel
import Terminal

extension MainLoop {
  /// Whether the terminal owes an answer, or the receipt of a frame.
  func expectsReplies(at now: Timestamp) -> Bool {
    if device.screen.unacknowledgedFrames > 0 { return true }
    guard let repliesDue, device.facts.attributes == nil else { return false }
    return now < repliesDue
  }
}
