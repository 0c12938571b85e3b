import CommandLineOptions
import Decks

/// Options for which slides to show and in what order.
struct SlideOptions {
  var recursive = false
  var siblings = false
  var sort: SlideSort?
  var reverse = false
  var shuffle = false
  var pages = false
  var raw = RAWPairing.pair
  var watch = false
  var watchInterval = 30
  var follow = false

  func validate() throws(UsageError) {
    if follow, !watch { throw .rejected("--follow needs --watch") }
  }

  static let group = CommandLineTable<Tui>.Group(
    "Slides",
    [
      .flag(
        "--recursive", \.slides.recursive, help: "Include subfolders and archives."),
      .flag(
        "--siblings", \.slides.siblings,
        help: "Open a single picture among the others of its folder."),
      .optional(
        "--sort", "ORDER", \.slides.sort, .choice(), default: "name", adoption: .atOnce,
        help: "Order of pictures in folders: name (natural), time (newest first), taken (last taken first, by the "
          + "camera's date), size (largest first) or none."),
      .flag("--reverse", \.slides.reverse, help: "Reverse the order."),
      .flag(
        "--shuffle", \.slides.shuffle,
        help: "Show the slides in random order, each once per round."),
      .flag(
        "--pages", \.slides.pages,
        help: "Show every page of a PDF or TIFF, and every picture of a HEIC or EXR file, not only the first."),
      .value(
        "--raw", "HOW", \.slides.raw, .choice(),
        help:
          "Show a RAW file and a JPEG or HEIC of one shot as one slide (pair), as two (separate), or the RAW file (only)."
      ),
      .flag(
        "--watch", \.slides.watch,
        help: "Reload folders, lists and decks when they change; wait for the first picture if there is none."),
      .value(
        "--watch-interval", "SECONDS", \.slides.watchInterval, .integer(1...86_400, unit: "a number of seconds"),
        help: "Seconds after which --watch lists the folders of web servers, WebDAV and buckets again."),
      .flag(
        "--follow", \.slides.follow,
        help: "With --watch, go to the newest picture whenever one appears or changes."),
    ])
}
