package import Terminal

extension NcursesDevice {
  package func setTitle(_ title: WindowTitle) {
    guard !isRestored, title != self.title, Capabilities.isECMA48,
      TerminalQuery.takesControlStrings(environment: environment)
    else { return }
    let isFirst = self.title == nil
    self.title = title
    // From now on, every way of leaving restores the title.
    if isFirst { prepareRestore() }
    frames.write((isFirst ? WindowTitle.saving : []) + title.bytes(isUTF8: isUTF8))
  }

  /// The bytes that restore the window's title, if it has been changed.
  var titleRestoration: [UInt8] { title == nil ? [] : WindowTitle.restoring }
}
