import CarouselApp
import CommandLineOptions
import Decks
import Pictures
import Rendering
import System
import Terminal

/// Options for overlays on the picture.
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
      throw .rejected("--placeholder \(SafeText.visible(placeholder)): \(error.description)")
    }
  }

  static let group = CommandLineTable<Tui>.Group(
    "Overlays",
    [
      .value(
        "--page-position", "POSITION", \.overlays.pagePosition, .choice(),
        adoption: .atOnce, help: "Position of the page dots.",
        manual: """
          Position of the page dots:
          .Cm top-left , top-center , top-right , bottom-left , bottom-center , bottom-right
          or
          .Cm hidden .
          """),
      .flag(
        "--tabs", \.overlays.tabs,
        adoption: .atOnce, help: "Show a strip of captions at the top, or at the left with vertical slides.",
        manual: """
          Show a strip of the slides' captions, or of their names, at the top, or at the left if slides move vertically.
          A click on a caption goes to its slide.
          """),
      .flag(
        "--index", \.overlays.index,
        adoption: .atOnce, help: "Show the current page's number, as in 3/12, beside the dots.",
        manual: """
          Show the current page's number, as in
          .Ql 3/12 ,
          beside the dots, or alone with
          .Fl -dots Cm none .
          """),
      .optional(
        "--dots", "CHARACTERS", \.overlays.dots, .dots, default: "○●", acceptsDash: true,
        adoption: .atOnce,
        help: "Two characters, each one column wide: the dot of a page and of the current page; or none.",
        manual: """
          Two characters, each one column wide: the dot of a page and the dot of the current page; or
          .Cm none .
          """),
      .optional(
        "--dot-color", "COLOR", \.overlays.dotColor, .color, default: "white, or black on a light terminal",
        adoption: .atOnce, help: "Color of the dots: a name, #rgb or #rrggbb.",
        manual: """
          Color of the dots, see
          .Sx COLORS .
          """),
      .optional(
        "--current-dot-color", "COLOR", \.overlays.currentDotColor, .color,
        default: "white, or black on a light terminal",
        adoption: .atOnce, help: "Color of the current page's dot: a name, #rgb or #rrggbb.",
        manual: "Color of the current page's dot."),
      .optional(
        "--caption", "FORMAT", \.overlays.caption, .text("a format such as '%n/%N %f'"), default: "%c",
        acceptsDash: true,
        adoption: .atOnce,
        help:
          "Text of the description bar: %f file name, %D folder, %p page, %n number, %N count, %w and %h size, %d date, "
          + "%T time of day, %t description in the file, %m camera, %l lens, %e exposure, %F focal length, %i ISO, "
          + "%g place, %c caption from the deck, %%.",
        manual: #"""
          Text of the description bar.
          These sequences are replaced:
          .Bl -tag -width "%w %h" -compact
          .It Cm %f
          file name
          .It Cm \&%D
          folder of the file, or of an archive's entry
          .It Cm \&%p
          page number of a PDF, with
          .Fl -pages
          .It Cm \&%n
          slide number
          .It Cm \&%N
          number of slides
          .It Cm \&%w \&%h
          width and height in pixels
          .It Cm \&%d
          date on which the picture was taken or, if it is not recorded, the file was modified
          .It Cm \&%T
          time of day, hours and minutes, of that date
          .It Cm \&%t
          description stored in the file
          .It Cm \&%m
          camera: maker and model
          .It Cm \&%l
          lens
          .It Cm \&%e
          exposure time and aperture, such as 1/250 s, f/2.8
          .It Cm \&%F
          focal length, such as 35 mm
          .It Cm \&%i
          sensitivity, such as ISO 400
          .It Cm \&%g
          place, in degrees of latitude and longitude
          .It Cm \&%c
          caption from the deck
          .It Cm \&%%
          a per cent sign
          .El
          .Pp
          What is not known is left out.
          Example:
          .Li --caption '%n/%N\ \ %f\ \ %w\[mu]%h'
          """#),
      .flag(
        "--no-captions", \.overlays.noCaptions, adoption: .atOnce, help: "Hide the description bar.",
        manual: "Hide the description bar."),
      .optional(
        "--caption-color", "COLOR", \.overlays.captionColor, .color, default: "white or black, whichever is legible",
        adoption: .atOnce, help: "Color of the description: a name, #rgb or #rrggbb.",
        manual: "Color of the description."),
      .optional(
        "--caption-background", "COLOR/ALPHA", \.overlays.captionBackground, .scrim,
        default: "black/0.5, or white/0.5 on a light terminal",
        adoption: .atOnce, help: "Color of the description bar, a name, #rgb or #rrggbb, and its opacity, 0 to 1.",
        manual: """
          Color and opacity of the description bar, 0 (transparent) to 1 (opaque); without one, 0.5.
          The bar is more opaque where the text would be hard to read.
          """),
      .flag(
        "--countdown", \.overlays.countdown,
        adoption: .atOnce, help: "Show the time until the next slide as a thin line.",
        manual: """
          Show the time until the next slide as a thin line along the top edge, or along the bottom edge if the dots are at the top.
          """),
      .flag(
        "--facts", \.overlays.facts,
        help: "Begin with the facts about the slide, as with key i.",
        manual: """
          Begin with the facts about the slide, as with the key
          .Ic i .
          """),
      .flag(
        "--high-contrast", \.overlays.highContrast,
        help: "Show text and marks on opaque backgrounds, with a contrast of at least 7.",
        manual: """
          Show dots, descriptions, messages and panels on opaque backgrounds with a contrast of at least 7:1 (WCAG 2.2, level AAA),
          instead of 4.5:1 on half-transparent ones.
          Colors that other options set stay.
          """),
      .optional(
        "--placeholder", "FILE", \.overlays.placeholder, .file, default: "a card with the slide's name",
        help: "Picture to show while a slide is loading.", manual: "Picture to show while a slide is loading."),
    ])
}
