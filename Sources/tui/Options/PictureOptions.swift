import CommandLineOptions
import Imaging
import Rendering
import System
import Terminal

/// Options for how pictures are drawn.
struct PictureOptions {
  /// The sets of glyphs; nil for what the terminal draws correctly.
  var art: GlyphSet?
  var glyphs: [UInt8]?
  var pixels = PixelChoice.auto
  /// The color depth; nil to detect it.
  var color: ColorDepth?
  /// The dithering; nil for what looks best.
  var dither: Dithering?
  var noBackground = false
  var invert = false
  var background = Backdrop.terminal(assumed: .black)
  var noUpscale = false
  var video = VideoMode.play
  var maxPixels: Int?
  var decodeMemory: Int?
  var isolation = Isolation.auto

  var decodeBudget: DecodeBudget { DecodeBudget(limit: decodeMemory.map { $0 << 20 }) }

  func style(_ art: ArtMode) -> PictureStyle {
    var style = PictureStyle(art: art)
    style.backdrop = background
    style.dithering = dither
    style.usesBackgrounds = !noBackground
    style.isInverted = invert
    return style
  }

  /// Reads the glyph file named by `--glyphs`; nil if none is.
  ///
  /// - Throws: `UsageError` with the file and, for invalid content, the line.
  func glyphFile() throws(UsageError) -> GlyphFile? {
    guard let glyphs else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(Path(glyphs), limit: GlyphFile.maximumBytes)
    } catch {
      throw .rejected("--glyphs \(SafeText.visible(glyphs)): \(error.description)")
    }
    do throws(GlyphFile.Problem) {
      return try GlyphFile(bytes)
    } catch {
      throw .rejected("--glyphs \(SafeText.visible(glyphs)): \(error.description)")
    }
  }

  static let group = CommandLineTable<Tui>.Group(
    "Picture",
    [
      art,
      .optional(
        "--glyphs", "FILE", \.picture.glyphs, .file,
        help: "File of additional glyphs, or of the only ones to use (see the manual)."),
      pixels,
      .value(
        "--color", "COLORS", \.picture.color, .automatic(),
        help: "Number of colors, or what the terminal supports (auto)."),
      .value(
        "--dither", "HOW", \.picture.dither, .automatic(),
        adoption: .atOnce, help: "How to approximate tones with few colors, or what looks best (auto)."),
      .flag(
        "--no-background", \.picture.noBackground,
        adoption: .atOnce, help: "Draw each cell in one color on the terminal's background."),
      .flag(
        "--invert", \.picture.invert,
        adoption: .atOnce, help: "Swap light and dark without colors or with --no-background."),
      .value(
        "--background", "COLOR", \.picture.background, .background,
        adoption: .atOnce,
        help: "Background of transparent pictures: auto, checkerboard, a color name, #rgb or #rrggbb."),
      .flag(
        "--no-upscale", \.picture.noUpscale, help: "Do not enlarge small pictures."),
      .value(
        "--video", "HOW", \.picture.video, .choice(),
        help: "Play videos, muted, or show their first frame (poster)."),
      .optional(
        "--max-pixels", "N", \.picture.maxPixels, .integer(1..., unit: "a number of pixels"),
        default: "200000000, or more for pictures decoded row by row",
        help: "Refuse pictures with more pixels."),
      .optional(
        "--decode-memory", "MB", \.picture.decodeMemory, .integer(16...1_000_000, unit: "a number of megabytes"),
        default: "a quarter of the machine's, 128 to 1024",
        help: "Megabytes of memory for all decoding."),
      isolation,
    ])

  private static let isolation = CommandLineOption<Tui>.value(
    "--isolation", "HOW", \.picture.isolation, .choice(),
    help: "Isolate decoders from files, network and processes as far as the kernel can (auto), completely or not start "
      + "(require), or not (off).")

  private static let art = CommandLineOption<Tui>.value(
    "--art", "SETS", \.picture.art, .art,
    help: "Glyphs to draw with, or what the terminal draws correctly (auto). half and block are in every font, legacy "
      + "adds sextants and wedges, best octants and lines. Combine sets with commas: sextant,half.")

  private static let pixels = CommandLineOption<Tui>.value(
    "--pixels", "PROTOCOL", \.picture.pixels, .choice(),
    help: "Show pictures in pixels by what the terminal does well (auto), by kitty's graphics protocol, sixels or "
      + "OSC 1337 (iterm), or draw them in cells (off).")
}
