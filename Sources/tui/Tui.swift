import ArgumentParser
import Carousel
import CarouselApp
import Decks
import Glibc
import Imaging
import Pictures
import Rendering
import System
import Terminal

/// The tui command: parses its arguments, then shows the slides on a screen or prints them.
@main
struct Tui: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tui",
    abstract: "A picture carousel for the terminal.",
    discussion: """
      Shows pictures as slides that swipe, fade and advance automatically. Each argument is a picture file, a folder, \
      an http or https URL, a JSON deck, or - for standard input (a list with one entry per line or NUL-separated, a \
      picture, or a deck). Without arguments, tui shows the pictures in the current folder, or a demo deck. Press ? \
      for the keys.
      """,
    version: "tui \(Version.number)")

  @OptionGroup(title: "Carousel") var carousel: CarouselOptions
  @OptionGroup(title: "Layout") var layout: LayoutOptions
  @OptionGroup(title: "Overlays") var overlays: OverlayOptions
  @OptionGroup(title: "Picture") var picture: PictureOptions
  @OptionGroup(title: "Slides") var slides: SlideOptions
  @OptionGroup(title: "Viewer") var viewer: ViewerOptions
  @OptionGroup(title: "Click") var click: ClickOptions
  @OptionGroup(title: "Network") var network: NetworkOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Argument(
    help: ArgumentHelp(
      "Pictures, folders, URLs, decks, or - for standard input.", valueName: "picture|folder|url|deck.json|-"),
    completion: .file())
  var sources: [String] = []

  static func main() {
    // Exceeding the file size limit (RLIMIT_FSIZE) then is a failed write, as on a full disk,
    // and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    SystemLimit.checkStack()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let name = NamedOption.first(in: arguments) {
      StandardError.say(NamedOption.refusal(name))
      Glibc.exit(ExitCode.validationFailure.rawValue)
    }
    if let command = QuickCommand.command(arguments) { return run(command) }
    do {
      run(try parseAsRoot(arguments))
    } catch {
      // The message quotes the arguments, so it is made from displayable ones.
      leave(with: failure(of: arguments.map { SafeText.visible($0) }) ?? error)
    }
  }

  private static func run(_ command: any ParsableCommand) {
    var command = command
    do { try command.run() } catch { leave(with: error) }
  }

  /// The error in parsing arguments, or nil if they are valid.
  private static func failure(of arguments: [String]) -> (any Error)? {
    do {
      _ = try parseAsRoot(arguments)
      return nil
    } catch {
      return error
    }
  }

  /// Exits with an error's message and status, or with the requested help.
  private static func leave(with error: any Error) -> Never {
    let (words, code) = (fullMessage(for: error), exitCode(for: error))
    if !words.isEmpty {
      if code == .success {
        // Text for a terminal is made safe for it; redirected text, such as completion
        // scripts with tabs, stays as it is.
        StandardOutput.write(isatty(STDOUT_FILENO) == 1 ? StandardError.bytes(of: words) : Array((words + "\n").utf8))
      } else {
        StandardError.tell(words)
      }
    }
    Glibc.exit(code.rawValue)
  }

  func validate() throws {
    _ = try overlays.caption?.format()
    try layout.validate(with: carousel.changeMode)
    if output.print || output.scene, let choice = click.pick ? "--pick" : click.printMarked ? "--print-marked" : nil {
      throw ValidationError("\(choice) and \(output.print ? "--print" : "--scene") cannot be combined")
    }
  }

  /// Remarks on options that have no effect with this kind of output.
  private func idleOptions(printsOnly: Bool) -> [String] {
    let unprinted = [
      ("--stats", output.stats), ("--on-click", click.onClick != nil), ("--action", !click.actions.isEmpty),
      ("--watch", slides.watch), ("--grid", viewer.grid),
    ]
    var remarks = printsOnly ? unprinted.filter(\.1).map { "\($0.0) has no effect when printing" } : []
    if !printsOnly, output.size != nil { remarks.append("--size has no effect without --print") }
    return remarks
  }

  func run() throws {
    let glyphs = try picture.glyphFile()
    let environment = ProcessEnvironment()
    let network = try Network(network, environment: environment)
    if self.network.clearCache {
      let freed = ByteCount.words(network.clearCache())
      guard !sources.isEmpty else { return StandardOutput.write(Array("freed \(freed)\n".utf8)) }
      // Standard output is reserved for pictures or for the picked slide.
      StandardError.say("freed \(freed)")
    }
    var (settings, remark) = carousel.settings
    settings.heading = layout.heading.direction
    if let remark { StandardError.say(remark) }
    let isUTF8 = environment.isUTF8
    let art = picture.art.mode(environment: environment.variables, isUTF8: isUTF8, glyphs: glyphs)
    var terminal = TerminalProfile(depth: .truecolor, isUnicode: isUTF8 || art.needsUnicode)
    terminal.isConsole = environment.variables["TERM"] == "linux"
    terminal.shades = GlyphSupport.shades(environment: environment.variables)
    if let hint = Color.backgroundHint(environment: environment.variables) { terminal.background = LinearColor(hint) }
    var preferences = Preferences(art: art)
    preferences.picture = picture.style(art)
    preferences.overlays = overlays.style
    preferences.animate = carousel.animate
    preferences.layout = layout.layout
    preferences.gridColumns = viewer.columns
    preferences.picture.content = SlideContentMode(layout.fit.fit, layout.align.alignment)
    var options = Options(settings: settings, preferences: preferences)
    if let caption = overlays.caption { options.captions = try caption.format() }
    options.keys = .directed(layout.direction)
    options.start = carousel.startSlide(environment.bytes(of:value:))
    options.waitsForPlayback = carousel.interval == .auto
    options.playsVideos = picture.video == .play
    options.watches = slides.watch
    options.sources = DeckRequest.names(of: environment.arguments(named: sources))
    options.upscales = !picture.noUpscale
    options.keepsZoom = viewer.keepZoom
    options.opensGrid = viewer.grid
    let variables = environment.variables
    options.shadesOfTerminal = { GlyphSupport.shades(environment: variables, version: $0) }
    if case .auto = picture.art {
      options.artOfTerminal = {
        ArtArgument.auto.mode(environment: variables, version: $0, isUTF8: isUTF8, glyphs: glyphs)
      }
    }
    options.click = click.action
    options.actions = try click.userActions()
    var request = DeckRequest(
      arguments: environment.arguments(named: sources), recursive: slides.recursive, sort: slides.sort,
      reversed: slides.reverse, shuffleSeed: slides.shuffle ? .random(in: 0...(.max)) : nil,
      fallbackDeck: sources.isEmpty ? ResourceFolder.demoDeck : nil, pages: slides.pages)
    if case .name(let name) = options.start { request.startName = name }
    request.startsAtFirst = options.start == .number(1)
    var loader = PictureLoader(
      limits: DecodingLimits(maxPixels: picture.maxPixels), budget: picture.decodeBudget)
    loader.thumbnails = ThumbnailCache(environment: environment.variables)
    loader.keepsThumbnails = !self.network.noCache
    let printsOnly =
      output.print || output.scene || (!environment.isOutputTerminal && !click.pick && !click.printMarked)
    for remark in idleOptions(printsOnly: printsOnly) { StandardError.say(remark) }
    // On a screen, the placeholder will be needed in the window's shape; printing shows none.
    let shape = printsOnly ? nil : options.shapesOfWindow(expectsPixels: false)?.cells
    let placeholder = try overlays.placeholder(
      loader, shape: shape ?? options.shape(in: Viewport(size: CellSize(columns: 1, rows: 1))),
      bytes: environment.bytes(of:value:))
    options.placeholder = placeholder?.path
    if printsOnly {
      try PrintRun(
        options: options, terminal: terminal, request: request, loader: loader, network: network,
        size: output.size?.size,
        depth: picture.color, pixels: picture.pixels,
        drawsScene: output.scene, environment: environment
      ).run()
    } else {
      guard !sources.contains("-") || !environment.isInputTerminal else {
        throw ValidationError("- reads a list from standard input, which is the terminal; try: find . | tui -")
      }
      // Only the menu needs these, and printing has no menu.
      options.copiesText = TerminalQuery.takesControlStrings(environment: variables)
      options.desktop = DesktopPrograms(environment: variables) { ProgramFinder.standard.path(of: $0) }
      let watches = slides.watch
      let naming = SlideNaming(namesMarked: click.printMarked, endsWithNUL: click.endsWithNUL)
      let (depth, pixels) = (picture.color, picture.pixels)
      let (screen, framesPerSecond, stats) = (output.screen, output.fps, output.stats)
      // The process has only its main thread so far.
      try MainActor.assumeIsolated {
        try ScreenRun(
          options: options, terminal: terminal, request: request, loader: loader, placeholder: placeholder,
          network: network,
          watches: watches, depth: depth, pixels: pixels, screen: screen, framesPerSecond: framesPerSecond,
          showsStatistics: stats,
          naming: naming,
          environment: environment
        ).run()
      }
    }
  }
}

/// The version that `--version` prints.
enum Version {
  static let number = "0.1.0"
}

/// Detects options that are also names of files in the current folder.
///
/// `tui *` beside a file named `--on-click=…` would run a command chosen by someone else.
enum NamedOption {
  /// The first option among the arguments that is also a file's name, or nil if there is none.
  static func first(in arguments: [String]) -> String? {
    arguments.prefix { $0 != "--" }.first { argument in
      guard argument.hasPrefix("-"), argument != "-" else { return false }
      var status = stat()
      // The system copies the name.
      return unsafe lstat(argument, &status) == 0
    }
  }

  /// The message that explains the refusal and what to write instead.
  static func refusal(_ name: String) -> String {
    "\(name) is an option, but also the name of a file in this folder. For the file, write ./\(name), "
      + "for all files ./*, or put -- before their names. For the option, run tui in another folder."
  }
}
