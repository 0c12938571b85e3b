import Glibc
import JSON
import RemoteControl
import System

/// What this program writes.
enum Output {
  /// Writes a value as JSON on one line, as safe for a terminal as for a script.
  static func write(_ value: some Encodable) {
    guard let json = try? JSONEncoder().encode(value) else { return }
    write(SafeJSON.escaped(json) + [0x0A], to: STDOUT_FILENO)
  }

  static func write(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }

  /// Writes lines of bytes to standard output; on a terminal, as safe text.
  static func write(lines: [[UInt8]]) {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    for line in lines {
      write((isTerminal ? visible(String(decoding: line, as: UTF8.self)) : line) + [0x0A], to: STDOUT_FILENO)
    }
  }

  /// Writes a line to standard error, prefixed with the program's name. Names may come from anyone.
  static func report(_ message: String) {
    write(visible("tui-remote: \(message)") + [0x0A], to: STDERR_FILENO)
  }

  /// Text as in a string of JSON: everything that a terminal could take for a control sequence is an escape.
  ///
  /// `SafeText` would link all of `Terminal`, a twentieth of this program.
  private static func visible(_ text: String) -> [UInt8] {
    guard let string = try? JSONEncoder().encode(text) else { return [] }
    return Array(SafeJSON.escaped(string).dropFirst().dropLast())
  }

  /// The width of the terminal; 80 if it is unknown.
  static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Writes bytes; the program ends if nobody reads them any more.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    if DescriptorBytes.write(bytes, to: descriptor) != nil { exit(1) }
  }
}
