/// How a terminal blends a half-transparent image with what is behind it.
package enum ImageBlending: Hashable, Sendable {
  /// It mixes the encoded (sRGB) values.
  case encoded
  /// It mixes linear light: half-transparent black over white is a gray of 188, not 128.
  case linear
  /// Either; in Ghostty it depends on the platform and on a setting (`alpha-blending`).
  case unknown
}

extension TerminalIdentity {
  /// How the terminal blends images.
  package var imageBlending: ImageBlending {
    switch name {
    // Linear light since 0.28: https://sw.kovidgoyal.net/kitty/changelog/
    case "kitty": version.lexicographicallyPrecedes([0, 28]) ? .encoded : .linear
    case "konsole": .encoded
    default: .unknown
    }
  }
}
