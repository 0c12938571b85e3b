import CTerminalRestore
import Terminal

extension NcursesDevice {
  /// Sets the modes that are known now.
  func adoptModes() { set(modes.adopt(facts)) }

  /// Has frames arranged for the way in which the terminal reorders text, as far as that is known now.
  func adoptTextOrder() {
    resizable.reordering = bidi.reordering(
      isHeld: modes.contains(.textOrder), reordersRows: facts.reordersText, version: facts.version,
      environment: environment)
  }

  /// Writes the bytes of modes that have been added.
  func set(_ added: [UInt8]) {
    // `enter` sets all of them again.
    guard !isRestored, !added.isEmpty else { return }
    prepareRestore()
    frames.write(added)
  }

  /// Prepares the bytes that a crash must write.
  ///
  /// - Parameter poppingStacks: Whether they reset the modes that the terminal keeps on a stack, which must happen once.
  func prepareRestore(poppingStacks: Bool = true) {
    let bytes = modes.restoreBytes(
      rows: screen.size.rows, images: (resizable.pixels?.possibleRemoval ?? []) + outside.restoration,
      poppingStacks: poppingStacks)
    // The bytes are copied.
    unsafe tui_restore_prepare(line.descriptor, bytes, bytes.count)
  }
}
