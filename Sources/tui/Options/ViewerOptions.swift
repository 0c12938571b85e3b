import ArgumentParser

/// Options for the viewer and the grid.
struct ViewerOptions: QuickOptions {
  @Flag(name: .long, help: "Show the next picture in the viewer at the same zoom and place.")
  var keepZoom = false

  @Flag(name: .long, help: "Begin with the grid of thumbnails.")
  var grid = false

  @Option(
    name: .long,
    help: ArgumentHelp("Thumbnails beside each other in the grid, 1…64. (default: 3)", valueName: "n"))
  var columns: Int?

  func validate() throws {
    if let columns, !(1...64).contains(columns) {
      throw ValidationError("--columns must be from 1 to 64, not \(columns)")
    }
  }

  static let rows: [OptionRow<ViewerOptions>] = [
    .flag("--keep-zoom") { $0.keepZoom = $1 },
    .flag("--grid") { $0.grid = $1 },
    .optional("--columns") { $0.columns = $1 },
  ]
}
