import Glibc
package import Terminal

/// What is shown outside the window: on the desktop, in the clipboard and in the task bar.
extension NcursesDevice {
  package func setClipboard(_ picture: ClipboardPicture) {
    if !isRestored, facts.knownModes.contains(5522) { frames.write(picture.bytes) }
  }

  package func notify(_ notification: DesktopNotification) {
    guard !isRestored, TerminalQuery.takesControlStrings(environment: environment) else { return }
    frames.write(notification.bytes(id: UInt32(getpid()), isExtended: facts.showsNotifications))
  }

  package func setProgress(_ progress: TaskProgress?) {
    guard !isRestored, progress != self.progress else { return }
    let identity = facts.version.map { TerminalIdentity(reply: $0) } ?? TerminalIdentity(environment: environment)
    guard TaskProgress.isShown(by: identity, environment: environment) else { return }
    let isFirst = self.progress == nil
    self.progress = progress
    // While there is any, every way of leaving removes it.
    if isFirst || progress == nil { prepareRestore() }
    frames.write(progress?.bytes ?? TaskProgress.removal)
  }

  /// The bytes that remove the progress, if any is shown.
  var progressRemoval: [UInt8] { progress == nil ? [] : TaskProgress.removal }
}
