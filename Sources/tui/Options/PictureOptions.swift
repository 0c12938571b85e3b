import CommandLineOptions
import Imaging
import Pictures
import Rendering
import System
import Terminal

/// Options for how pictures are drawn.
struct PictureOptions {
  var art = ArtArgument.auto
  var glyphs: [UInt8]?
  var pixels = PixelChoice.auto
  var color = DepthArgument.auto
  var dither = DitherArgument.auto
  var noBackground = false
  var invert = false
  var background = Backdrop.terminal(assumed: .black)
  var noUpscale = false
  var video = VideoMode.play
  var maxPixels: Int?
  var decodeMemory: Int?
  var isolation = Isolation.auto

  /// The budget for all decoding.
  var decodeBudget: DecodeBudget { DecodeBudget(limit: decodeMemory.map { $0 << 20 }) }

  /// The picture style for an art mode.
  func style(_ art: ArtMode) -> PictureStyle {
    var style = PictureStyle(art: art)
    style.backdrop = background
    style.dithering = dither.dithering
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
}

extension PictureOptions {
  static let group = CommandLineTable<Tui>.Group(
    "Picture",
    [
      art,
      .optional(
        "--glyphs", "FILE", \.picture.glyphs, .file,
        help: "File of additional glyphs, or of the only ones to use (see the manual).",
        manual: #"""
          Add the glyphs drawn in
          .Ar file
          to those of
          .Fl -art .
          They replace glyphs of the same characters.
          .Pp
          Each glyph consists of a line with its character, one column wide, and sixteen rows of eight characters,
          .Ql X
          for filled and
          .Ql \&.
          for empty.
          A line
          .Ql only Ar characters
          restricts the glyphs of the sets to these characters, the blank and the full block.
          Empty lines and longer ones that begin with
          .Ql #
          are ignored.
          A file may contain at most 1024 glyphs and 256 KiB.
          """#),
      pixels,
      .value(
        "--color", "COLORS", \.picture.color, .depth,
        help: "Number of colors, or what the terminal supports (auto).",
        manual: """
          Number of colors, by default what the terminal supports.
          For 16 and 8 colors the terminal's palette is used, if it reports one, otherwise that of xterm or the Linux console.
          """),
      .value(
        "--dither", "HOW", \.picture.dither, .dither,
        adoption: .atOnce, help: "How to approximate tones with few colors, or what looks best (auto).",
        manual: """
          How to approximate tones with few colors:
          .Cm none
          picks the nearest colors, or the nearest glyph without colors;
          .Cm ordered
          mixes two colors with shade blocks in a fixed pattern;
          .Cm diffusion
          also passes part of each cell's error to its neighbors, which
          .Cm auto
          does with 256 colors or fewer.
          """),
      .flag(
        "--no-background", \.picture.noBackground,
        adoption: .atOnce, help: "Draw each cell in one color on the terminal's background.",
        manual: "Draw each cell in one color on the terminal's own background, as for colored ASCII."),
      .flag(
        "--invert", \.picture.invert,
        adoption: .atOnce, help: "Swap light and dark without colors or with --no-background.",
        manual: """
          Swap light and dark when pictures are drawn on the terminal's background: without colors, and with
          .Fl -no-background .
          If the terminal does not report its background,
          .Ev COLORFGBG
          counts, and without that it is assumed to be dark.
          """),
      .value(
        "--background", "COLOR", \.picture.background, .background,
        adoption: .atOnce,
        help: "Background of transparent pictures: auto, checkerboard, a color name, #rgb or #rrggbb.",
        manual: """
          Background of transparent pictures: a color,
          .Cm checkerboard ,
          or the terminal's own background
          .Pq Cm auto ,
          with a checkerboard behind pictures of which nothing would be visible on it.
          If the terminal does not report it, as where output is not a terminal,
          .Ev COLORFGBG
          decides. Without that, half-transparent pixels are mixed with black.
          """),
      .flag(
        "--no-upscale", \.picture.noUpscale, help: "Do not enlarge small pictures.",
        manual: "Do not enlarge small pictures."),
      .value(
        "--video", "HOW", \.picture.video, .choice(),
        help: "Play videos, muted, or show their first frame (poster).",
        manual: """
          .Cm play
          videos, muted, or show their first frame
          .Pq Cm poster .
          """),
      .optional(
        "--max-pixels", "N", \.picture.maxPixels, .integer(1..., unit: "a number of pixels"),
        default: "200000000, or more for pictures decoded row by row",
        help: "Refuse pictures with more pixels.",
        manual: """
          Refuse pictures with more than
          .Ar n
          pixels.
          Without the option, pictures that are decoded row by row, in little memory, may have as many as fit into their file: baseline
          JPEG, PNG and GIF without interlacing, TIFF, and lossy still WebP.
          """),
      .optional(
        "--decode-memory", "MB", \.picture.decodeMemory, .integer(16...1_000_000, unit: "a number of megabytes"),
        default: "a quarter of the machine's, 128 to 1024",
        help: "Megabytes of memory for all decoding.",
        manual: """
          Megabytes of memory for all decoding together.
          A picture that needs more is not decoded, and its card gives the value that would suffice.
          The machine's memory is that of the container, if it has a limit.
          """),
      isolation,
    ])

  private static let isolation = CommandLineOption<Tui>.value(
    "--isolation", "HOW", \.picture.isolation, .choice(),
    help: "Isolate decoders from files, network and processes as far as the kernel can (auto), completely or not start "
      + "(require), or not (off).",
    manual: """
      Decode pictures in processes that can read only the picture, and reach neither other processes nor the network nor the
      terminal.
      External decoders can also read the system's programs, libraries and fonts, and write in a temporary folder.
      .Xr tui-fetch 1
      can write only its downloads.
      .Cm auto
      isolates them as far as the kernel can, with Landlock and seccomp.
      With
      .Cm require ,
      .Nm
      does not start where the kernel lacks one of these.
      .Cm off
      is for external decoders in unusual places, which need other files.
      """)

  private static let art = CommandLineOption<Tui>.value(
    "--art", "SETS", \.picture.art, .art,
    help: "Glyphs to draw with, or what the terminal draws correctly (auto). half and block are in every font, legacy "
      + "adds sextants and wedges, best octants and lines. Combine sets with commas: sextant,half.",
    manual: """
      Glyphs to draw pictures with.
      Each cell gets the glyph and the two colors that are closest to the picture.
      .Pp
      .Bl -tag -width "legacy" -compact
      .It Cm auto
      the set that the terminal is known to draw correctly;
      .Cm block
      for unknown terminals,
      .Cm ascii
      if the locale is not UTF-8
      .It Cm half
      half blocks
      .It Cm block
      glyphs that every font has: halves, quadrants, eighths
      .It Cm legacy
      .Cm block
      with the sextants and wedges of Unicode 13
      .It Cm best
      .Cm legacy
      with the octants of Unicode 16 and lines
      .It Cm ascii
      printable ASCII characters
      .El
      .Pp
      Smaller sets are
      .Cm quadrant , eighth , sextant , wedge , octant , line
      and
      .Cm braille .
      Combine sets with commas or plus signs, as in
      .Cm sextant,half .
      """)

  private static let pixels = CommandLineOption<Tui>.value(
    "--pixels", "PROTOCOL", \.picture.pixels, .choice(),
    help: "Show pictures in pixels by what the terminal does well (auto), by kitty's graphics protocol, sixels or "
      + "OSC 1337 (iterm), or draw them in cells (off).",
    manual: """
      Show pictures in pixels, if the terminal supports it: by kitty's graphics protocol, by sixels, or by the inline images of
      iTerm2 (OSC 1337).
      .Cm off
      draws pictures in cells.
      .Pp
      .Cm auto
      goes by the terminal's replies, which
      .Fl -terminal-report
      shows: kitty's protocol, as in kitty, Konsole and Ghostty, else OSC 1337, else sixels of at least 64 colors, as in foot and
      .Ql xterm -ti vt340 .
      In
      .Xr tmux 1
      3.3 or later, it shows pictures at rest by kitty's protocol, if tmux's option
      .Ql allow-passthrough
      is on and every terminal that shows the session is kitty 0.28 or later or Ghostty, and by sixels if every such
      terminal shows them.
      .Pp
      With
      .Fl -print ,
      .Cm auto
      prints pixels only on a terminal, which is queried for at most a tenth of a second; an explicit protocol prints them also
      into pipes and files.
      .Pp
      A slide first appears in cells.
      By kitty's protocol it moves in pixels, too; by the others it is in cells while anything moves, and so are the parts of it under
      dots, text and panels, and the window's last row.
      .Pp
      These are always drawn in cells:
      the grid;
      slides that turn or change their size;
      slides that fade or drift, except by kitty's protocol if the terminal runs on the same machine and is not Konsole;
      animations by the other two protocols or over slow lines;
      and all pictures with
      .Fl -no-upscale ,
      .Fl -fit Cm shrink
      or
      .Fl -fit Cm none .
      """)
}
