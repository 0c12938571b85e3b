import CarouselApp
import CarouselValues
import CommandLineOptions
import Decks
import Dispatch
import Downloads
import FarServing
import FarSide
import Glibc
import Rendering
import System

/// The order of a start: arguments, configuration, workers, sources, terminal, event loop. Nothing else knows it.
@main
@MainActor
enum Launch {
  static func main() {
    // Exceeding the file size limit (RLIMIT_FSIZE) then is a failed write, as on a full disk,
    // and does not end the process.
    signal(SIGXFSZ, SIG_IGN)
    SystemLimit.checkStack()
    SystemResources.returnFreedMemory()
    do throws(UsageError) {
      try answer(ProgramArguments.all)
    } catch {
      StandardError.report(error.description)
      Glibc.exit(UsageError.exitStatus)
    }
  }

  /// Does what arguments request.
  private static func answer(_ arguments: [[UInt8]]) throws(UsageError) {
    if let name = NamedOption.first(in: arguments) { throw NamedOption.refusal(name) }
    var layered = LayeredOptions(Tui())
    switch try Tui.commandLine.parse(arguments, over: &layered) {
    case .run(_, let operands):
      layered.options.sources = operands
      let environment = ProcessEnvironment()
      let configured = try Configuration(arguments, parsed: layered, environment: environment.variables)
      do throws(UsageError) { try run(configured, in: environment) } catch {
        throw .rejected(configured.located(error.description))
      }
    case .help: StandardOutput.write(lines: Tui.commandLine.description.help(columns: StandardOutput.columns))
    case .version: StandardOutput.write(lines: VersionText.text)
    case .completionScript(let shell):
      let shell = try CompletionShell(named: shell, userShell: ProcessEnvironment().variables["SHELL"])
      StandardOutput.write(lines: Tui.commandLine.description.completionScript(for: shell))
    }
  }

  /// Shows or prints the slides, or what else the options request.
  private static func run(_ configured: Configuration, in environment: ProcessEnvironment) throws(UsageError) {
    let command = configured.layered.options
    if command.configuration.writeConfig || command.configuration.printConfig {
      return ExitStatus.exitOnError { () throws(ExitStatus) in try configured.answer() }
    }
    for problem in configured.problems { StandardError.report(problem) }
    if command.output.terminalReport {
      return ExitStatus.exitOnError { () throws(ExitStatus) in
        StandardOutput.write(lines: try TerminalReport(command.picture, environment).text)
      }
    }
    // Forks a process, so nothing before this may start a thread.
    let decoding = try DecodingChoice(command.picture)
    let network = try Network(
      command.network, configured.hosts, isolation: command.picture.isolation, environment: environment)
    if command.remote.serve {
      let loader = command.loader(decoding, environment.variables)
      let isValid = FarServer(roots: command.sources.map { Path($0) }, loader: loader).run()
      RunningPrograms.end()
      Glibc.exit(isValid ? 0 : UsageError.exitStatus)
    }
    if command.network.clearCache {
      let freed = "freed \(ByteCount.text(network.clearCache()))"
      guard !command.sources.isEmpty else { return StandardOutput.write(Array("\(freed)\n".utf8)) }
      // Standard output is reserved for pictures or for the picked slide.
      StandardError.report(freed)
    }
    let show = try SlideShow(configured, in: environment, decoding: decoding, network: network)
    // A setting of the configuration is for other runs, too.
    for remark in command.idleOptions(printsOnly: show.printsOnly) where configured.located(remark) == remark {
      StandardError.report(remark)
    }
    show.far.setNote { StandardError.report($0) }
    show.far.beginConnecting(to: command.sources)
    if show.printsOnly { return ExitStatus.exitOnError { () throws(ExitStatus) in try PrintRun(show).run() } }
    guard !command.sources.contains(Array("-".utf8)) || !environment.isInputTerminal else {
      throw .rejected("- reads a list from standard input, which is the terminal; try: find . | tui -")
    }
    ExitStatus.exitOnError { () throws(ExitStatus) in try open(show, configured, decoding) }
  }

  /// How long the terminal is left alone while the sources are read: long enough to report empty sources without
  /// touching the terminal, too short to be noticed.
  private static let refusalTimeout = DispatchTimeInterval.milliseconds(60)
  /// How long the first frame waits for the first picture: a frame without it would only flash.
  private static let pictureTimeout = Duration.milliseconds(12)

  /// Opens the sources, the terminal and the event loop; returns only by throwing.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  private static func open(
    _ show: SlideShow, _ configured: Configuration, _ decoding: DecodingChoice
  ) throws(ExitStatus) {
    try SystemLimit.check()
    let fetcher = Fetcher(show.network.settings) { updates in
      MainQueue.async { for update in updates { RunningLoop.loop?.receive(.download(update)) } }
    }
    let (sources, terminal): (OpenedSources, OpenedTerminal)
    do throws(ExitStatus) {
      sources = try OpenedSources(show, fetcher)
      guard show.far.waitUntilConnected() else { throw ExitStatus(130) }
      if let refusal = sources.mailbox.refusal(within: refusalTimeout) { throw ExitStatus(1, reporting: refusal) }
      terminal = try OpenedTerminal(show, configured)
    } catch {
      show.network.leave(fetcher)
      throw error
    }
    let loop = EventLoop(
      device: terminal.device, signals: terminal.signals, session: terminal.session(show),
      providers: sources.providers(show, configured), tmux: terminal.tmux(show),
      framesPerSecond: show.command.output.fps, clock: { Timestamp(MonotonicClock.now) }
    ) { outcome in
      terminal.close(outcome)
      show.network.leave(fetcher)
      Ending.leave(outcome, show, decoding, RunningLoop.loop?.statistics)
    }
    // The loop lives as long as the process: the event sources hold it weakly.
    RunningLoop.loop = loop
    // Decks read so far are available before the first frame.
    for update in sources.mailbox.deliver(to: { update in
      MainQueue.async { RunningLoop.loop?.receive(.deck(update)) }
    }) {
      loop.receive(.deck(update))
    }
    // Standard error is not visible before the end.
    if let problem = configured.problemSummary {
      loop.receive(.configured(ConfigurationUpdate(options: nil, message: problem)))
    }
    loop.start(asking: terminal.queries(show), waitingForPictures: pictureTimeout)
    terminal.remote?.start(loop)
    sources.watch?.start()
    dispatchMain()
  }
}

/// Keeps the loop alive.
@MainActor
enum RunningLoop {
  static var loop: EventLoop?
}
