package import System

/// The desktop's programs that the menu uses. Without a desktop, as over ssh, there are none.
package struct DesktopPrograms: Hashable, Sendable {
  /// A program, installed or not.
  package enum Program: Hashable, Sendable {
    case found(Path)
    /// It is not installed; `package` provides it.
    case missing(name: String, package: String)
  }

  /// Opens a file or a URL in its default program: `xdg-open`.
  package var opener: Program?
  /// Copies a file to the clipboard: `wl-copy` or `xclip`.
  package var clipboard: Clipboard?

  package enum Clipboard: Hashable, Sendable {
    case wayland(Program), x11(Program)
  }

  /// No programs.
  package init() {}

  /// The programs for the desktop that the environment describes.
  ///
  /// - Parameter find: returns a program's path on the search path, or nil if it is not installed.
  package init(environment: [String: String], find: (String) -> Path?) {
    func program(_ name: String, of package: String) -> Program {
      find(name).map { .found($0) } ?? .missing(name: name, package: package)
    }
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    let isWayland = isSet("WAYLAND_DISPLAY")
    guard isWayland || isSet("DISPLAY") else { return }
    opener = program("xdg-open", of: "xdg-utils")
    let (wayland, x11) = (program("wl-copy", of: "wl-clipboard"), program("xclip", of: "xclip"))
    // A Wayland session usually has an X server as well, which shares the clipboard.
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

  /// The shell command that copies the file `$1` to the clipboard. The programs keep running to serve the clipboard, so
  /// they must not hold our output open.
  ///
  /// - Parameter type: the file's media type, which never comes from external input.
  func command(_ program: Path, type: String) -> String {
    switch self {
    case .wayland: "exec \(program.quoted) --type \(type) < \"$1\" > /dev/null 2>&1"
    case .x11: "exec \(program.quoted) -selection clipboard -target \(type) -in \"$1\" > /dev/null 2>&1"
    }
  }
}

extension Path {
  /// The path, quoted as a word of a shell command.
  var quoted: String { ShellWord.quoted(String(decoding: bytes, as: UTF8.self)) }
}
