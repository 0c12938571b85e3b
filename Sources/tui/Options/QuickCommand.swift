/// Parses plain arguments without `ArgumentParser`.
///
/// `ArgumentParser` takes five of the fifteen milliseconds from exec to a small picture, mostly to determine the types
/// of the options at run time. Therefore plain arguments, that is, options with valid values and names of pictures, are
/// parsed here into the same options by the groups' tables (`OptionRow`). Everything else, including help and errors,
/// is left to the library.
enum QuickCommand {
  /// The parsed command, or nil if the library must parse the arguments.
  static func command(_ arguments: [String]) -> Tui? {
    var command = Tui.plain
    var seen: Set<String> = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-") else {
        command.sources.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let name = parts.first, seen.insert(name).inserted,
        command.read(name, parts.count == 2 ? parts[1] : nil, before: &rest)
      else { return nil }
    }
    return command.isValid ? command : nil
  }
}

extension Tui {
  /// The command without any arguments.
  fileprivate static var plain: Tui {
    var command = Tui()
    command.carousel = .plain
    command.layout = .plain
    command.overlays = .plain
    command.picture = .plain
    command.slides = .plain
    command.viewer = .plain
    command.click = .plain
    command.network = .plain
    command.output = .plain
    command.sources = []
    return command
  }

  /// Reads an option into its group; returns false if there is no such option or its value is invalid.
  fileprivate mutating func read(_ name: String, _ value: String?, before rest: inout ArraySlice<String>) -> Bool {
    if let row = CarouselOptions.row(name) { return carousel.read(row, value, before: &rest) }
    if let row = LayoutOptions.row(name) { return layout.read(row, value, before: &rest) }
    if let row = OverlayOptions.row(name) { return overlays.read(row, value, before: &rest) }
    if let row = PictureOptions.row(name) { return picture.read(row, value, before: &rest) }
    if let row = SlideOptions.row(name) { return slides.read(row, value, before: &rest) }
    if let row = ViewerOptions.row(name) { return viewer.read(row, value, before: &rest) }
    if let row = ClickOptions.row(name) { return click.read(row, value, before: &rest) }
    if let row = NetworkOptions.row(name) { return network.read(row, value, before: &rest) }
    if let row = OutputOptions.row(name) { return output.read(row, value, before: &rest) }
    return false
  }

  /// Whether the options pass the same validation that the library performs.
  fileprivate var isValid: Bool {
    do {
      try carousel.validate()
      try layout.validate()
      try picture.validate()
      try viewer.validate()
      try click.validate()
      try network.validate()
      try output.validate()
      try validate()
      return true
    } catch {
      return false
    }
  }
}
