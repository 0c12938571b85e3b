import CNcurses
import CTerminalRestore
import Glibc
package import Terminal

/// The terminal through ncurses: its modes, its input and its screen.
///
/// There is one at a time, since ncurses has one screen; it is used from one thread. The terminal is put back by
/// `restore`, at `exit`, and by a crash. Signals are not handled here: the program calls `restore` before
/// it ends or stops, `resume` when it goes on, and `sizeChanged` on SIGWINCH.
package final class NcursesDevice: TerminalDevice {
  package var screen: any Screen { resizable }
  /// Whether text may be more than ASCII.
  package let isUTF8: Bool
  let line: TTY
  let frames: FrameLine
  private let capture: OutputCapture
  var resizable: any ResizableScreen
  let shared = SharedImages()
  private var modes: TerminalModes
  /// Whether the screen may change for one of more colours, should the terminal tell that it has them.
  private let mayUpgrade: Bool
  /// How pictures are to be shown in pixels, and what the environment says of the terminal.
  let pixels: PixelChoice
  let environment: [String: String]
  var isRestored = false
  /// Whether questions were asked that are not answered yet.
  private var hasOpenQuestions = false
  /// Whether the terminals around tmux may be others than it has last reported.
  var isTmuxReportStale = true
  /// What the terminal told of itself: of its cells, too, which it may know better than the line.
  package private(set) var facts = TerminalFacts()

  /// Milliseconds that a restore waits for a line that takes nothing, before what waits in it is given up: twice at most.
  private static let lineDelay: Int32 = 200
  /// Milliseconds, five times at most, that a restore waits for replies under way, which would become keys of the shell.
  private static let replyDelay: Int32 = 50

  /// Takes the controlling terminal: another screen, no echo, keys at once, the mouse; Ctrl-C and Ctrl-Z come as
  /// `InputEvent.signal`.
  /// - Parameters:
  ///   - colorDepth: nil: as many colours as the terminal seems to have.
  ///   - choice: Which screen draws; `auto` is the truecolor one where there are 24-bit colours, or more than terminfo knows
  ///     are asked for.
  ///   - pixels: How pictures are shown in pixels, where the terminal can.
  ///   - environment: TERM, and what else tells of the terminal and its encoding.
  package static func open(
    colorDepth: ColorDepth? = nil, choice: ScreenChoice = .auto, pixels: PixelChoice = .off,
    environment: [String: String]
  ) throws(TerminalOpenError) -> NcursesDevice {
    try NcursesDevice(colorDepth: colorDepth, choice: choice, pixels: pixels, environment: environment)
  }

  private init(
    colorDepth: ColorDepth?, choice: ScreenChoice, pixels: PixelChoice, environment: [String: String]
  ) throws(TerminalOpenError) {
    (self.pixels, self.environment) = (pixels, environment)
    line = try TTY()
    isUTF8 = TerminalEncoding.adopt(environment: environment)
    if tui_restore_remember(line.descriptor) != 0 { throw .failed("its modes cannot be read") }
    let (type, restoreBytes) = try CursesSetup.checkedType(
      environment: environment, descriptor: line.blockingDescriptor, rows: line.window.rows ?? 24)
    // From ncurses' first change on, any exit restores the terminal. The bytes are copied.
    unsafe tui_restore_prepare(line.descriptor, restoreBytes, restoreBytes.count)
    tui_restore_on_crash()
    // Where ncurses' output can be caught it is caught from this descriptor, which ncurses is about to take over.
    let capture = OutputCapture(of: line.blockingDescriptor)
    let isBelievable = line.window.isBelievable
    guard let capture,
      CursesSetup.begin(type: type, descriptor: line.blockingDescriptor, isSizeBelievable: isBelievable)
    else {
      tui_restore_now()
      throw .failed("ncurses cannot begin on it")
    }
    self.capture = capture
    line.saveModes()
    // Until the first turn of the main loop has ended.
    tui_watch_begin()
    frames = FrameLine(descriptor: line.descriptor)
    let terminfoColors = Capabilities.number("colors")
    let depth = colorDepth ?? .detected(environment: environment, terminfoColors: terminfoColors)
    let usableDepth = CursesSetup.usableDepth(depth, terminfoColors: terminfoColors)
    // If the user asks for 256 colours and terminfo names eight, as it does for plain "xterm", the user knows better.
    let isBeyondCurses = depth == .truecolor || colorDepth != nil && usableDepth != depth && Capabilities.isECMA48
    let window = line.likelyWindow
    if choice == .truecolor || choice == .auto && isBeyondCurses {
      resizable = DirectScreen(line: frames, size: window.size, colorDepth: depth, isUTF8: isUTF8)
    } else {
      resizable = CursesScreen(
        line: frames, capture: capture, size: window.size,
        colorDepth: usableDepth, isUTF8: isUTF8,
        canReverse: CursesSetup.canReverseColors)
    }
    mayUpgrade = colorDepth == nil && choice == .auto && depth != .truecolor && Capabilities.isECMA48
    modes = TerminalModes(isECMA48: Capabilities.isECMA48, isAutowrapOff: resizable is DirectScreen)
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

  package var isResized: Bool { line.likelyWindow.size != screen.size }

  package func sizeChanged() {
    let window = line.likelyWindow
    resizeterm(Int32(window.size.rows), Int32(window.size.columns))
    isTmuxReportStale = true
    if screen.pixelProtocol != nil && screen.pixelProtocol != .placeholders {
      // It may have another font, too.
      facts.forgetCellSize()
      frames.write([TerminalQuery.cellPixels, .windowPixels].flatMap(\.bytes))
    }
    resizable.resize(to: window.size, cellPixels: cellPixels(window.cellPixels, in: window.size))
  }

  package func restore() {
    if isRestored { return }
    isRestored = true
    tui_watch_end()
    // What a slow line still holds of a frame nobody waits for any more.
    if frames.isDraining { tui_discard_output(line.descriptor) }
    frames.discard()
    if !frames.isGone {
      if !line.wait(for: Int32(POLLOUT), milliseconds: Self.lineDelay) { tui_discard_output(line.descriptor) }
      frames.write(resizable.imageRemoval + modes.off)
      awaitReplies()
      shared.removeAll()
      var bytes: [UInt8] = []
      // ncurses would wait, perhaps for ever, where Ctrl-S has stopped the line.
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
    // Restores the modes exactly as they were found, also if ncurses could not write.
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
    // Before the query for images itself, whose answer makes use of these.
    frames.write(queries.flatMap { ($0 == .kittyGraphics ? shared.queries(in: environment) : []) + $0.bytes })
  }

  package func setClipboard(_ text: ClipboardText) { if !isRestored { frames.write(text.bytes) } }

  package func forgetReceipts() { frames.forgetReceipts() }

  package func learn(_ reply: TerminalReply) -> Bool {
    if reply == .ready {
      // It answers: from now on each frame is asked for.
      frames.asksForReceipts = true
      frames.acknowledge()
    }
    if case .graphics(let id, let message) = reply {
      if let medium = ImageMedium(queryID: id), !shared.answered(medium) { return false }
      if resizable.learn(image: id, message) { return true }
    }
    var isVisible = false
    if case .tmux(_, let report) = reply {
      isTmuxReportStale = false
      isVisible = resizable.learn(tmux: report)
    }
    // The last question of all that are sent together.
    if case .primaryAttributes = reply { hasOpenQuestions = false }
    let palette = facts.knownPalette
    guard facts.learn(reply) || isVisible else { return false }
    resizable.learn(media: facts.imageMedia)
    if let told = facts.knownPalette, told != palette { resizable.learn(palette: told) }
    frames.isSynchronized = facts.hasSynchronizedOutput ?? false
    resizable.learn(cellPixels: cellPixels(screen.cellPixels, in: screen.size))
    if facts.isTruecolor, mayUpgrade, !(resizable is DirectScreen) { upgrade() }
    adoptPixels()
    return true
  }

  /// Draws in 24-bit colours from now on.
  private func upgrade() {
    let last = screen
    resizable = DirectScreen(line: frames, size: last.size, colorDepth: .truecolor, isUTF8: isUTF8)
    resizable.learn(cellPixels: last.cellPixels)
    modes = TerminalModes(isECMA48: true, isAutowrapOff: true)
    guard !isRestored else { return }
    prepareRestore()
    frames.write(modes.on)
  }

  /// Shows our screen and sets our modes.
  private func enter() {
    prepareRestore()
    var bytes: [UInt8] = []
    capture.run(into: &bytes) {
      // What ncurses thinks of the screen lives as long as it does; drawing it enters the other screen.
      unsafe clearok(tui_curscr(), true)
      unsafe wnoutrefresh(tui_stdscr())
      doupdate()
    }
    frames.write(bytes + modes.on)
    screen.invalidate()
  }

  /// Has ready what a crash must write.
  func prepareRestore() {
    let bytes = modes.restoreBytes(rows: screen.size.rows, images: resizable.imageRemoval)
    // The bytes are copied.
    unsafe tui_restore_prepare(line.descriptor, bytes, bytes.count)
  }

  /// A cell's size: the first plausible one of the kernel's, `window`, and the terminal's own answers; else any of them. Pictures in
  /// pixels need the exact size: there, the terminal's answer comes first.
  func cellPixels(_ window: CellPixels?, in size: CellSize) -> CellPixels? {
    let told = toldCellPixels(in: size)
    let reports = (screen.pixelProtocol == nil ? [window, told] : [told, window, facts.tmuxCell]).compactMap { $0 }
    let known = reports.first { $0.isPlausible } ?? reports.first
    // Images of placeholders are scaled to their cells, whatever those are.
    return known ?? (screen.pixelProtocol == .placeholders ? .usual : nil)
  }

  /// A cell's size as the terminal told it, or its share of the window that it told.
  private func toldCellPixels(in size: CellSize) -> CellPixels? {
    if let told = facts.cellPixels { return told }
    guard let window = facts.windowPixels, size.columns > 0, size.rows > 0 else { return nil }
    return TerminalWindow.cell(width: window.width / size.columns, height: window.height / size.rows)
  }

  /// Reads replies that are under way, so that they do not become keys of the next program on the terminal.
  private func awaitReplies() {
    guard owesReplies else { return }
    var decoder = InputDecoder()
    for _ in 0..<5 where line.wait(for: Int32(POLLIN), milliseconds: Self.replyDelay) {
      guard let bytes = line.read() else { break }
      for case .reply(let reply) in decoder.feed(bytes) { _ = learn(reply) }
      if !owesReplies { break }
    }
    hasOpenQuestions = false
  }

  /// Whether replies may be under way.
  private var owesReplies: Bool {
    hasOpenQuestions || frames.unacknowledgedFrames > 0 || resizable.awaitsImages
      || screen.pixelProtocol != nil && screen.pixelProtocol != .placeholders && facts.cellPixels == nil
        && facts.windowPixels == nil
  }
}
