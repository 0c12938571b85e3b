import Carousel
import CarouselApp
import CommandLineOptions
import Decks
import Decoding
import Glibc
import Imaging
import NcursesScreen
import Pictures
import Rendering
import System
import Terminal

/// The tui command: parses its arguments, then shows the slides on a screen or prints them.
@main
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
      an http or https URL, a JSON deck, or - for standard input (a list with one entry per line or NUL-separated, a \
      picture, or a deck). Without arguments, tui shows the pictures in the current folder, or a demo deck. Press ? \
      for the keys.
      """,
    operands: "picture | folder | URL | deck.json | -", initial: { Tui() },
    groups: [
      CarouselOptions.group, LayoutOptions.group, OverlayOptions.group, PictureOptions.group, SlideOptions.group,
      ViewerOptions.group, ClickOptions.group, NetworkOptions.group, OutputOptions.group,
      RemoteOptions.group, ConfigurationOptions.group,
    ])

  static func main() {
    // Exceeding the file size limit (RLIMIT_FSIZE) then is a failed write, as on a full disk,
    // and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    SystemLimit.checkStack()
    PictureMemory.returnWhenFreed()
    let arguments = ProgramArguments.all
    var zygote =
      Tui.needsNoWorkers(arguments)
      ? nil : ForkedZygote(body: DecodingWorker.body, preparation: DecodingWorker.preparation)
    do throws(UsageError) {
      if let name = NamedOption.first(in: arguments) { throw NamedOption.refusal(name) }
      var layered = LayeredOptions(Tui())
      switch try commandLine.parse(arguments, over: &layered) {
      case .run(_, let operands):
        layered.options.sources = operands
        let environment = ProcessEnvironment()
        let configuration = try Configuration(arguments, parsed: layered, environment: environment.variables)
        try configuration.layered.options.run(configuration, in: environment, decodingIn: zygote.take())
      case .help: write(commandLine.description.help(columns: StandardOutput.columns))
      case .version: write(VersionText.text)
      case .completionScript(let shell):
        let shell = try CompletionShell(named: shell, userShell: ProcessEnvironment().variables["SHELL"])
        write(commandLine.description.completionScript(for: shell))
      }
    } catch {
      StandardError.report(error.description)
      Glibc.exit(UsageError.exitStatus)
    }
  }

  /// Whether arguments alone tell that no picture will be decoded in another process. Otherwise one is forked as early as possible, while
  /// this process has one thread, so that it is ready when the options are parsed.
  private static func needsNoWorkers(_ arguments: [[UInt8]]) -> Bool {
    // A loop: the types of iterators would be made at run time, while nothing else can begin.
    var isValue = false
    for argument in arguments {
      if isValue, equals(argument, "off") { return true }
      if equals(argument, "--version") || equals(argument, "--help") { return true }
      if equals(argument, "--isolation=off") { return true }
      isValue = equals(argument, "--isolation")
    }
    return false
  }

  private static func equals(_ argument: [UInt8], _ text: StaticString) -> Bool {
    unsafe argument.count == text.utf8CodeUnitCount && memcmp(argument, text.utf8Start, argument.count) == 0
  }

  /// Parses and checks arguments.
  ///
  /// - Throws: `UsageError` if they are invalid or do not go together.
  static func parse(_ arguments: [[UInt8]]) throws(UsageError) -> CommandLineRequest<Tui> {
    var request = try commandLine.parse(arguments)
    if case .run(var command, let operands) = request {
      command.sources = operands
      try command.validate()
      request = .run(command, operands: operands)
    }
    return request
  }

  /// Writes lines to standard output. Text for a terminal is made safe for it; redirected text stays as it is.
  private static func write(_ lines: String) {
    StandardOutput.write(isatty(STDOUT_FILENO) == 1 ? StandardError.bytes(of: lines) : Array((lines + "\n").utf8))
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
  private func idleOptions(printsOnly: Bool) -> [String] {
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

  /// Shows or prints the slides; returns only after clearing the cache or printing.
  ///
  /// - Throws: `UsageError` if a file or folder that an option names cannot be used.
  func run(
    _ configured: Configuration, in environment: ProcessEnvironment, decodingIn zygote: consuming ForkedZygote?
  ) throws(UsageError) {
    if configuration.writeConfig || configuration.printConfig {
      return ExitStatus.exitOnError { () throws(ExitStatus) in try configured.answer() }
    }
    for problem in configured.problems { StandardError.report(problem) }
    if output.terminalReport {
      return ExitStatus.exitOnError { () throws(ExitStatus) in
        Tui.write(try TerminalReport(picture, environment).text)
      }
    }
    let budget = picture.decodeBudget
    let decoding = try DecodingChoice(picture.isolation, budget: budget, forked: zygote.take())
    let glyphs = try picture.glyphFile()
    let network = try Network(network, isolation: picture.isolation, environment: environment)
    if self.network.clearCache {
      let freed = ByteCount.text(network.clearCache())
      guard !sources.isEmpty else { return StandardOutput.write(Array("freed \(freed)\n".utf8)) }
      // Standard output is reserved for pictures or for the picked slide.
      StandardError.report("freed \(freed)")
    }
    let isUTF8 = environment.isUTF8
    let art = picture.art.mode(environment: environment.variables, isUTF8: isUTF8, glyphs: glyphs)
    var terminal = TerminalProfile(depth: .truecolor, isUnicode: isUTF8 || art.needsUnicode)
    terminal.hasHighContrast = overlays.highContrast
    terminal.isConsole = environment.variables["TERM"] == "linux"
    if terminal.isConsole {
      terminal.palette = ConsoleColors.palette(ofFirst: [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO])
    }
    terminal.shades = GlyphSupport.shades(environment: environment.variables)
    if let hint = Color.backgroundHint(environment: environment.variables) { terminal.background = LinearColor(hint) }
    var (options, remark) = try liveOptions(art: art, configured.keys)
    if let remark { StandardError.report(remark) }
    options.start = carousel.start
    options.playsVideos = picture.video == .play
    options.watches = slides.watch
    options.follows = slides.follow
    options.sort = slides.sort
    options.sources = DeckRequest.names(of: sources)
    options.upscales = !picture.noUpscale
    options.home = environment.variables["HOME"].map { Path($0) }
    options.keepFolder = click.keepTo.map { .expandingHome($0, home: options.home) }
    options.showsTitle = !output.noTitle
    options.notifies = output.notify
    options.opensGrid = viewer.grid
    options.showsFacts = overlays.facts
    let variables = environment.variables
    options.shadesOfTerminal = { GlyphSupport.shades(environment: variables, version: $0) }
    if case .auto = picture.art {
      options.artOfTerminal = {
        ArtArgument.auto.mode(environment: variables, version: $0, isUTF8: isUTF8, glyphs: glyphs)
      }
    }
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
    var loader = PictureLoader(
      limits: DecodingLimits(maxPixels: picture.maxPixels), budget: budget, decoder: decoding.decoder,
      isolation: picture.isolation)
    loader.thumbnails = ThumbnailCache(environment: environment.variables)
    loader.keepsThumbnails = !self.network.noCache
    let printsOnly =
      output.printing != nil || (!environment.isOutputTerminal && !click.pick && !click.printMarked)
    for remark in idleOptions(printsOnly: printsOnly) { StandardError.report(remark) }
    // On a screen, the placeholder will be needed in the window's shape; printing shows none.
    let shape = printsOnly ? nil : options.shapesOfWindow(expectsPixels: false)?.cells
    let placeholder = try overlays.placeholder(
      loader, shape: shape ?? options.shape(in: Viewport(size: CellSize(columns: 1, rows: 1))))
    options.placeholder = placeholder?.path
    if printsOnly {
      let run = PrintRun(
        options: options, terminal: terminal, request: request, loader: loader, network: network, size: output.size,
        depth: environment.depth(for: picture.color), pixels: picture.pixels, form: output.form,
        showsNames: output.names, bidi: output.bidi, environment: environment)
      ExitStatus.exitOnError { () throws(ExitStatus) in try run.run() }
    } else {
      guard !sources.contains(Array("-".utf8)) || !environment.isInputTerminal else {
        throw .rejected("- reads a list from standard input, which is the terminal; try: find . | tui -")
      }
      // Only the menu needs these, and printing has no menu.
      // A line may take seconds for more.
      if TerminalIdentity.isRemote(variables) { options.clipboardBytes = 2 << 20 }
      options.copiesText = TerminalQuery.takesControlStrings(environment: variables)
      options.desktop = DesktopPrograms(environment: variables) { ProgramFinder.standard.path(of: $0) }
      let watches = slides.watch
      let (usesMouse, bidi) = (!output.noMouse, output.bidi)
      let configurationReader = ConfigurationReader(
        configured, arguments: ProgramArguments.all, environment: variables, art: art)
      let naming = SlideNaming(namesMarked: click.printMarked, endsWithNUL: click.endsWithNUL)
      let (depth, pixels) = (environment.depth(for: picture.color), picture.pixels)
      let (listening, problem) = (remote.listen, configured.problemSummary)
      let (screen, framesPerSecond, stats) = (output.screen, output.fps, output.stats)
      // The process has only its main thread so far.
      MainActor.assumeIsolated {
        let run = ScreenRun(
          options: options, terminal: terminal, request: request, loader: loader, placeholder: placeholder,
          network: network, watches: watches, depth: depth, pixels: pixels, screen: screen,
          framesPerSecond: framesPerSecond, showsStatistics: stats, decoding: decoding.summary, usesMouse: usesMouse,
          bidi: bidi,
          naming: naming, listening: listening, configuration: configurationReader, problem: problem,
          environment: environment)
        ExitStatus.exitOnError { () throws(ExitStatus) in try run.run() }
      }
    }
  }
}

/// Detects options that are also names of files in the current folder.
///
/// `tui *` beside a file named `--on-click=…` would run a command chosen by someone else.
enum NamedOption {
  /// The first option among the arguments that is also a file's name, or nil if there is none.
  static func first(in arguments: [[UInt8]]) -> String? {
    let dash = UInt8(ascii: "-")
    for argument in arguments where argument.count > 1 && argument[0] == dash {
      if argument.count == 2, argument[1] == dash { break }
      var status = stat()
      if unsafe Path(argument).withCString({ unsafe lstat($0, &status) }) == 0 {
        return String(decoding: argument, as: UTF8.self)
      }
    }
    return nil
  }

  /// The message that explains the refusal and what to write instead.
  static func refusal(_ name: String) -> UsageError {
    .rejected(
      "\(name) is an option, but also the name of a file in this folder. For the file, write ./\(name), "
        + "for all files ./*, or put -- before their names. For the option, run tui in another folder.")
  }
}
