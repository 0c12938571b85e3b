import ArgumentParser
import Imaging
import Pictures
import Rendering
import System
import Terminal

/// Options for how pictures are drawn.
struct PictureOptions: QuickOptions {
  /// The defaults.
  private enum Default {
    static let art = ArtArgument.auto
    static let pixels = PixelChoice.auto
    static let color = DepthArgument.auto
    static let dither = DitherArgument.auto
    static let background = BackgroundArgument.auto
    static let video = VideoMode.play
    static let maxPixels = DecodingLimits().maxPixels
  }

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Glyphs to draw with: half, block (in every font), legacy (adds sextants and wedges), best (adds octants and \
      lines), ascii, or what the terminal draws correctly (auto). Also quadrant, eighth, sextant, wedge, octant, line \
      and braille. Combine them with commas: sextant,half.
      """, valueName: "art"))
  var art = Default.art

  @Option(
    name: .long,
    help: ArgumentHelp("File of additional glyphs, or of the only ones to use (see the manual).", valueName: "file"),
    completion: .file())
  var glyphs: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Show pictures in pixels by kitty's graphics protocol, sixels or OSC 1337 (iterm), by whichever the terminal does well (auto), or draw them in cells (off).",
      valueName: "protocol"))
  var pixels = Default.pixels

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Colours: truecolor, 256, 16, 8, mono, or what the terminal supports (auto).", valueName: "colors"))
  var color = Default.color

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How to approximate tones with few colours: none, ordered, diffusion, or what looks best (auto).",
      valueName: "how"))
  var dither = Default.dither

  @Flag(name: .long, help: "Draw each cell in one colour on the terminal's background.")
  var noBackground = false

  @Flag(name: .long, help: "Swap light and dark without colours or with --no-background.")
  var invert = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Background of transparent pictures: auto, checkerboard, a colour name, #rgb or #rrggbb.", valueName: "c"))
  var background = Default.background

  @Flag(name: .long, help: "Do not enlarge small pictures.")
  var noUpscale = false

  @Option(
    name: .long, help: ArgumentHelp("Play videos, muted, or show their first picture (poster).", valueName: "how"))
  var video = Default.video

  @Option(name: .long, help: ArgumentHelp("Refuse pictures with more pixels.", valueName: "n"))
  var maxPixels = Default.maxPixels

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Megabytes of memory for all decoding. (default: a quarter of the machine's, 128…1024)", valueName: "mb"))
  var decodeMemory: Int?

  /// The budget for all decoding.
  var decodeBudget: DecodeBudget { DecodeBudget(limit: decodeMemory.map { $0 << 20 }) }

  func validate() throws {
    if let decodeMemory, !(16...1_000_000).contains(decodeMemory) {
      throw ValidationError("--decode-memory must be from 16 to 1000000, not \(decodeMemory)")
    }
    guard maxPixels > 0 else { throw ValidationError("--max-pixels must be at least 1, not \(maxPixels)") }
  }

  static let rows: [OptionRow<PictureOptions>] = [
    .option("--art", Default.art) { $0.art = $1 },
    .optional("--glyphs") { $0.glyphs = $1 },
    .option("--pixels", Default.pixels) { $0.pixels = $1 },
    .option("--color", Default.color) { $0.color = $1 },
    .option("--dither", Default.dither) { $0.dither = $1 },
    .flag("--no-background") { $0.noBackground = $1 },
    .flag("--invert") { $0.invert = $1 },
    .option("--background", Default.background) { $0.background = $1 },
    .flag("--no-upscale") { $0.noUpscale = $1 },
    .option("--video", Default.video) { $0.video = $1 },
    .option("--max-pixels", Default.maxPixels) { $0.maxPixels = $1 },
    .optional("--decode-memory") { $0.decodeMemory = $1 },
  ]

  /// The picture style for an art mode.
  func style(_ art: ArtMode) -> PictureStyle {
    var style = PictureStyle(art: art)
    style.backdrop = background.backdrop
    style.dithering = dither.dithering
    style.usesBackgrounds = !noBackground
    style.isInverted = invert
    return style
  }

  /// Reads the glyph file named by `--glyphs`; nil if none is.
  ///
  /// - Throws: `ValidationError` with the file and, for invalid content, the line.
  func glyphFile() throws -> GlyphFile? {
    guard let glyphs else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(Path(glyphs), limit: GlyphFile.maximumBytes)
    } catch {
      throw ValidationError("--glyphs \(SafeText.visible(glyphs)): \(error.description)")
    }
    do throws(GlyphFile.Problem) {
      return try GlyphFile(bytes)
    } catch {
      throw ValidationError("--glyphs \(SafeText.visible(glyphs)): \(error.description)")
    }
  }
}

extension PixelChoice: ExpressibleByArgument {}

/// How videos are shown.
enum VideoMode: String, ExpressibleByArgument, CaseIterable { case poster, play }

/// An art mode by name, or `auto`.
enum ArtArgument: ExpressibleByArgument {
  case auto
  case sets(GlyphSet)

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let sets = GlyphSet(names: argument) {
      self = .sets(sets)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .auto: "auto"
    case .sets(let sets): sets.name
    }
  }

  static var allValueStrings: [String] { ["auto"] + GlyphSet.named.map(\.name) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

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

/// A colour depth by name, or `auto`.
enum DepthArgument: ExpressibleByArgument {
  case auto
  case depth(ColorDepth)

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let depth = ColorDepth(rawValue: argument) {
      self = .depth(depth)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .auto: "auto"
    case .depth(let depth): depth.rawValue
    }
  }

  static var allValueStrings: [String] { ["auto"] + ColorDepth.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A dithering method by name, or `auto`.
enum DitherArgument: ExpressibleByArgument {
  case auto
  case dithering(Dithering)

  init?(argument: String) {
    if argument == "auto" {
      self = .auto
    } else if let dithering = Dithering(rawValue: argument) {
      self = .dithering(dithering)
    } else {
      return nil
    }
  }

  var defaultValueDescription: String { "auto" }

  static var allValueStrings: [String] { ["auto"] + Dithering.allCases.map(\.rawValue) }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The chosen dithering, or nil for the best one.
  var dithering: Dithering? {
    switch self {
    case .auto: nil
    case .dithering(let dithering): dithering
    }
  }
}

/// A backdrop by name or colour.
enum BackgroundArgument: ExpressibleByArgument {
  case auto, checkerboard
  case color(Color)

  init?(argument: String) {
    switch argument {
    case "auto": self = .auto
    case "checkerboard": self = .checkerboard
    default:
      guard let color = ColorName.color(from: argument) else { return nil }
      self = .color(color)
    }
  }

  var defaultValueDescription: String { "auto" }
  static var defaultCompletionKind: CompletionKind { .list(["auto", "checkerboard"] + ColorName.names) }

  /// The backdrop behind and around the picture.
  var backdrop: Backdrop {
    switch self {
    case .auto: .terminal(assumed: .black)
    case .checkerboard: .checkerboard
    case .color(let color): .color(LinearColor(color))
    }
  }
}
