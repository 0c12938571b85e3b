import CGlibc
import Glibc

/// The signals that end the program, read from a descriptor so that files can be removed first.
struct EndingSignals {
  /// Readable when a signal is pending; -1 if signals end the program directly.
  let descriptor = tui_signal_file()

  var descriptors: [Int32] { descriptor < 0 ? [] : [descriptor] }

  var arrived: Int32? {
    guard descriptor >= 0 else { return nil }
    let number = tui_next_signal(descriptor)
    return number > 0 ? number : nil
  }

  /// Ends the process as the signal would have.
  static func die(of number: Int32) -> Never {
    tui_die_of_signal(number)
    exit(128 + number)
  }
}
