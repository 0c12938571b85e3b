import Glibc

/// Options that are also names of files in the current folder.
///
/// `tui *` beside a file called `--on-click=…` would run what someone else has written there.
enum NamedOption {
  /// The first option among the arguments that is a file's name as well; nil: there is none.
  static func first(in arguments: [String]) -> String? {
    arguments.prefix { $0 != "--" }.first { argument in
      guard argument.hasPrefix("-"), argument != "-" else { return false }
      var status = stat()
      // The name is copied by the system.
      return unsafe lstat(argument, &status) == 0
    }
  }

  /// Why it is refused, and what to write instead.
  static func refusal(_ name: String) -> String {
    "\(name) is an option, but also the name of a file in this folder. For the file, write ./\(name), "
      + "for all files ./*, or put -- before their names. For the option, run tui in another folder."
  }
}
