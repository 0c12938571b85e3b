import CarouselApp
import CommandLineOptions
import Decks
import FarSide
import Glibc
import Imaging
import NcursesScreen
import Pictures
import Rendering
import System
import Terminal

/// What is shown or printed, by the options and the environment, and what loads it. Nothing has been read or started.
struct SlideShow {
  /// The command line and the configuration.
  let command: Tui
  let environment: ProcessEnvironment
  let options: Options
  /// The terminal's properties according to the environment.
  let terminal: TerminalProfile
  let request: DeckRequest
  let loader: PictureLoader
  /// The pictures of the loader. It has the placeholder, which was decoded to check that it can be.
  let store: PictureStore
  let network: Network
  /// The far sides of ssh, to which nothing has been sent.
  let far: FarHosts

  /// The slides of a command.
  ///
  /// - Throws: `UsageError` if a file that an option names cannot be used.
  init(
    _ configured: Configuration, in environment: ProcessEnvironment, decoding: DecodingChoice, network: Network
  ) throws(UsageError) {
    let command = configured.layered.options
    let art = try ArtChoice(command.picture, environment)
    let live = try command.liveOptions(art: art.mode, configured.keys)
    var options = command.options(live, art, environment.variables)
    request = command.request(&options)
    terminal = command.terminal(art.mode, environment)
    far = FarHosts(network.far)
    var loader = command.loader(decoding, environment.variables)
    loader.far = far
    self.loader = loader
    store = PictureStore(memoryLimit: network.memoryLimit, loader: loader)
    let shape = options.shapeOfWindow ?? options.shape(in: Viewport(size: CellSize(columns: 1, rows: 1)))
    try command.overlays.loadPlaceholder(loader, shape: shape, into: store)
    (self.command, self.environment, self.options, self.network) = (command, environment, options, network)
  }

  /// Whether slides are printed to standard output instead of being shown on a screen.
  var printsOnly: Bool {
    command.output.printing != nil
      || (!environment.isOutputTerminal && !command.click.pick && !command.click.printMarked)
  }

  var depth: ColorDepth? { environment.depth(for: command.picture.color) }
}

/// The art mode of the command line and the environment, and how a terminal's version changes it.
private struct ArtChoice {
  let mode: ArtMode
  /// Returns the art mode for the version that a terminal reports; nil if the user chose an art mode.
  let ofTerminal: (@Sendable (_ version: String) -> ArtMode)?

  init(_ picture: PictureOptions, _ environment: ProcessEnvironment) throws(UsageError) {
    let glyphs = try picture.glyphFile()
    let (variables, isUTF8) = (environment.variables, environment.isUTF8)
    let mode = { @Sendable (version: String?) -> ArtMode in
      let sets = picture.art ?? GlyphSupport.sets(environment: variables, version: version, isUTF8: isUTF8)
      return if let glyphs { ArtMode(sets, glyphs) } else { .shared(sets) }
    }
    self.mode = mode(nil)
    ofTerminal = picture.art == nil ? mode : nil
  }
}

extension Tui {
  /// The session's options: those that a running program adopts when its configuration changes, and the others.
  fileprivate func options(_ live: Options, _ art: ArtChoice, _ variables: [String: String]) -> Options {
    var options = live
    options.start = carousel.start
    options.playsVideos = picture.video == .play
    options.watches = slides.watch
    options.follows = slides.follow
    options.sources = DeckRequest.names(of: sources)
    options.upscales = !picture.noUpscale
    options.home = variables["HOME"].map { Path($0) }
    options.keepFolder = click.keepTo.map { .expandingHome($0, home: options.home) }
    options.showsTitle = !output.noTitle
    options.notifies = output.notify
    options.opensGrid = viewer.grid
    options.showsFacts = overlays.facts
    options.placeholder = overlays.placeholder.map { Path($0) }
    options.shadesOfTerminal = { GlyphSupport.shades(environment: variables, version: $0) }
    options.artOfTerminal = art.ofTerminal
    // A line may take seconds for more.
    if TerminalIdentity.isRemote(variables) { options.clipboardBytes = 2 << 20 }
    options.copiesText = TerminalQuery.takesControlStrings(environment: variables)
    return options
  }

  /// The sources. The start slide is that of the options, or one that `--siblings` has named.
  fileprivate func request(_ options: inout Options) -> DeckRequest {
    var request = DeckRequest(
      arguments: sources, recursive: slides.recursive, sort: slides.sort,
      reversed: slides.reverse, shuffleSeed: slides.shuffle ? .random(in: 0...(.max)) : nil,
      fallbackDeck: sources.isEmpty ? ResourceFolder.demoDeck : nil, pages: slides.pages)
    if slides.siblings, let name = request.includeSiblings(), options.start == .number(1) {
      options.start = .name(name)
    }
    if case .name(let name) = options.start { request.startName = name }
    request.startsAtFirst = options.start == .number(1)
    request.vocabulary = .carousel
    request.raw = slides.raw
    return request
  }

  /// The terminal's properties according to the environment.
  fileprivate func terminal(_ art: ArtMode, _ environment: ProcessEnvironment) -> TerminalProfile {
    let variables = environment.variables
    var terminal = TerminalProfile(depth: .truecolor, isUnicode: environment.isUTF8 || art.needsUnicode)
    terminal.hasHighContrast = overlays.highContrast
    terminal.isConsole = variables["TERM"] == "linux"
    if terminal.isConsole {
      terminal.palette = ConsoleColors.palette(ofFirst: [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO])
    }
    terminal.shades = GlyphSupport.shades(environment: variables)
    if let hint = Color.backgroundHint(environment: variables) { terminal.background = LinearColor(hint) }
    return terminal
  }

  func loader(_ decoding: DecodingChoice, _ variables: [String: String]) -> PictureLoader {
    var loader = PictureLoader(
      limits: DecodingLimits(maxPixels: picture.maxPixels), budget: decoding.budget, decoder: decoding.decoder,
      isolation: picture.isolation)
    loader.thumbnails = ThumbnailCache(environment: variables)
    loader.keepsThumbnails = !network.noCache
    return loader
  }
}

extension Options {
  /// The shape of pictures in the window as it appears before the terminal is taken over; nil if its size is unknown.
  var shapeOfWindow: PictureShape? {
    let window = TerminalWindow.ofProgram
    return window?.size.map { size in
      slideShape(in: Viewport(size: size, cellAspect: window?.cellPixels?.aspect ?? CellPixels.defaultAspect))
    }
  }
}
