import ArgumentParser
import CarouselApp
import Pictures
import Rendering
import System
import Terminal

/// Options for overlays on the picture.
struct OverlayOptions: QuickOptions {
  /// The defaults.
  private enum Default {
    static let pagePosition = PagePosition.bottomCenter
  }

  @Option(name: .long, help: ArgumentHelp("Position of the page dots.", valueName: "pos"))
  var pagePosition = Default.pagePosition

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Two characters, each one column wide: the dot of a page and of the current page; or none. (default: ○●)",
      valueName: "○●"))
  var dots: DotsArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Colour of the dots: a name, #rgb or #rrggbb. (default: white, or black on a light terminal)", valueName: "c"))
  var dotColor: ColorArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Colour of the current page's dot: a name, #rgb or #rrggbb. (default: white, or black on a light terminal)",
      valueName: "c"))
  var currentDotColor: ColorArgument?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Text of the description bar: %f file name, %p page, %n number, %N count, %w×%h size, %d date, %t description in the file, %c caption from the deck, %%. (default: %c)",
      valueName: "format"))
  var caption: CaptionArgument?

  @Flag(name: .long, help: "Show the current page's number, as in 3/12, beside the dots.")
  var index = false

  @Flag(name: .long, help: "Show a strip of captions at the top, or at the left with vertical slides.")
  var tabs = false

  @Flag(name: .long, help: "Hide the description bar.")
  var noCaptions = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Colour of the description: a name, #rgb or #rrggbb. (default: white or black, whichever is legible)",
      valueName: "c"))
  var captionColor: ColorArgument?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Colour of the description bar, a name, #rgb or #rrggbb, and its opacity, 0…1. (default: black/0.5, or white/0.5 on a light terminal)",
      valueName: "c/alpha"))
  var captionBackground: ScrimArgument?

  @Flag(name: .long, help: "Show the time until the next slide as a thin line.")
  var countdown = false

  @Option(
    name: .long,
    help: ArgumentHelp("Picture to show while a slide is loading. (default: a card)", valueName: "file"),
    completion: .file())
  var placeholder: String?

  /// The appearance of the overlays.
  var style: OverlayStyle {
    var style = OverlayStyle()
    style.pagePosition = pagePosition
    switch dots {
    case .glyphs(let dot, let currentDot): (style.dot, style.currentDot) = (dot, currentDot)
    case .hidden: style.showsDots = false
    case nil: break
    }
    style.showsIndex = index
    style.showsTabs = tabs
    if let dotColor { style.dotColor = dotColor.color }
    if let currentDotColor { style.currentDotColor = currentDotColor.color }
    style.showsCaptions = !noCaptions
    if let captionColor { style.captionColor = captionColor.color }
    if let captionBackground {
      style.captionBackground = captionBackground.color
      style.captionAlpha = captionBackground.alpha
    }
    style.showsCountdown = countdown
    return style
  }

  /// The picture to show while a slide is loading. It is decoded now, since a later failure would never be reported.
  ///
  /// - Parameter bytes: Returns the raw bytes of an option's value, for names that are not UTF-8.
  /// - Throws: `ValidationError` with the file and the reason if it cannot be decoded.
  func placeholder(
    _ loader: PictureLoader, shape: PictureShape, bytes: (_ flag: String, _ value: String) -> [UInt8]
  ) throws -> PreloadedPicture? {
    guard let placeholder else { return nil }
    let path = Path(bytes("--placeholder", placeholder))
    do throws(LoadError) {
      return try PreloadedPicture(path, shape: shape, loader: loader)
    } catch {
      throw ValidationError("--placeholder \(SafeText.visible(placeholder)): \(error.description)")
    }
  }

  static let rows: [OptionRow<OverlayOptions>] = [
    .option("--page-position", Default.pagePosition) { $0.pagePosition = $1 },
    .optional("--dots") { $0.dots = $1 },
    .optional("--dot-color") { $0.dotColor = $1 },
    .optional("--current-dot-color") { $0.currentDotColor = $1 },
    .optional("--caption") { $0.caption = $1 },
    .flag("--index") { $0.index = $1 },
    .flag("--tabs") { $0.tabs = $1 },
    .flag("--no-captions") { $0.noCaptions = $1 },
    .optional("--caption-color") { $0.captionColor = $1 },
    .optional("--caption-background") { $0.captionBackground = $1 },
    .flag("--countdown") { $0.countdown = $1 },
    .optional("--placeholder") { $0.placeholder = $1 },
  ]
}

extension PagePosition: ExpressibleByArgument {}

/// A colour by name or in hexadecimal.
struct ColorArgument: ExpressibleByArgument {
  let color: Color

  static var defaultCompletionKind: CompletionKind { .list(ColorName.names) }

  init?(argument: String) {
    guard let color = ColorName.color(from: argument) else { return nil }
    self.color = color
  }
}

/// A colour and its opacity.
struct ScrimArgument: ExpressibleByArgument {
  let color: Color
  let alpha: Double

  static var defaultCompletionKind: CompletionKind { .list(ColorName.names) }

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

/// Two characters, each one column wide, or `none`.
enum DotsArgument: ExpressibleByArgument {
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

/// A caption format, checked by `format()`.
struct CaptionArgument: ExpressibleByArgument {
  let text: String

  init?(argument: String) { text = argument }

  /// Parses the format.
  ///
  /// - Throws: `ValidationError` with the reason if the format is invalid.
  func format() throws -> CaptionFormat {
    do {
      return try CaptionFormat(text)
    } catch {
      throw ValidationError("--caption \(SafeText.visible(text)): \(error.description)")
    }
  }
}
