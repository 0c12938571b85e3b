import CNcurses
import CTerminalRestore
import Glibc
package import Terminal

/// The terminal as ncurses sets it up: its modes, its input and its screen.
///
/// Only one may exist at a time, since ncurses has one screen, and it is used from one thread. `restore`, `exit` and a
/// crash restore the terminal. Signals are not handled here: the program calls `restore` before it ends or stops,
/// `resume` when it continues, and `sizeChanged` on SIGWINCH.
package final class NcursesDevice: TerminalDevice {
  package var screen: any Screen { resizable }
  /// Whether text may contain more than ASCII.
  package let isUTF8: Bool
  let line: TTY
  let frames: FrameLine
  private let capture: OutputCapture
  var resizable: any ResizableScreen
  let shared = SharedImages()
  var modes: TerminalModes
  /// Whether the screen may be replaced if the terminal reports more colors.
  let mayUpgrade: Bool
  /// Whether and how pictures are shown in pixels, and the environment's hints about the terminal.
  let pixels: PixelChoice
  /// Who puts right-to-left text in order.
  let bidi: BidiChoice
  let environment: [String: String]
  var isRestored = false
  var outside = OutsideState()
  /// The terminal's last report of the window's size, and what the kernel's size was then; nil: there was none.
  var sizeReport: (size: CellSize, kernel: CellSize)?
  /// Whether queries are still unanswered.
  private var hasOpenQuestions = false
  /// When to query tmux about the terminals around it, which may change with the size.
  var tmuxReports = TmuxReportSchedule()
  /// The terminal's replies about itself; its cell size may be more accurate than the kernel's.
  package internal(set) var facts = TerminalFacts()

  /// Milliseconds, at most twice, that `restore` waits for a line that accepts nothing before it discards the output.
  private static let lineDelay: Int32 = 200
  /// Milliseconds, at most five times, that `restore` waits for outstanding replies, which
  /// the shell would read as keys.
  private static let replyDelay: Int32 = 50

  /// Takes over the controlling terminal: alternate screen, no echo, keys at once. Ctrl-C and Ctrl-Z arrive as signals.
  ///
  /// - Parameters:
  ///   - colorDepth: The color depth, or nil to detect it.
  ///   - choice: Which screen draws. `auto` chooses the direct screen if terminfo has the sequences that it writes, if
  ///     there are 24-bit colors, or if more colors are requested than terminfo knows.
  ///   - pixels: How pictures are shown in pixels, where the terminal can.
  ///   - usesMouse: Whether the terminal reports the mouse instead of selecting text with it.
  ///   - bidi: Who puts right-to-left text in order.
  ///   - environment: TERM, and other hints about the terminal and its encoding.
  /// - Throws: Why the terminal cannot be used.
  package init(
    colorDepth: ColorDepth? = nil, choice: ScreenChoice = .auto, pixels: PixelChoice = .off,
    usesMouse: Bool = true, bidi: BidiChoice = .auto, environment: [String: String]
  ) throws(TerminalOpenError) {
    (self.pixels, self.bidi, self.environment) = (pixels, bidi, environment)
    line = try TTY()
    isUTF8 = TerminalEncoding.apply(environment: environment)
    if tui_restore_remember(line.descriptor, line.blockingDescriptor) != 0 { throw .failed("its modes cannot be read") }
    let (type, restoreBytes) = try CursesSetup.checkedType(
      environment: environment, descriptor: line.blockingDescriptor, rows: line.window.rows ?? 24)
    // From ncurses' first change on, every exit restores the terminal. The bytes are copied.
    unsafe tui_restore_prepare(line.descriptor, restoreBytes, restoreBytes.count)
    tui_restore_on_crash()
    // Set up before ncurses takes over the descriptor.
    let capture = OutputCapture(of: line.blockingDescriptor)
    let isPlausible = line.window.isPlausible
    guard let capture,
      CursesSetup.begin(type: type, descriptor: line.blockingDescriptor, isSizePlausible: isPlausible)
    else {
      tui_restore_now()
      throw .failed("ncurses cannot begin on it")
    }
    self.capture = capture
    line.saveModes()
    // The watch ends with the first turn of the main loop.
    tui_watch_begin()
    frames = FrameLine(descriptor: line.descriptor)
    let terminfoColors = Capabilities.number("colors")
    let depth = colorDepth ?? .detected(environment: environment, terminfoColors: terminfoColors)
    let usableDepth = CursesSetup.usableDepth(depth, terminfoColors: terminfoColors)
    // Users who ask for 256 colors where terminfo lists eight, as for plain "xterm", know better than terminfo.
    let isBeyondCurses = depth == .truecolor || usableDepth != depth && Capabilities.isECMA48
    let window = line.likelyWindow
    let isDirect = isBeyondCurses || Capabilities.allowDirectFrames(at: depth)
    if choice == .truecolor || choice == .auto && isDirect {
      resizable = DirectScreen(
        line: frames, size: window.size, colorDepth: depth, isUTF8: isUTF8, environment: environment)
    } else {
      resizable = CursesScreen(
        line: frames, capture: capture, size: window.size, colorDepth: usableDepth, isUTF8: isUTF8,
        canReverse: CursesSetup.canReverseColors)
    }
    mayUpgrade = colorDepth == nil && choice == .auto && depth != .truecolor && Capabilities.isECMA48
    modes = TerminalModes(isECMA48: Capabilities.isECMA48, isAutowrapOff: resizable is DirectScreen, mouse: usesMouse)
    // mlterm, which reports neither its order nor, before 3.9.4, its name, otherwise moves whole rows.
    let isMlterm = TerminalIdentity(environment: environment)?.name == "mlterm"
    if bidi != .terminal, isMlterm, !TerminalIdentity.isMultiplexed(environment) { _ = modes.add(.textOrder) }
    adoptTextOrder()
    sizeChanged()
    enter()
  }

  deinit {
    // The crash handler must not outlive the descriptor.
    restore()
  }

  package var inputDescriptor: Int32 { line.descriptor }

  package var outputDescriptor: Int32 { line.descriptor }

  package func readInput() -> [UInt8]? { frames.isGone ? nil : line.read() }

  package func makeInputDecoder() -> InputDecoder {
    InputDecoder(keySequences: Capabilities.keySequences(), signalKeys: line.signalKeys)
  }

  package func workBegins() { tui_watch_begin() }

  package func workEnds() { tui_watch_end() }

  package func restartOutput() { tui_restart_output(line.descriptor) }

  package var isResized: Bool { window.size != screen.size }

  package func sizeChanged() {
    let window = window
    resizeterm(Int32(window.size.rows), Int32(window.size.columns))
    tmuxReports = TmuxReportSchedule()
    updateCellPixels(in: window.size)
    resizable.resize(to: window.size, cellPixels: cellPixels(window.cellPixels, in: window.size))
  }

  package func restore() {
    if isRestored { return }
    isRestored = true
    tui_watch_end()
    // Output of an outdated frame may still wait in a slow line.
    if frames.isDraining { tui_discard_output(line.descriptor) }
    frames.discard()
    if !frames.isGone {
      if !line.wait(for: Int32(POLLOUT), milliseconds: Self.lineDelay) { tui_discard_output(line.descriptor) }
      // The title comes before ncurses' end, which takes what it has saved from the same stack.
      frames.write(modes.off(images: (resizable.pixels?.removal ?? []) + outside.restoration))
      outside = OutsideState()
      if !frames.isDraining { prepareRestore(poppingStacks: false) }
      if modes.isReporting {
        // Until the terminal has executed that, it may report the release of the key that has quit.
        frames.write(TerminalQuery.primaryAttributes.bytes)
        hasOpenQuestions = true
      }
      awaitReplies()
      shared.removeAll()
      var bytes: [UInt8] = []
      // ncurses itself could block forever on a line stopped by Ctrl-S.
      capture.run(into: &bytes) { _ = tui_endwin() }
      frames.write(bytes)
      if frames.isDraining {
        _ = line.wait(for: Int32(POLLOUT), milliseconds: Self.lineDelay)
        frames.drain()
      }
      if frames.isDraining { tui_discard_output(line.descriptor) }
    }
    frames.discard()
    frames.forgetReceipts()
    // Restores the original modes exactly, even if ncurses could not write.
    tui_restore_now()
  }

  package func resume() {
    guard isRestored else { return }
    isRestored = false
    line.applyModes()
    sizeChanged()
    enter()
  }

  package func ask(_ queries: [TerminalQuery]) {
    guard !isRestored, !queries.isEmpty else { return }
    hasOpenQuestions = true
    facts.expect(queries)
    // The query for shared memory comes before the one for images, so that the first image can use it. It needs a file,
    // and so a process that deletes that after SIGKILL: terminals not known for images get it after that reply.
    let expectsImages = pixels.expectsKittyGraphics(environment: environment)
    frames.write(
      queries.flatMap {
        ($0 == .kittyGraphics && expectsImages ? shared.query(in: environment) : []) + $0.bytes
      })
  }

  package func show(_ effect: OutsideEffect) {
    if isRestored { return }
    let before = outside.restoration
    let bytes = outside.show(effect, by: facts, in: environment, isUTF8: isUTF8)
    // Every end takes back what stays.
    if outside.restoration != before { prepareRestore() }
    frames.write(bytes)
  }

  package func forgetReceipts() { frames.forgetReceipts() }

  package func apply(_ reply: TerminalReply) -> Bool {
    if reply == .ready {
      // The terminal answers status queries: from now on each frame requests a receipt.
      frames.asksForReceipts = true
      frames.acknowledge()
    }
    if case .graphics(let id, _, let message) = reply {
      if id == SharedMemory.fenceID, shared.isTrying {
        shared.endTrial()
        usePixels()
        return true
      }
      if id == SharedMemory.queryID, !shared.hasBeenRead() { return false }
      if resizable.pixels?.apply(image: id, message) == true { return true }
    }
    if case .windowSize(let size, _) = reply { note(size) }
    var isVisible = false
    if case .tmux(_, let report) = reply {
      tmuxReports.received(report, at: FrameLine.now())
      isVisible = resizable.pixels?.apply(tmux: report) ?? false
    }
    // This is the last query of a batch.
    if case .primaryAttributes = reply { hasOpenQuestions = false }
    let palette = facts.knownPalette
    let hadImages = facts.hasKittyGraphics
    guard facts.apply(reply) || isVisible else { return false }
    // Not in the middle of an image.
    if hadImages == nil, facts.hasKittyGraphics == true, screen.pixelProtocol != .kitty, !isRestored {
      // The test of images has the cursor in the second row and column.
      let isTiny = min(screen.size.columns, screen.size.rows) < 2
      frames.write((isTiny ? [] : TerminalQuery.kittyProbe.bytes) + shared.fencedQuery(in: environment))
    }
    adoptTextOrder()
    adoptModes()
    if facts.readsSharedMemory { resizable.pixels?.shareMemory() }
    if let reported = facts.knownPalette, reported != palette { resizable.apply(palette: reported) }
    frames.isSynchronized = facts.hasSynchronizedOutput ?? false
    resizable.apply(cellPixels: cellPixels(screen.cellPixels, in: screen.size))
    if let depth = facts.colorDepth, mayUpgrade, depth.exceeds(screen.colorDepth) { upgrade(to: depth) }
    usePixels()
    return true
  }

  /// Switches to a screen with more colors than terminfo knows.
  private func upgrade(to depth: ColorDepth) {
    let last = screen
    resizable = DirectScreen(
      line: frames, size: last.size, colorDepth: depth, isUTF8: isUTF8, environment: environment)
    resizable.apply(cellPixels: last.cellPixels)
    adoptTextOrder()
    set(modes.add(.unwrapped))
  }

  /// Shows our screen and sets our modes.
  private func enter() {
    prepareRestore()
    var bytes: [UInt8] = []
    capture.run(into: &bytes) {
      // ncurses' model of the terminal lives as long as ncurses does. Refreshing enters the alternate screen.
      unsafe clearok(tui_curscr(), true)
      unsafe wnoutrefresh(tui_stdscr())
      doupdate()
    }
    frames.write(bytes + modes.on)
    screen.invalidate()
  }

  /// Reads outstanding replies, so that the next program on the terminal does not take them for keys.
  private func awaitReplies() {
    guard owesReplies else { return }
    var decoder = InputDecoder()
    for _ in 0..<5 where line.wait(for: Int32(POLLIN), milliseconds: Self.replyDelay) {
      guard let bytes = line.read() else { break }
      for case .reply(let reply) in decoder.feed(bytes, at: .zero) { _ = apply(reply) }
      if !owesReplies { break }
    }
    hasOpenQuestions = false
  }

  private var owesReplies: Bool {
    hasOpenQuestions || shared.isTrying || frames.unacknowledgedFrames > 0 || resizable.pixels?.isAwaiting == true
      || screen.pixelProtocol != nil && screen.pixelProtocol != .placeholders && facts.cellPixels == nil
        && facts.windowPixels == nil
  }
}
