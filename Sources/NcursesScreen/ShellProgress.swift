import CTerminalRestore
import Glibc
package import Terminal

/// The progress of a program that leaves the terminal to the shell. It is removed at every end of the process.
package struct ShellProgress {
  private let descriptor: Int32
  private var shown: TaskProgress?

  /// No progress yet; nil if the terminal shows none.
  ///
  /// - Parameter descriptor: A descriptor of the terminal.
  package init?(on descriptor: Int32, environment: [String: String]) {
    let identity = TerminalIdentity(environment: environment)
    guard TaskProgress.isShown(by: identity, environment: environment) else { return nil }
    self.descriptor = descriptor
  }

  /// Shows how far the program is.
  package mutating func show(_ progress: TaskProgress) {
    guard progress != shown else { return }
    if shown == nil {
      // The bytes are copied.
      unsafe tui_parting_prepare(descriptor, TaskProgress.removal, TaskProgress.removal.count)
    }
    shown = progress
    let bytes = progress.bytes
    _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Removes the progress for good.
  package func end() { if shown != nil { tui_parting_write() } }
}
