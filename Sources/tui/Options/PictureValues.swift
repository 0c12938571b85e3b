import CarouselApp
import CommandLineOptions
import Rendering
import Terminal

/// How videos are shown.
enum VideoMode: String, CaseIterable { case play, poster }

extension ValueFormat {
  /// One of the cases of an enumeration, by its raw value, or `auto`: nil.
  static func automatic<Choice>() -> Self
  where Value == Choice?, Choice: RawRepresentable<String> & CaseIterable & Sendable {
    .choice([nil] + Choice.allCases.map { $0 }) { $0?.rawValue ?? "auto" }
  }
}

extension ValueFormat<GlyphSet?> {
  /// Names of sets, joined by commas or plus signs, or `auto`: nil.
  static var art: Self {
    let names = ["auto"] + GlyphSet.named.map(\.name)
    return Self(
      "\(names.alternatives), or sets joined by commas", choices: names, write: { $0?.name ?? "auto" },
      read: { $0 == "auto" ? .some(nil) : GlyphSet(names: $0).map { .some($0) } })
  }
}

extension ValueFormat<Backdrop> {
  /// The background behind and around pictures.
  static var background: Self {
    Self(
      Backdrop.expectation, completion: .words(["auto", "checkerboard"] + ColorName.names),
      write: { backdrop in
        switch backdrop {
        case .terminal: "auto"
        case .checkerboard: "checkerboard"
        case .color: nil
        }
      },
      read: { Backdrop(named: $0) })
  }
}
