import CommandLineOptions

struct ViewerOptions {
  var grid = false
  var columns: Int?
  var keepZoom = false

  static let group = CommandLineTable<Tui>.Group(
    "Viewer",
    [
      .flag(
        "--grid", \.viewer.grid,
        help: "Begin with the grid of thumbnails."),
      .optional(
        "--columns", "N", \.viewer.columns, .integer(1...64), default: "as many as suit the window",
        adoption: .atOnce,
        help: "Thumbnails beside each other in the grid or, with --print, pictures beside each other."),
      .flag(
        "--keep-zoom", \.viewer.keepZoom,
        adoption: .atOnce, help: "Show the next picture in the viewer at the same zoom and position."),
    ])
}
