import CLcms2

/// The libraries that decode pictures in this process.
package enum LinkedCodecs {
  /// Their names and versions, for `--version`.
  package static var names: [String] {
    Codecs.linked.libraries + ["lcms2 \(LCMS_VERSION / 1000).\(LCMS_VERSION % 1000 / 10)"]
  }
}
