import CommandLineOptions
import Terminal

extension ValueFormat<Color> {
  /// A color by name or in hexadecimal.
  static var color: Self {
    Self("a color name, #rgb or #rrggbb", completion: .words(ColorName.names), read: { ColorName.color(from: $0) })
  }
}

/// A color and its opacity.
struct ScrimArgument {
  let color: Color
  let alpha: Double

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let color = ColorName.color(from: String(parts[0])) else { return nil }
    self.color = color
    guard parts.count == 2 else {
      alpha = 0.5
      return
    }
    guard let alpha = Double(parts[1]), (0...1).contains(alpha) else { return nil }
    self.alpha = alpha
  }
}

extension ValueFormat<ScrimArgument> {
  static var scrim: Self {
    let color = ValueFormat<Color>.color
    return Self(
      "\(color.accepted.expectation), and an opacity from 0 to 1 after a slash",
      completion: color.accepted.completion,
      read: { ScrimArgument(argument: $0) })
  }
}

/// Two characters, each one column wide, or `none`.
enum DotsArgument {
  case glyphs(Glyph, current: Glyph)
  case hidden

  init?(argument: String) {
    if argument == "none" {
      self = .hidden
      return
    }
    let safe = SafeText.visible(argument)
    guard safe == argument, safe.count == 2, let first = safe.first, let last = safe.last else { return nil }
    let (dot, currentDot) = (Glyph(cluster: first), Glyph(cluster: last))
    guard dot.width == 1, currentDot.width == 1 else { return nil }
    self = .glyphs(dot, current: currentDot)
  }
}

extension ValueFormat<DotsArgument> {
  static var dots: Self {
    Self(
      "two characters, each one column wide, or none", completion: .words(["none"]),
      read: { DotsArgument(argument: $0) })
  }
}
