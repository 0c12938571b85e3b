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
    // A crash replaces the descriptor by /dev/null.
    self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
  }

  /// Shows how far the program is; nil removes that for good.
  package mutating func show(_ progress: TaskProgress?) {
    guard progress != shown else { return }
    shown = progress
    let (removal, bytes) = progress.map { (TaskProgress.removal, $0.bytes) } ?? ([], TaskProgress.removal)
    // The bytes are copied.
    unsafe tui_restore_prepare(descriptor, removal, removal.count)
    tui_restore_on_end(1)
    _ = unsafe write(descriptor, bytes, bytes.count)
  }
}
