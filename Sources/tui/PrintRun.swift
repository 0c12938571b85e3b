import Carousel
import CarouselApp
import Decks
import Downloads
import Glibc
import NcursesScreen
import Pictures
import Rendering
import System
import Terminal

/// What is printed of each slide.
enum PrintForm {
  /// The picture alone.
  case picture
  /// The whole window.
  case scene
  /// An object of a JSON array.
  case json
  /// A line of text.
  case alternativeText

  /// Whether pictures are drawn.
  var showsPictures: Bool {
    switch self {
    case .picture, .scene: true
    case .json, .alternativeText: false
    }
  }

  /// Whether the reason of a failure is part of the output.
  var includesFailures: Bool { !showsPictures }
}

/// Prints slides to standard output, without a screen.
struct PrintRun {
  let options: Options
  /// The terminal's properties according to the environment.
  let terminal: TerminalProfile
  let request: DeckRequest
  let loader: PictureLoader
  let network: Network
  let size: CellSize?
  let depth: DepthArgument
  let pixels: PixelChoice
  let form: PrintForm
  /// Whether each picture has its name below it.
  let showsNames: Bool
  let bidi: BidiChoice
  let environment: ProcessEnvironment

  /// Prints each slide. Slides that cannot be shown are reported on standard error and make the exit status 1. Pictures
  /// with a defect are reported, too, but shown.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  func run() throws(ExitStatus) {
    try SystemLimit.checkPrinting()
    let window = TerminalWindow(ofFirst: [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO])
    let fetcher = Fetcher(network.settings)
    // Temporary folders are deleted on every path.
    defer { network.leave(fetcher) }
    let reader = DeckReader(request, programs: loader.programs, fetcher: fetcher)
    var deck = reader.read()
    guard deck.count > 0 else {
      StandardError.report(request.nothingFound)
      throw ExitStatus(1)
    }
    if deck.isFallback { StandardError.report("no pictures in this folder; printing the demo deck") }
    if let missing = options.start.missing(in: deck) { StandardError.report(missing) }
    PrintRun.report(settingsOf: deck)
    let ahead = FetchAhead(fetcher: fetcher, count: network.downloads)
    // Not before the sources have been read: a program that writes them may have used the terminal until then.
    let inquiry = form.showsPictures ? TerminalInquiry.ofPrinting(pixels, environment) : nil
    // Otherwise late replies would reach the shell.
    defer { inquiry?.end() }
    let output = PrintedOutput(
      terminal, options, depth, in: window, size: size, by: pixels, facts: inquiry?.facts, environment)
    var printer = StillPrinter(
      options: output.options, viewport: output.viewport, terminal: output.terminal, drawsScene: form == .scene,
      loader: loader, showsNames: showsNames,
      showsLinks: environment.isOutputTerminal && Hyperlink.areHarmless(environment: environment.variables),
      columns: options.preferences.gridColumns, pixels: output.pixels,
      reordering: bidi.reordering(version: inquiry?.facts.version, environment: environment.variables)
    ) { deck, index throws(LoadError) in try ahead.copy(in: deck, at: index) }
    var hasFailed = false
    var problems: [String] = []
    var missing = MissingFiles()
    var progress = ProgressLine(environment.variables)
    var index = printer.firstIndex(in: deck)
    var list = PrintedList(form)
    while index < deck.count {
      defer { index += 1 }
      progress.show(index + 1, of: deck.count, name: deck[index].location.nameBytes)
      let still = printed(&printer, deck, at: index, in: list)
      if let error = still.failure {
        let location = deck[index].location
        if case .content = error, case .url(let url) = location, let copy = try? ahead.copy(in: deck, at: index),
          let served = reader.slides(servedBy: url, in: copy), reader.record(deckAt: url)
        {
          PrintRun.report(settingsOf: Deck([.slides(served)]))
          deck = deck.replacing(location, with: served)
          index -= 1
          continue
        }
        hasFailed = true
        if !form.includesFailures, missing.isWorthNaming(error) {
          problems.append(PrintRun.problem(error.description, of: deck[index].location))
        }
      }
      if let defect = still.defect {
        problems.append(PrintRun.problem("\(defect)", of: deck[index].location))
      }
      // On a terminal, they would end up between the rows of a contact sheet.
      if options.preferences.gridColumns == nil, !problems.isEmpty {
        progress.remove()
        PrintRun.report(&problems)
      }
      list.write(still.bytes)
    }
    list.write(printer.finish())
    list.end()
    progress.end()
    PrintRun.report(&problems)
    if let rest = missing.rest { StandardError.report(rest) }
    if hasFailed { throw ExitStatus(1) }
  }

  /// Prints one slide in the requested form.
  private func printed(
    _ printer: inout StillPrinter, _ deck: Deck, at index: Int, in list: PrintedList
  ) -> StillPrinter.Still {
    switch form {
    case .picture, .scene: return printer.still(of: deck, at: index)
    case .json:
      let facts = printer.facts(of: deck, at: index)
      return StillPrinter.Still(bytes: Array("\(list.separator)\(facts.json)".utf8), failure: facts.failure)
    case .alternativeText:
      let facts = printer.facts(of: deck, at: index)
      return StillPrinter.Still(
        bytes: StandardError.line(facts.alternativeText(options.captions)) + [0x0A], failure: facts.failure)
    }
  }

  /// The report of a slide's problem.
  private static func problem(_ reason: String, of location: Location) -> String {
    let page = location.pageNumber.map { ", page \($0)" } ?? ""
    return "\(String(decoding: location.shownReference, as: UTF8.self))\(page): \(reason)"
  }

  /// The maximum number of reports about the settings in deck files.
  private static let maximumSettingsReports = 10

  /// Reports what is wrong with the settings in deck files.
  private static func report(settingsOf deck: Deck) {
    let problems = deck.problems
    for problem in problems.prefix(maximumSettingsReports) { StandardError.report(problem) }
    let rest = problems.count - maximumSettingsReports
    if rest > 0 { StandardError.report("\(rest) more of a deck's settings cannot be used") }
  }

  /// Writes reports to standard error, and forgets them.
  private static func report(_ problems: inout [String]) {
    for problem in problems { StandardError.report(problem) }
    problems = []
  }
}

/// Limits reports of missing files: the first few are named, the rest counted. The list may not be a list at all.
private struct MissingFiles {
  private static let maximum = 10
  private var count = 0

  /// Whether a failure gets its own message.
  mutating func isWorthNaming(_ error: LoadError) -> Bool {
    guard case .file(.noSuchFile) = error else { return true }
    count += 1
    return count <= Self.maximum
  }

  /// The message about the missing files that were not named, or nil if all were.
  var rest: String? {
    guard count > Self.maximum else { return nil }
    return count == Self.maximum + 1
      ? "one more entry: no such file" : "\(count - Self.maximum) more entries: no such file"
  }
}

/// What is written to standard output: a JSON array has brackets around it.
private struct PrintedList {
  private let isJSON: Bool
  private var isEmpty = true

  init(_ form: PrintForm) {
    if case .json = form { isJSON = true } else { isJSON = false }
  }

  /// What precedes the next object.
  var separator: String { isEmpty ? "[\n" : ",\n" }

  /// Writes what was printed of a slide.
  mutating func write(_ bytes: [UInt8]) {
    isEmpty = isEmpty && bytes.isEmpty
    StandardOutput.write(bytes)
  }

  /// Ends the output.
  func end() { if isJSON { StandardOutput.write(Array((isEmpty ? "[]\n" : "\n]\n").utf8)) } }
}

/// The progress of a long run: a line on standard error, and what the terminal shows of it elsewhere.
private struct ProgressLine {
  private var progress: PrintProgress?
  private var bar: ShellProgress?
  private let start = Timestamp(MonotonicClock.now)

  /// There is a line if standard error is a terminal and standard output is not.
  init(_ environment: [String: String]) {
    let terminal = [STDERR_FILENO, STDOUT_FILENO].first { isatty($0) == 1 }
    bar = terminal.flatMap { ShellProgress(on: $0, environment: environment) }
    guard isatty(STDERR_FILENO) == 1, isatty(STDOUT_FILENO) != 1 else { return }
    let columns = TerminalWindow(ofFirst: [STDERR_FILENO])?.size?.columns ?? 80
    progress = PrintProgress(at: start, columns: columns)
  }

  /// Shows which slide is printed now.
  mutating func show(_ number: Int, of count: Int, name: [UInt8]) {
    let now = Timestamp(MonotonicClock.now)
    if start.duration(to: now) >= PrintProgress.delay { bar?.show(TaskProgress(number - 1, of: count)) }
    guard progress != nil, ProgressLine.isShellsTerminal else { return }
    guard let line = progress?.line(for: number, of: count, name: name, isUTF8: StandardError.isUTF8, at: now) else {
      return
    }
    StandardError.writeRaw(line)
  }

  /// Ends the progress.
  mutating func end() {
    remove()
    bar?.show(nil)
  }

  /// Removes the line before a message.
  mutating func remove() { if let removal = progress?.removal() { StandardError.writeRaw(removal) } }

  /// Whether no other program, such as a pager that reads the pictures, draws on the terminal: it would have switched
  /// line editing off.
  private static var isShellsTerminal: Bool {
    var modes = termios()
    return unsafe tcgetattr(STDERR_FILENO, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
  }
}
