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
  var follow = false

  func validate() throws(UsageError) {
    if follow, !watch { throw .rejected("--follow needs --watch") }
  }

  static let group = CommandLineTable<Tui>.Group(
    "Slides",
    [
      .flag(
        "--recursive", \.slides.recursive, help: "Include subfolders and archives.",
        manual: "Include subfolders, and the pictures in archives."),
      .flag(
        "--siblings", \.slides.siblings,
        help: "Open a single picture among the others of its folder.",
        manual: """
          If the only argument is a picture, open its folder at that picture.
          .Fl -start
          names another slide of the folder to begin with.
          """),
      .optional(
        "--sort", "ORDER", \.slides.sort, .choice(), default: "name", adoption: .atOnce,
        help: "Order of pictures in folders: name (natural), time (newest first), taken (last taken first, by the "
          + "camera's date), size (largest first) or none.",
        manual: """
          Order of the pictures in folders: by
          .Cm name
          in natural order, by
          .Cm time ,
          newest first, by
          .Cm taken ,
          last taken first, by
          .Cm size ,
          largest first, or
          .Cm none :
          as the file system lists them.
          .Cm taken
          goes by the time that the camera recorded or, without one, by the file's or the archive entry's.
          If given, the order also applies to lists, to archives' entries and to files named on the command line.
          """),
      .flag("--reverse", \.slides.reverse, help: "Reverse the order.", manual: "Reverse the order."),
      .flag(
        "--shuffle", \.slides.shuffle,
        help: "Show the slides in random order, each once per round.",
        manual: """
          Show the slides in random order.
          No slide repeats before all others have been shown, and each round has a new order.
          """),
      .flag(
        "--pages", \.slides.pages,
        help: "Show every page of a PDF, not only the first.",
        manual: """
          Show each page of a PDF as a slide, instead of only the first.
          It applies to local files with a PDF's extension.
          .Xr pdfinfo 1
          counts the pages: up to 10,000 per file, for at most 5 seconds per file and 30 seconds in total.
          """),
      .value(
        "--raw", "HOW", \.slides.raw, .choice(),
        help:
          "Show a RAW file and a JPEG or HEIC of one shot as one slide (pair), as two (separate), or the RAW file (only).",
        manual: """
          How folders show a camera's RAW file and the JPEG or HEIC of the same shot, whose names differ only in the extension:
          .Cm pair
          as one slide, which shows the JPEG, and whose files are moved, copied, renamed and deleted together;
          .Cm separate
          as two slides; or
          .Cm only
          as the RAW file alone.
          """),
      .flag(
        "--watch", \.slides.watch,
        help: "Reload folders, lists and decks when they change; wait for the first picture if there is none.",
        manual: """
          Read folders, lists and decks, and the pictures in them, again when they change, and wait for the first picture if there is none.
          The slide on screen stays.
          A file that is being written appears once it is complete, or has not changed for a second.
          """),
      .flag(
        "--follow", \.slides.follow,
        help: "With --watch, go to the newest picture whenever one appears or changes.",
        manual: """
          With
          .Fl -watch ,
          go to the newest picture whenever one appears or changes, as in a folder of plots.
          While the carousel is paused with the space bar, the slide on screen stays.
          """),
    ])
}
