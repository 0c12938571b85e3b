import Glibc

/// The terminal's input, which is lent to a process group while `ssh` may ask for a password there, as shells do.
final class ForegroundLoan {
  private let terminal: Int32

  /// Lends the terminal to a group; nil if there is no terminal, or if it is not ours.
  init?(to group: Int32) {
    terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0, tcgetpgrp(terminal) == getpgrp() else {
      if terminal >= 0 { close(terminal) }
      return nil
    }
    ForegroundLoan.hand(terminal, to: group)
    // It may have been stopped because it asked too early.
    kill(-group, SIGCONT)
  }

  deinit {
    ForegroundLoan.hand(terminal, to: getpgrp())
    close(terminal)
  }

  /// Whether this process may lend its terminal.
  static var isPossible: Bool {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return tcgetpgrp(terminal) == getpgrp()
  }

  /// A process in the background is stopped by SIGTTOU when it does this, unless that is blocked.
  private static func hand(_ terminal: Int32, to group: Int32) {
    var (set, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGTTOU)
    unsafe pthread_sigmask(SIG_BLOCK, &set, &before)
    _ = tcsetpgrp(terminal, group)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
