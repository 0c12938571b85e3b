import Decks
import Glibc
import NcursesScreen
import System
import Terminal

enum StandardOutput {
  /// The width to wrap text to: the terminal's, or 80 columns.
  static var columns: Int { TerminalWindow(ofFirst: [STDOUT_FILENO])?.size?.columns ?? 80 }

  /// Writes lines. Text for a terminal is made safe for it; redirected text stays as it is.
  static func write(lines: String) {
    write(isatty(STDOUT_FILENO) == 1 ? StandardError.bytes(of: lines) : Array((lines + "\n").utf8))
  }

  /// Writes all bytes. On an error, reports it and exits with status 1.
  static func write(_ bytes: [UInt8]) {
    guard let number = DescriptorBytes.write(bytes, to: STDOUT_FILENO) else { return }
    StandardError.report("cannot write: \(FileError(system: number).description)")
    exit(1)
  }
}

extension DeckRequest {
  /// The names of the first three sources; "this folder" if there are none.
  static func names(of arguments: [[UInt8]]) -> String {
    if arguments.isEmpty { return "this folder" }
    // A loop: what `joined` needs to know of its types is searched for at run time, in every start.
    var names = ""
    for (index, argument) in arguments.prefix(3).enumerated() {
      if index > 0 { names += ", " }
      names += argument == [UInt8(ascii: "-")] ? "the list" : String(decoding: argument, as: UTF8.self)
    }
    return arguments.count > 3 ? names + ", …" : names
  }

  /// The message if there is nothing to show.
  var nothingFound: String {
    if arguments.isEmpty {
      return "no pictures in this folder, and no demo deck is installed; name pictures or a folder"
    }
    return "no pictures in \(DeckRequest.names(of: arguments))"
      + (!recursive && arguments.contains { PathKind(of: Path($0)) == .folder }
        ? "; --recursive looks into the folders below, too" : "")
  }
}
