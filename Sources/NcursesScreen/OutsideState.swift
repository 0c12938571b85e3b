import Glibc
import Terminal

/// What the terminal shows of this program outside its window.
struct OutsideState {
  /// The title that it shows; nil: its own.
  private var title: WindowTitle?
  /// The progress that it shows; nil: none.
  private var progress: TaskProgress?

  /// The bytes that bring back the title and remove the progress, as far as there are any.
  var restoration: [UInt8] {
    (title == nil ? [] : WindowTitle.restoring) + (progress == nil ? [] : TaskProgress.removal)
  }

  /// Returns the bytes of an effect; none if it is shown already, or if the terminal cannot show it.
  mutating func show(
    _ effect: OutsideEffect, by facts: TerminalFacts, in environment: [String: String], isUTF8: Bool
  ) -> [UInt8] {
    guard TerminalQuery.takesControlStrings(environment: environment) else { return [] }
    switch effect {
    case .title(let title):
      guard title != self.title, Capabilities.isECMA48 else { return [] }
      defer { self.title = title }
      return (self.title == nil ? WindowTitle.saving : []) + title.bytes(isUTF8: isUTF8)
    case .progress(let progress):
      let identity = facts.identity ?? TerminalIdentity(environment: environment)
      guard progress != self.progress, TaskProgress.isShown(by: identity, environment: environment) else { return [] }
      self.progress = progress
      return progress?.bytes ?? TaskProgress.removal
    case .notification(let notification):
      return notification.bytes(id: UInt32(getpid()), isExtended: facts.features.contains(.notifications))
    case .clipboardText(let text): return text.bytes
    case .clipboardPicture(let picture): return facts.knownModes.contains(5522) ? picture.bytes : []
    }
  }
}
