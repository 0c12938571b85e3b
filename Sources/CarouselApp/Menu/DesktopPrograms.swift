package import System

/// The programs of the desktop that the menu uses. Where there is no desktop, as over ssh, there are none.
package struct DesktopPrograms: Hashable, Sendable {
  /// A program that does something.
  package enum Program: Hashable, Sendable {
    case found(Path)
    /// It is not installed.
    case missing(name: String, package: String)
  }

  /// Opens a file or a URL with the program that is meant for it: `xdg-open`.
  package var opener: Program?
  /// Puts a file into the clipboard: `wl-copy` or `xclip`.
  package var clipboard: Clipboard?

  package enum Clipboard: Hashable, Sendable {
    case wayland(Program), x11(Program)
  }

  /// No programs.
  package init() {}

  /// Those of the desktop that the environment names.
  ///
  /// - Parameter find: where a program is on the search path; nil: it is not there.
  package init(environment: [String: String], find: (String) -> Path?) {
    func program(_ name: String, of package: String) -> Program {
      find(name).map { .found($0) } ?? .missing(name: name, package: package)
    }
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    let isWayland = isSet("WAYLAND_DISPLAY")
    guard isWayland || isSet("DISPLAY") else { return }
    opener = program("xdg-open", of: "xdg-utils")
    let (wayland, x11) = (program("wl-copy", of: "wl-clipboard"), program("xclip", of: "xclip"))
    // Under Wayland there is mostly an X server, too, whose clipboard is the same.
    if isWayland, case .missing = wayland, isSet("DISPLAY"), case .found = x11 {
      clipboard = .x11(x11)
    } else {
      clipboard = isWayland ? .wayland(wayland) : .x11(x11)
    }
  }
}

extension DesktopPrograms.Clipboard {
  var program: DesktopPrograms.Program {
    switch self {
    case .wayland(let program), .x11(let program): program
    }
  }

  /// The shell command that copies the file `$1`. The programs stay behind to serve the clipboard: they must not keep our output
  /// open.
  ///
  /// - Parameter type: the file's media type, which nothing from outside has a say in.
  func command(_ program: Path, type: String) -> String {
    switch self {
    case .wayland: "exec \(program.quoted) --type \(type) < \"$1\" > /dev/null 2>&1"
    case .x11: "exec \(program.quoted) -selection clipboard -target \(type) -in \"$1\" > /dev/null 2>&1"
    }
  }
}

extension Path {
  /// The path as a word of a shell command.
  var quoted: String { "'" + String(decoding: bytes, as: UTF8.self).replacing("'", with: "'\\''") + "'" }
}
