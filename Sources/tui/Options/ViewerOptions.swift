import ArgumentParser

/// How pictures are looked at one by one.
struct ViewerOptions: ParsableArguments {
  @Flag(name: .long, help: "Show the next picture in the viewer at the same zoom and place.")
  var keepZoom = false

  /// What is so unless it is said otherwise, for `QuickCommand`.
  static var plain: ViewerOptions {
    var options = ViewerOptions()
    options.keepZoom = false
    return options
  }
}
