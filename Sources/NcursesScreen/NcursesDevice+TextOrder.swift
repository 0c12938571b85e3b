import Terminal

extension NcursesDevice {
  /// Sets how text is put in order; the terminal is told not to reorder it if that is possible.
  func holdText() {
    if bidi != .terminal, TerminalIdentity.isMlterm(environment) { _ = modes.add(.textOrder) }
    adoptTextOrder()
  }

  /// Has frames arranged for the way in which the terminal reorders text, as far as that is known now.
  func adoptTextOrder() {
    resizable.reordering = bidi.reordering(
      isHeld: modes.contains(.textOrder), reordersRows: facts.reordersText, version: facts.version,
      environment: environment)
  }
}
