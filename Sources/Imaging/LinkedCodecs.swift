import CLcms2

/// The libraries that decode pictures in this process.
package enum LinkedCodecs {
  /// Their names and versions, for `--version`.
  package static var names: [String] {
    Codecs.linked.libraries + ["lcms2 \(LCMS_VERSION / 1000).\(LCMS_VERSION % 1000 / 10)"]
  }

  /// Opens lcms2, which is otherwise opened when a picture needs it. A process without access to files cannot do that. Returns whether it is
  /// installed.
  @discardableResult
  package static func openAll() -> Bool { tui_lcms2_load() != 0 }
}
