import CarouselApp
import CarouselValues
import CommandLineOptions
import NcursesScreen
import Rendering
import System
import Terminal

/// The terminal that has been taken over, the signals that are caught meanwhile, and the server that other programs reach.
@MainActor
struct OpenedTerminal {
  let signals: ProcessSignals
  /// Serves clients; nil if they are not served.
  let remote: RemoteServer?
  let device: NcursesDevice

  /// Takes over the terminal.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  init(_ show: SlideShow, _ configured: Configuration) throws(ExitStatus) {
    let (command, variables) = (show.command, show.environment.variables)
    // Before the terminal is taken over: a signal in between would leave it modified.
    guard let signals = ProcessSignals() else { throw SystemLimit.descriptors.refusal }
    self.signals = signals
    do throws(UsageError) {
      remote = try command.remote.listen.map { (socket) throws(UsageError) in
        try RemoteOptions.server(at: socket, environment: variables)
      }
    } catch {
      signals.release()
      throw ExitStatus(1, reporting: configured.located(error.description))
    }
    do throws(TerminalOpenError) {
      device = try NcursesDevice(
        colorDepth: show.depth, choice: command.output.screen, pixels: command.picture.pixels,
        usesMouse: !command.output.noMouse, bidi: command.output.bidi, environment: variables)
    } catch {
      remote?.end(.hangup)
      throw ExitStatus(
        1, reporting: show.options.click == .pick ? error.descriptionForScreen : error.description)
    }
  }

  /// The session in the terminal's window, in its colors.
  func session(_ show: SlideShow) -> Session {
    var (options, terminal) = (show.options, show.terminal)
    options.desktop = DesktopPrograms(environment: show.environment.variables) { ProgramFinder.standard.path(of: $0) }
    terminal.depth = device.screen.colorDepth
    let viewport = Viewport(
      size: device.screen.size, cellAspect: device.screen.cellPixels?.aspect ?? CellPixels.defaultAspect)
    return Session(options: options, viewport: viewport, terminal: terminal, at: Timestamp(MonotonicClock.now))
  }

  /// What tmux is asked about the terminals around it.
  func tmux(_ show: SlideShow) -> TmuxInquiry? {
    TmuxInquiry(environment: show.environment.variables, pixels: show.command.picture.pixels)
  }

  func queries(_ show: SlideShow) -> [TerminalQuery] {
    TerminalQuery.atStart(
      environment: show.environment.variables, pixels: show.command.picture.pixels, notifies: show.options.notifies)
  }

  /// Leaves the terminal as it was.
  func close(_ outcome: Outcome) {
    remote?.end(outcome)
    device.restore()
    signals.release()
    RunningPrograms.end()
  }
}
