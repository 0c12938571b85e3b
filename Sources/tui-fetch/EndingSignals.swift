import CGlibc
import Glibc

/// The signals that end the program, as something to wait for: what must be removed is removed first.
struct EndingSignals {
  /// Can be read when one has come; -1: they end the program by themselves.
  let descriptor = tui_signal_file()

  /// What to wait for.
  var descriptors: [Int32] { descriptor < 0 ? [] : [descriptor] }

  /// The signal that has come.
  var arrived: Int32? {
    guard descriptor >= 0 else { return nil }
    let number = tui_next_signal(descriptor)
    return number > 0 ? number : nil
  }

  /// Ends the program as the signal would have.
  static func die(of number: Int32) -> Never {
    tui_die_of_signal(number)
    exit(128 + number)
  }
}
