import CommandLineOptions
import System

/// The tui command's options and operands.
struct Tui {
  var carousel = CarouselOptions()
  var layout = LayoutOptions()
  var overlays = OverlayOptions()
  var picture = PictureOptions()
  var slides = SlideOptions()
  var viewer = ViewerOptions()
  var click = ClickOptions()
  var network = NetworkOptions()
  var output = OutputOptions()
  var remote = RemoteOptions()
  var configuration = ConfigurationOptions()
  /// The bytes of the names of pictures, folders, URLs and decks.
  var sources: [[UInt8]] = []

  /// The command line: the table of all options.
  static let commandLine = CommandLineTable(
    program: "tui", abstract: "A picture carousel for the terminal.",
    discussion: """
      Shows pictures as slides that swipe, fade and advance automatically. Each argument is a picture file, a folder, \
      a URL (https, http, ssh, davs, dav or s3), a JSON deck, or - for standard input (a list with one entry per line or \
      NUL-separated, a picture, or a deck). Without arguments, tui shows the pictures in the current folder, or a demo deck. Press ? \
      for the keys.
      """,
    operands: "picture | folder | URL | deck.json | -", initial: { Tui() },
    groups: [
      CarouselOptions.group, LayoutOptions.group, OverlayOptions.group, PictureOptions.group, SlideOptions.group,
      ViewerOptions.group, ClickOptions.group, NetworkOptions.group, OutputOptions.group,
      RemoteOptions.group, ConfigurationOptions.group,
    ])

  /// Checks the options, and that the files that they name can be read.
  func validateWithFiles() throws(UsageError) {
    try validate()
    try overlays.checkPlaceholder()
    _ = try picture.glyphFile()
  }

  func validate() throws(UsageError) {
    try layout.validate(with: carousel.changeMode)
    try click.validate()
    try slides.validate()
    try network.validate()
    if picture.isolation == .require, let missing = Isolation.missing {
      throw .rejected("--isolation require: this kernel has no \(missing)")
    }
    try remote.validate()
    _ = try overlays.captionFormat()
    try output.validate()
    if let form = output.printing, let choice = click.pick ? "--pick" : click.printMarked ? "--print-marked" : nil {
      throw .rejected("\(choice) and \(form) cannot be combined")
    }
  }

  /// Remarks on options that have no effect with this kind of output.
  func idleOptions(printsOnly: Bool) -> [String] {
    let unprinted = [
      ("--stats", output.stats), ("--on-click", click.onClick != nil), ("--action", !click.actions.isEmpty),
      ("--watch", slides.watch), ("--grid", viewer.grid), ("--listen", remote.listen != nil),
    ]
    var remarks = printsOnly ? unprinted.filter(\.1).map { "\($0.0) has no effect when printing" } : []
    if !printsOnly {
      for (name, isGiven) in [("--size", output.size != nil), ("--names", output.names)] where isGiven {
        remarks.append("\(name) has no effect without --print")
      }
    }
    return remarks
  }
}
