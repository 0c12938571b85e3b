import CarouselApp
import CommandLineOptions
import Rendering
import Terminal

/// How videos are shown.
enum VideoMode: String, CaseIterable { case play, poster }

/// An art mode by name, or `auto`.
enum ArtArgument {
  case auto
  case sets(GlyphSet)

  /// The art mode for a terminal, with the glyphs of a file if there is one.
  func mode(
    environment: [String: String], version: String? = nil, isUTF8: Bool, glyphs: GlyphFile? = nil
  ) -> ArtMode {
    let sets =
      switch self {
      case .auto: GlyphSupport.sets(environment: environment, version: version, isUTF8: isUTF8)
      case .sets(let sets): sets
      }
    return if let glyphs { ArtMode(sets, glyphs) } else { .shared(sets) }
  }
}

extension ValueFormat<ArtArgument> {
  /// Names of sets, joined by commas or plus signs, or `auto`.
  static var art: Self {
    let names = ["auto"] + GlyphSet.named.map(\.name)
    return Self(
      "\(names.alternatives), or sets joined by commas", choices: names,
      write: { art in
        switch art {
        case .auto: "auto"
        case .sets(let sets): sets.name
        }
      },
      read: { $0 == "auto" ? .auto : GlyphSet(names: $0).map { .sets($0) } })
  }
}

/// A color depth by name, or `auto`.
enum DepthArgument: Hashable {
  case auto
  case depth(ColorDepth)

  /// The requested color depth, or nil to detect it.
  var chosen: ColorDepth? {
    switch self {
    case .auto: nil
    case .depth(let depth): depth
    }
  }
}

extension ValueFormat<DepthArgument> {
  static var depth: Self {
    .choice([.auto] + ColorDepth.allCases.map { .depth($0) }) { argument in
      switch argument {
      case .auto: "auto"
      case .depth(let depth): depth.rawValue
      }
    }
  }
}

/// A dithering method by name, or `auto`.
enum DitherArgument: Hashable {
  case auto
  case dithering(Dithering)

  /// The chosen dithering, or nil for the best one.
  var dithering: Dithering? {
    switch self {
    case .auto: nil
    case .dithering(let dithering): dithering
    }
  }
}

extension ValueFormat<DitherArgument> {
  static var dither: Self {
    .choice([.auto] + Dithering.allCases.map { .dithering($0) }) { $0.dithering?.rawValue ?? "auto" }
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
