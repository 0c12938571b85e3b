import Glibc
import Terminal
import TestSupport
import Testing

/// The real program in a real terminal: keys go in, what it draws is read into a screen.
final class TerminalSession {
  /// How long anything may take before a test gives up: nothing is asserted by it, so it is long.
  static let patience = 120.0

  /// Keys as a terminal sends them.
  enum Key {
    static let right = "\u{1B}[C"
    static let left = "\u{1B}[D"
    static let enter = "\r"
    static let escape = "\u{1B}"
  }

  /// How it is started.
  struct Setup {
    /// The program's path.
    var program = Build.tui
    /// Cells across and down.
    var columns = 40
    var rows = 12
    /// A cell's size in pixels that the kernel reports; zero: none.
    var cellPixels = (width: 0, height: 0)
    /// What is set in the environment besides the path; nil takes a variable out.
    var variables: [String: String?] = [:]
    var input = Launch.Stream.terminal
    var output = Launch.Stream.terminal
    /// The folder that it is started in.
    var folder: String?
    /// Whether the terminal answers questions, as xterm does.
    var answers = false
    /// Whether it answers that it has 24-bit colours, whatever the environment says.
    var hasTruecolor = false
    /// Whether it is kitty, and takes images.
    var images: PretendKitty?
  }

  let job: Job
  /// The line settings before the program started.
  let settingsBefore: LineSettings
  private(set) var screen: ScreenReader
  /// Everything that it has sent.
  private(set) var bytes: [UInt8] = []
  private let terminal: Pseudoterminal
  private var answerer: Answerer?
  /// The images that the terminal has; nil: it takes none.
  var images: PretendKitty?
  private var isHungUp = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// What stands in the first line before the program starts, which begins in the second: a shell's prompt.
  static let prompt = "$ tui"

  /// Starts the program.
  init(_ arguments: [String], _ setup: Setup = Setup()) throws {
    terminal = try Pseudoterminal(columns: setup.columns, rows: setup.rows, cellPixels: setup.cellPixels)
    settingsBefore = try terminal.lineSettings()
    screen = ScreenReader(size: CellSize(columns: setup.columns, rows: setup.rows))
    screen.feed("\(Self.prompt)\r\n".utf8)
    answerer = setup.answers ? Answerer(hasTruecolor: setup.hasTruecolor, isKitty: setup.images != nil) : nil
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

  /// The environment of a terminal of 24-bit colours in UTF-8, changed by some variables.
  static func environment(_ changes: [String: String?] = [:]) -> [String: String] {
    var variables: [String: String?] = [
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
      "HOME": "/nonexistent",
    ]
    variables.merge(changes) { $1 }
    return variables.compactMapValues { $0 }
  }

  /// Presses keys, or sends whatever else a terminal sends.
  func type(_ keys: String) throws { try terminal.type([UInt8](keys.utf8)) }

  /// Changes the window's size.
  func resize(columns: Int, rows: Int) throws {
    // What was drawn for the old size belongs to it.
    while try read(milliseconds: 0) {}
    screen.resize(to: CellSize(columns: columns, rows: rows))
    try terminal.resize(columns: columns, rows: rows)
  }

  /// Takes what was not understood so far as of no account.
  func forgetFaults() { screen.forgetFaults() }

  /// Closes the window.
  func hangUp() {
    isHungUp = true
    terminal.hangUp()
  }

  /// The line settings as they are now.
  func settings() throws -> LineSettings { try terminal.lineSettings() }

  /// Reads until something is true of the session; records an issue with what is on the screen if it never is.
  func wait(for what: String, at location: SourceLocation = #_sourceLocation, until isTrue: () throws -> Bool) throws {
    let deadline = secondsNow() + Self.patience
    while try !isTrue() {
      if secondsNow() > deadline {
        // It may be we who had no turn for so long, not the program.
        if try isTrue() { return }
        Issue.record("never came: \(what)\n\(screenReport)", sourceLocation: location)
        throw GaveUp(what: what)
      }
      if isHungUp { usleep(5000) } else { _ = try read(milliseconds: 5) }
    }
  }

  /// Reads until the program has ended, and returns how.
  func waitForEnd(at location: SourceLocation = #_sourceLocation) throws -> ChildProcess.Ending {
    try wait(for: "the program's end", at: location) { job.ending != nil }
    while try !isHungUp && read(milliseconds: 0) {}
    return try #require(job.ending)
  }

  /// Reads all that has been sent so far.
  func readAll() throws { while try read(milliseconds: 20) {} }

  /// Writes on the screen what another program would.
  func scribble(_ text: String) { screen.feed(text.utf8) }

  /// Takes the typed bytes that no program has read, as the shell would get them.
  func takeUnreadInput() throws -> [UInt8] { try terminal.takeUnreadInput() }

  /// Reads what is there, waiting for it a little; returns whether anything was.
  private func read(milliseconds: Int32) throws -> Bool {
    guard case .bytes(let count) = try terminal.read(into: &buffer, milliseconds: milliseconds) else { return false }
    bytes += buffer[..<count]
    screen.feed(buffer[..<count])
    if let answers = answerer?.answers(to: buffer[..<count]), !answers.isEmpty { try terminal.type(answers) }
    if let answers = images?.feed(buffer[..<count]), !answers.isEmpty { try terminal.type(answers) }
    return true
  }

  /// What is thrown once it is recorded that something never came.
  struct GaveUp: Error {
    let what: String
  }
}

/// Seconds of the clock that is never set back.
func secondsNow() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
