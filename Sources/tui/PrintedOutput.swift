import CarouselApp
import Glibc
import NcursesScreen
import Rendering
import Terminal

/// How pictures are printed to standard output, by what is known of the terminal if it is one.
struct PrintedOutput {
  private(set) var terminal: TerminalProfile
  private(set) var options: Options
  let viewport: Viewport
  /// How pictures are printed in pixels, or nil to print cells.
  let pixels: PrintedPixels?

  /// Decides how pictures are printed.
  ///
  /// - Parameters:
  ///   - terminal: The terminal's properties according to the environment.
  ///   - window: The terminal's window; nil if there is none.
  ///   - size: The requested size; nil for the window's.
  ///   - facts: What the terminal has replied; nil if it was not queried.
  init(
    _ terminal: TerminalProfile, _ options: Options, _ depth: ColorDepth?, in window: TerminalWindow?,
    size: CellSize?, by choice: PixelChoice, facts: TerminalFacts?, _ environment: ProcessEnvironment
  ) {
    (self.terminal, self.options) = (terminal, options)
    var facts = facts ?? TerminalFacts()
    let isInTmux = environment.isOutputTerminal && environment.variables["STY"] == nil
    let question = isInTmux ? TmuxQuestion(environment: environment.variables, pixels: choice) : nil
    let tmux = question?.report()
    if let tmux, let question {
      _ = facts.apply(.tmux(takesPlaceholders: question.takesPlaceholders(tmux), tmux))
    }
    let size = size ?? window?.size ?? CellSize(columns: 80, rows: 24)
    let pixelProtocol = choice.protocolForPrinting(
      facts: environment.isOutputTerminal ? facts : nil, environment: environment.variables)
    let cell = facts.cellPixels(window?.cellPixels, in: window?.size ?? size, isExact: pixelProtocol != nil)
    viewport = Viewport(size: size, cellAspect: cell?.aspect ?? CellPixels.defaultAspect)
    // Other terminals show the first frame only.
    let plays =
      facts.attributes == nil
      ? TerminalIdentity(environment: environment.variables)?.name == "kitty"
      : facts.kittyProbe.abilities.contains(.animations)
    pixels = pixelProtocol.map { pixelProtocol in
      let isRemote = TerminalIdentity.isRemote(environment.variables)
      return PrintedPixels(cell: cell, in: size, by: pixelProtocol, isRemote: isRemote, plays: plays) { upload in
        guard let tmux, let question else { return false }
        StandardOutput.write(upload)
        // tmux drops what the terminal does not read in time.
        tcdrain(STDOUT_FILENO)
        usleep(UInt32(TmuxReport.settlingTime / .microseconds(1)))
        return question.report()?.hasLostNothing(since: tmux) ?? false
      }
    }
    adopt(facts, depth: environment.depthForPrinting(depth, reported: facts.colorDepth))
  }

  /// Adopts what the terminal has reported, as the carousel does.
  private mutating func adopt(_ facts: TerminalFacts, depth: ColorDepth) {
    terminal.depth = depth
    if let background = facts.background { terminal.background = LinearColor(background) }
    if [.palette16, .palette8].contains(depth), let palette = facts.knownPalette { terminal.palette = palette }
    guard let version = facts.version else { return }
    if let shades = options.shadesOfTerminal?(version) { terminal.shades = shades }
    if let art = options.artOfTerminal?(version) { options.preferences.picture.art = art }
  }

}

extension TerminalInquiry {
  /// Milliseconds that printing waits for the terminal's replies.
  private static let timeout: Int64 = 100

  /// Queries the terminal that is standard output, as the carousel does; nil if it cannot be queried.
  static func ofPrinting(_ pixels: PixelChoice, _ environment: ProcessEnvironment) -> TerminalInquiry? {
    guard environment.isOutputTerminal, let inquiry = TerminalInquiry(on: STDOUT_FILENO, within: timeout) else {
      return nil
    }
    if inquiry.ask(pixels, environment: environment.variables) { inquiry.end() }
    return inquiry
  }
}
