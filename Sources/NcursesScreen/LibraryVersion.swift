import CNcurses

extension NcursesDevice {
  /// The name and version of the screen library, such as "ncurses 6.4.20221231".
  package static var libraryVersion: String { unsafe String(cString: curses_version()) }
}
