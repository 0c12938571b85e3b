import CarouselApp
import CommandLineOptions
import Decks
import Pictures
import Rendering
import System
import Terminal

struct OverlayOptions {
  var pagePosition = PagePosition.bottomCenter
  var tabs = false
  var index = false
  var dots: DotsArgument?
  var dotColor: Color?
  var currentDotColor: Color?
  var caption: String?
  var noCaptions = false
  var captionColor: Color?
  var captionBackground: ScrimArgument?
  var countdown = false
  var facts = false
  var highContrast = false
  var placeholder: [UInt8]?

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
    if let dotColor { style.dotColor = dotColor }
    if let currentDotColor { style.currentDotColor = currentDotColor }
    style.showsCaptions = !noCaptions
    if let captionColor { style.captionColor = captionColor }
    if let captionBackground {
      style.captionBackground = captionBackground.color
      style.captionAlpha = captionBackground.alpha
    }
    style.showsCountdown = countdown
    return style
  }

  /// Throws an error if the placeholder cannot be opened.
  func checkPlaceholder() throws(UsageError) {
    guard let placeholder else { return }
    do throws(FileError) { _ = try RegularFile(Path(placeholder), limit: .max) } catch {
      throw rejection(of: placeholder, error.description)
    }
  }

  private func rejection(of placeholder: [UInt8], _ reason: String) -> UsageError {
    .rejected("--placeholder \(SafeText.visible(placeholder)): \(reason)")
  }

  /// The format of captions; nil for the default.
  ///
  /// - Throws: `UsageError` with the reason if the format is invalid.
  func captionFormat() throws(UsageError) -> CaptionFormat? {
    guard let caption else { return nil }
    do {
      return try CaptionFormat(caption)
    } catch {
      throw .rejected("--caption \(SafeText.visible(caption)): \(error.description)")
    }
  }

  /// Decodes the picture to show while a slide is loading, since a later failure would never be reported, and keeps it.
  ///
  /// - Throws: `UsageError` with the file and the reason if it cannot be decoded.
  func loadPlaceholder(_ loader: PictureLoader, shape: PictureShape, into store: PictureStore) throws(UsageError) {
    guard let placeholder else { return }
    let key = PictureKey(location: .file(Path(placeholder)), shape: shape)
    do throws(LoadError) {
      store.insert(try loader.load(key), for: key)
    } catch {
      throw rejection(of: placeholder, error.description)
    }
  }

  static let group = CommandLineTable<Tui>.Group(
    "Overlays",
    [
      .value(
        "--page-position", "POSITION", \.overlays.pagePosition, .choice(),
        adoption: .atOnce, help: "Position of the page dots."),
      .flag(
        "--tabs", \.overlays.tabs,
        adoption: .atOnce, help: "Show a strip of captions at the top, or at the left with vertical slides."),
      .flag(
        "--index", \.overlays.index,
        adoption: .atOnce, help: "Show the current page's number, as in 3/12, beside the dots."),
      .optional(
        "--dots", "CHARACTERS", \.overlays.dots, .dots, default: "○●", acceptsDash: true,
        adoption: .atOnce,
        help: "Two characters, each one column wide: the dot of a page and of the current page; or none."),
      .optional(
        "--dot-color", "COLOR", \.overlays.dotColor, .color, default: "white, or black on a light terminal",
        adoption: .atOnce, help: "Color of the dots: a name, #rgb or #rrggbb."),
      .optional(
        "--current-dot-color", "COLOR", \.overlays.currentDotColor, .color,
        default: "white, or black on a light terminal",
        adoption: .atOnce, help: "Color of the current page's dot: a name, #rgb or #rrggbb."),
      .optional(
        "--caption", "FORMAT", \.overlays.caption, .text("a format such as '%n/%N %f'"), default: "%c",
        acceptsDash: true,
        adoption: .atOnce,
        help:
          "Text of the description bar: %f file name, %D folder, %p page, %n number, %N count, %w and %h size, %d date, "
          + "%T time of day, %t description in the file, %m camera, %l lens, %e exposure, %F focal length, %i ISO, "
          + "%g place, %c caption from the deck, %%."),
      .flag(
        "--no-captions", \.overlays.noCaptions, adoption: .atOnce, help: "Hide the description bar."),
      .optional(
        "--caption-color", "COLOR", \.overlays.captionColor, .color, default: "white or black, whichever is legible",
        adoption: .atOnce, help: "Color of the description: a name, #rgb or #rrggbb."),
      .optional(
        "--caption-background", "COLOR/ALPHA", \.overlays.captionBackground, .scrim,
        default: "black/0.5, or white/0.5 on a light terminal",
        adoption: .atOnce, help: "Color of the description bar, a name, #rgb or #rrggbb, and its opacity, 0 to 1."),
      .flag(
        "--countdown", \.overlays.countdown,
        adoption: .atOnce, help: "Show the time until the next slide as a thin line."),
      .flag(
        "--facts", \.overlays.facts,
        help: "Begin with the facts about the slide, as with key i."),
      .flag(
        "--high-contrast", \.overlays.highContrast,
        help: "Show text and marks on opaque backgrounds, with a contrast of at least 7."),
      .optional(
        "--placeholder", "FILE", \.overlays.placeholder, .file, default: "a card with the slide's name",
        help: "Picture to show while a slide is loading."),
    ])
}
