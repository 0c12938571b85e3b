import CommandLineOptions

/// Options for the viewer and the grid.
struct ViewerOptions {
  var grid = false
  var columns: Int?
  var keepZoom = false

  static let group = CommandLineTable<Tui>.Group(
    "Viewer",
    [
      .flag(
        "--grid", \.viewer.grid,
        help: "Begin with the grid of thumbnails.",
        manual: """
          Begin with the grid of thumbnails.
          Thumbnails are shared with other programs through
          .Pa ~/.cache/thumbnails ;
          with
          .Fl -no-cache
          none are written there.
          """),
      .optional(
        "--columns", "N", \.viewer.columns, .integer(1...64), default: "as many as suit the window",
        adoption: .atOnce,
        help: "Thumbnails beside each other in the grid or, with --print, pictures beside each other.",
        manual: """
          Number of thumbnails in each row of the grid.
          With
          .Fl -print ,
          the number of pictures beside each other, as in a contact sheet; without this option, each picture has the whole width.
          """),
      .flag(
        "--keep-zoom", \.viewer.keepZoom,
        adoption: .atOnce, help: "Show the next picture in the viewer at the same zoom and position.",
        manual: "Show the next picture in the viewer at the same zoom and position, to compare pictures."),
    ])
}
