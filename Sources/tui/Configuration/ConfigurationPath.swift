import Glibc
import System
import Terminal

/// The place of the configuration file, and writing a new one.
struct ConfigurationPath {
  let path: Path
  /// Whether the user named it: then it must exist.
  let isNamed: Bool

  /// The file that the command line names, or else the one in the user's configuration folder; nil if there is none.
  init?(_ options: ConfigurationOptions, environment: [String: String]) {
    if let named = options.file {
      (path, isNamed) = (Path(named), true)
      return
    }
    guard let base = BaseFolders.path("XDG_CONFIG_HOME", orBelowHome: ".config", environment) else { return nil }
    (path, isNamed) = (Path(base + "/tui/config"), false)
  }

  /// The path as messages show it.
  var shown: String { SafeText.visible(path.bytes) }

  /// The path that a text in the file stands for: `~/` is the home folder, and other paths are relative to the file.
  func resolve(_ text: [UInt8], home: String?) -> [UInt8] {
    if text.starts(with: Array("~/".utf8)), let home { return Array(home.utf8) + text.dropFirst() }
    guard text.first != UInt8(ascii: "/"), let slash = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return text }
    return path.bytes[...slash] + text
  }

  /// Writes a new file, with the folders above it; never replaces one.
  ///
  /// - Throws: The exit status, once the reason has been reported.
  func write(_ text: String) throws(ExitStatus) {
    // A failure shows when the file is created.
    _ = path.folder.makeFolders()
    if let number = FileBytes.create(path, text.utf8, mode: 0o644) {
      let reason =
        number == EEXIST
        ? "exists already; --print-config shows what is in force" : FileError(system: number).description
      throw ExitStatus(1, reporting: "\(shown): \(reason)")
    }
    StandardOutput.write(StandardError.bytes(of: "wrote \(String(decoding: path.bytes, as: UTF8.self))"))
  }
}
