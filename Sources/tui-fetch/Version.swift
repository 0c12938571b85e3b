/// The version that `--version` prints, the one of `tui`.
enum Version {
  static let number = "0.1.0"
}
