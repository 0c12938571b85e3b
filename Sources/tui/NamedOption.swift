import CommandLineOptions
import Glibc
import System

/// Detects options that are also names of files in the current folder.
///
/// `tui *` beside a file named `--on-click=…` would run a command chosen by someone else.
enum NamedOption {
  /// The first option among the arguments that is also a file's name, or nil if there is none.
  static func first(in arguments: [[UInt8]]) -> String? {
    let dash = UInt8(ascii: "-")
    for argument in arguments where argument.count > 1 && argument[0] == dash {
      if argument.count == 2, argument[1] == dash { break }
      var status = stat()
      if unsafe Path(argument).withCString({ unsafe lstat($0, &status) }) == 0 {
        return String(decoding: argument, as: UTF8.self)
      }
    }
    return nil
  }

  /// The message that explains the refusal and what to write instead.
  static func refusal(_ name: String) -> UsageError {
    .rejected(
      "\(name) is an option, but also the name of a file in this folder. For the file, write ./\(name), "
        + "for all files ./*, or put -- before their names. For the option, run tui in another folder.")
  }
}
