import System

/// Finds the program's resources: beside the executable, under its prefix, or in its source tree.
enum ResourceFolder {
  /// The demo deck, or nil if it is not installed.
  static var demoDeck: Path? {
    candidates.map { $0.appending("deck.json".utf8) }.first { PathKind(of: $0) == .file }
  }

  private static var candidates: [Path] {
    guard let bin = ProgramFinder.folderOfProgram else { return [] }
    var found = [bin.appending("Resources".utf8), bin.folder.appending("share/tui".utf8)]
    // From .build/PLATFORM/CONFIGURATION/tui, the source tree is a few folders up.
    var folder = bin
    for _ in 0..<4 {
      folder = folder.folder
      found.append(folder.appending("Resources".utf8))
    }
    return found
  }
}
