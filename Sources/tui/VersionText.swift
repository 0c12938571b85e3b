import CommandLineOptions
import Imaging
import NcursesScreen
import System

/// What `--version` prints: the version, and what the program can do because of the libraries in it.
enum VersionText {
  static var text: String {
    """
    tui \(Version.number)
    codecs: \(Codecs.linkedLibraries.joined(separator: ", "))
    screens: truecolor, curses (\(NcursesDevice.libraryVersion)); pixels: kitty, sixel, iterm
    isolation: \(Isolation.abilities)
    """
  }
}
