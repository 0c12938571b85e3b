import Glibc
import Terminal
import TestSupport
import Testing

/// The real program in a pseudoterminal: the test types keys, and a simulated screen shows the output.
final class TerminalSession {
  /// Keys as a terminal sends them.
  enum Key {
    static let right = "\u{1B}[C"
    static let left = "\u{1B}[D"
    static let enter = "\r"
    static let escape = "\u{1B}"
  }

  /// How the program and its terminal are set up.
  struct Setup {
    /// The program's path.
    var program = Build.tui
    /// The window's size in cells.
    var columns = 40
    var rows = 12
    /// The cell size in pixels that the kernel reports; zero if it is unknown.
    var cellPixels = (width: 0, height: 0)
    /// Changes to the default environment; nil removes a variable.
    var variables: [String: String?] = [:]
    var input = Launch.Stream.terminal
    var output = Launch.Stream.terminal
    /// The program's working directory, or nil for the tests' own.
    var folder: String?
    /// Whether the terminal answers queries, as xterm does.
    var answers = false
    /// Whether the terminal reports 24-bit colors, whatever the environment says.
    var hasTruecolor = false
    /// Whether it answers that it has the newer modes.
    var hasModes = false
    /// The simulated kitty that takes images, or nil if the terminal is not kitty.
    var images: PretendKitty?
  }

  let job: Job
  /// The line settings before the program started.
  let settingsBefore: LineSettings
  private(set) var screen: ScreenReader
  /// All bytes that the program has sent.
  private(set) var bytes: [UInt8] = []
  private let terminal: Pseudoterminal
  private var answerer: Answerer?
  /// The terminal's images, or nil if it takes none.
  var images: PretendKitty?
  private var isHungUp = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// The first line before the program starts in the second: a shell's prompt.
  static let prompt = "$ tui"

  /// Starts the program.
  init(_ arguments: [String], _ setup: Setup = Setup()) throws {
    terminal = try Pseudoterminal(columns: setup.columns, rows: setup.rows, cellPixels: setup.cellPixels)
    settingsBefore = try terminal.lineSettings()
    screen = ScreenReader(size: CellSize(columns: setup.columns, rows: setup.rows))
    screen.feed("\(Self.prompt)\r\n".utf8)
    answerer =
      setup.answers
      ? Answerer(hasTruecolor: setup.hasTruecolor, isKitty: setup.images != nil, hasModes: setup.hasModes) : nil
    images = setup.images
    var launch = Launch(
      program: setup.program, arguments: arguments, environment: Self.environment(setup.variables),
      terminal: terminal.path, input: setup.input, output: setup.output)
    if let folder = setup.folder {
      launch.arguments = ["-C", folder, setup.program] + arguments
      launch.program = "/usr/bin/env"
    }
    job = try Job(launch)
  }

  /// Returns the environment of a terminal with 24-bit colors and UTF-8, changed by some variables; nil removes one.
  static func environment(_ changes: [String: String?] = [:]) -> [String: String] {
    var variables: [String: String?] = [
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
      "HOME": "/dev/null",
    ]
    variables.merge(changes) { $1 }
    return variables.compactMapValues { $0 }
  }

  /// Types keys, or sends any other input of a terminal.
  func type(_ keys: String) throws { try terminal.type([UInt8](keys.utf8)) }

  /// Changes the window's size.
  func resize(columns: Int, rows: Int) throws {
    // Output for the old size is read first.
    while try read(milliseconds: 0) {}
    screen.resize(to: CellSize(columns: columns, rows: rows))
    try terminal.resize(columns: columns, rows: rows)
  }

  /// Changes the window's size while the terminal has not executed the program's last output yet.
  ///
  /// - Parameter output: what that output contains.
  func resize(columns: Int, rows: Int, beforeExecuting output: String) throws {
    var pending: [UInt8] = []
    let deadline = secondsNow() + waitingLimit
    while !String(decoding: pending, as: UTF8.self).contains(output) {
      guard secondsNow() < deadline else { throw GaveUp(what: output) }
      if case .bytes(let count) = try terminal.read(into: &buffer, milliseconds: 5) { pending += buffer[..<count] }
    }
    screen.resize(to: CellSize(columns: columns, rows: rows))
    try terminal.resize(columns: columns, rows: rows)
    try execute(pending[...])
  }

  /// Discards the faults recorded so far.
  func forgetFaults() { screen.forgetFaults() }

  /// Closes the window.
  func hangUp() {
    isHungUp = true
    terminal.hangUp()
  }

  /// Returns the current line settings.
  func settings() throws -> LineSettings { try terminal.lineSettings() }

  /// Reads until a condition holds; if it never does, records an issue with the screen's content and throws.
  func wait(for what: String, at location: SourceLocation = #_sourceLocation, until isTrue: () throws -> Bool) throws {
    let deadline = secondsNow() + waitingLimit
    while try !isTrue() {
      if secondsNow() > deadline {
        // The test itself may have been delayed, not the program.
        if try isTrue() { return }
        Issue.record("never came: \(what)\n\(screenReport)", sourceLocation: location)
        throw GaveUp(what: what)
      }
      if isHungUp { pause(microseconds: 5000) } else { _ = try read(milliseconds: 5) }
    }
  }

  /// Reads until the program has ended; returns how it ended.
  func waitForEnd(at location: SourceLocation = #_sourceLocation) throws -> ChildProcess.Ending {
    try wait(for: "the program's end", at: location) { job.ending != nil }
    while try !isHungUp && read(milliseconds: 0) {}
    return try #require(job.ending)
  }

  /// Reads all that has been sent so far.
  func readAll() throws { while try read(milliseconds: 20) {} }

  /// Writes text on the screen as another program would.
  func scribble(_ text: String) { screen.feed(text.utf8) }

  /// Returns the typed bytes that no program has read, and that the shell would get.
  func drainUnreadInput() throws -> [UInt8] { try terminal.drainUnreadInput() }

  /// Reads the available bytes, waiting for the first one for a time; returns whether there were any.
  private func read(milliseconds: Int32) throws -> Bool {
    guard case .bytes(let count) = try terminal.read(into: &buffer, milliseconds: milliseconds) else { return false }
    try execute(buffer[..<count])
    return true
  }

  /// Has the simulated terminal execute output and answer it.
  private func execute(_ output: ArraySlice<UInt8>) throws {
    bytes += output
    screen.feed(output)
    // Queries are answered in their order.
    var (answers, rest): ([UInt8], ArraySlice<UInt8>) = ([], output)
    while !rest.isEmpty {
      let sequence = rest[..<(rest.dropFirst().firstIndex(of: 0x1B) ?? rest.endIndex)]
      answers += (answerer?.answers(to: sequence) ?? []) + (images?.feed(sequence) ?? [])
      rest = rest[sequence.endIndex...]
    }
    if !answers.isEmpty { try terminal.type(answers) }
  }

  /// Thrown after a timeout has been recorded as an issue.
  struct GaveUp: Error {
    let what: String
  }
}
