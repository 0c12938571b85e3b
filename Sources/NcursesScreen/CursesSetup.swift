import CNcurses
package import Terminal

/// Sets up ncurses.
enum CursesSetup {
  /// A terminal type, and the bytes that restore such a terminal.
  typealias CheckedType = (name: String, restoreBytes: [UInt8])

  /// Returns the terminal's type, or a fallback for it, if terminfo knows the type and it can at least place the cursor
  /// and clear the screen.
  ///
  /// - Throws: The reason if neither the type nor a fallback is usable.
  static func checkedType(
    environment: [String: String], descriptor: Int32, rows: Int
  ) throws(TerminalOpenError) -> CheckedType {
    guard let type = environment["TERM"], !type.isEmpty else { throw .terminalTypeUnset }
    do throws(TerminalOpenError) {
      return try checked(type, descriptor: descriptor, rows: rows)
    } catch {
      guard case .terminalTypeUnknown = error else { throw error }
      for kin in TerminfoFallback.types(for: type) {
        if let checked = try? checked(kin, descriptor: descriptor, rows: rows) { return checked }
      }
      throw error
    }
  }

  private static func checked(
    _ type: String, descriptor: Int32, rows: Int
  ) throws(TerminalOpenError) -> CheckedType {
    var reason: Int32 = 0
    // Without somewhere to put the reason, ncurses would end the program. It copies the type.
    guard unsafe setupterm(type, descriptor, &reason) == OK else {
      throw reason == 1 ? .terminalTooSimple(type) : .terminalTypeUnknown(type)
    }
    defer { tui_forget_terminal() }
    guard Capabilities.string("cup") != nil, Capabilities.string("clear") != nil else { throw .terminalTooSimple(type) }
    let modes = TerminalModes(isECMA48: Capabilities.isECMA48, isAutowrapOff: true)
    return (type, modes.restoreBytes(rows: rows))
  }

  /// Starts ncurses on a descriptor, which ncurses then owns; returns false if it cannot start.
  static func begin(type: String, descriptor: Int32, isSizePlausible: Bool) -> Bool {
    // LINES and COLUMNS in the environment are not the window's size. Given an implausible size, ncurses would allocate
    // windows larger than memory.
    use_env(false)
    use_tioctl(isSizePlausible)
    guard unsafe tui_newterm(type, descriptor) != nil else { return false }
    cbreak()
    noecho()
    nonl()
    // We read the input ourselves: ncurses need not check for it while drawing.
    typeahead(-1)
    // The standard screen lives as long as ncurses does.
    unsafe keypad(tui_stdscr(), true)
    unsafe leaveok(tui_stdscr(), true)
    curs_set(0)
    if has_colors() {
      start_color()
      use_default_colors()
    }
    return true
  }

  /// The wanted color depth, limited to the colors that terminfo can name.
  static func usableDepth(_ wanted: ColorDepth, terminfoColors: Int) -> ColorDepth {
    let known = ColorDepth.detected(environment: [:], terminfoColors: terminfoColors)
    switch wanted {
    case .truecolor, .palette256: return known
    case .palette16: return known == .palette256 ? .palette16 : known
    case .palette8: return known == .mono ? .mono : .palette8
    case .mono: return .mono
    }
  }

  /// Whether colors may be combined with reverse: `ncv` lists attributes that cannot be, and
  /// reverse is bit 4 (terminfo(5)).
  static var canReverseColors: Bool {
    let barred = Capabilities.number("ncv")
    return Capabilities.string("rev") != nil && (barred < 0 || barred & 4 == 0)
  }
}

extension ColorDepth {
  /// The number of colors that terminfo gives the terminal, less than 8 for none, or nil if it knows neither the
  /// terminal nor its family.
  ///
  /// - Parameter environment: TERM, and the variables that locate terminfo.
  package static func terminfoColors(environment: [String: String]) -> Int? {
    guard let type = environment["TERM"], !type.isEmpty else { return nil }
    for type in [type] + TerminfoFallback.types(for: type) {
      var reason: Int32 = 0
      // Without somewhere to put the reason, ncurses would end the program. It copies the type.
      guard unsafe setupterm(type, STDOUT_FILENO, &reason) == OK else { continue }
      defer { tui_forget_terminal() }
      return Capabilities.number("colors")
    }
    return nil
  }
}
