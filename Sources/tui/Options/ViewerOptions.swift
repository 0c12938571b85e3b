import ArgumentParser

/// How pictures are looked at one by one.
struct ViewerOptions: QuickOptions {
  @Flag(name: .long, help: "Show the next picture in the viewer at the same zoom and place.")
  var keepZoom = false

  static let rows: [OptionRow<ViewerOptions>] = [.flag("--keep-zoom") { $0.keepZoom = $1 }]
}
