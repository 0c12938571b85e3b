import CGlibc

/// How far programs are kept from files, processes and networks that they do not need.
///
/// An isolated program can read the system's programs, libraries and fonts, its input, and nothing else; it can write
/// files only in its own temporary folder. It has no sockets and no terminal, cannot leave its process group, and can
/// neither trace nor signal other processes.
package enum Isolation: String, CaseIterable, Sendable {
  /// As far as the kernel can.
  case auto
  /// Completely: where the kernel cannot, programs are not started.
  case require
  /// Not at all.
  case off

  /// What the kernel lacks for complete isolation, for messages; nil if nothing.
  package static let missing: String? =
    switch (tui_landlock_version() > 0, tui_can_deny_system_calls() != 0) {
    case (true, true): nil
    case (false, true): "Landlock"
    case (true, false): "seccomp"
    case (false, false): "Landlock and seccomp"
    }

  /// What the kernel has for isolation, for `--version`.
  package static var abilities: String {
    let version = tui_landlock_version()
    let protections = [version > 0 ? "Landlock \(version)" : nil, tui_can_deny_system_calls() != 0 ? "seccomp" : nil]
    let names = protections.compactMap(\.self)
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  /// How far programs are isolated on this machine, for `--stats`.
  package var summary: String {
    switch self {
    case .off: "not isolated"
    case .auto, .require: Isolation.missing.map { "partly isolated: this kernel has no \($0)" } ?? "isolated"
    }
  }

  /// The level as `tui_spawn` takes it.
  var level: Int32 {
    switch self {
    case .off: 0
    case .auto: 1
    case .require: 2
    }
  }

  /// The folder of the libraries of a program in some prefix's `bin`, which may not be one of the system's.
  static func libraries(of program: Path) -> Path? {
    let folder = program.folder
    return folder.name.elementsEqual("bin".utf8) ? folder.folder.appending("lib".utf8) : nil
  }
}
