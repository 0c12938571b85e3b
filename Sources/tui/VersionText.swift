import CVersion
import CommandLineOptions
import Glibc
import Imaging
import NcursesScreen
import System

/// What `--version` prints: the version, the commit, and what the program can do because of the libraries in it.
enum VersionText {
  static var text: String {
    """
    tui \(number)
    codecs: \(LinkedCodecs.names.joined(separator: ", "))
    screens: truecolor, curses (\(NcursesDevice.libraryVersion)); pixels: kitty, sixel, iterm
    isolation: \(Isolation.abilities)
    """
  }

  /// The version, and the commit if it is known.
  static var number: String { commit.isEmpty ? Version.number : "\(Version.number) (\(commit))" }

  /// The commit that the program was built from; empty if that is unknown.
  private static var commit: String { unsafe String(cString: tui_commit()) }
}
