import CarouselApp
import CarouselValues
import Decks
import Downloads
import Glibc
import NcursesScreen
import Pictures
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
  case alternativeText

  var showsPictures: Bool { self == .picture || self == .scene }
}

/// Prints slides to standard output, without a screen.
struct PrintRun {
  private let show: SlideShow
  private let form: PrintForm

  init(_ show: SlideShow) {
    self.show = show
    form = show.command.output.form
  }

  /// Prints each slide. Slides that cannot be shown are reported on standard error and make the exit status 1. Pictures
  /// with a defect are reported, too, but shown.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  func run() throws(ExitStatus) {
    try SystemLimit.checkPrinting()
    let window = TerminalWindow(ofFirst: [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO])
    let fetcher = Fetcher(show.network.settings)
    // Temporary folders are deleted on every path.
    defer { show.network.leave(fetcher) }
    let reader = DeckReader(show.request, programs: show.loader.programs, fetcher: fetcher, far: show.far)
    let deck = try deck(from: reader)
    let ahead = FetchAhead(fetcher: fetcher, count: show.network.downloads)
    // Not before the sources have been read: a program that writes them may have used the terminal until then.
    let inquiry = form.showsPictures ? TerminalInquiry.ofPrinting(show.command.picture.pixels, show.environment) : nil
    // Otherwise late replies would reach the shell.
    defer { inquiry?.end() }
    let printer = printer(in: window, facts: inquiry?.facts, ahead)
    if form.showsPictures { printer.prepare() }
    var printing = DeckPrinting(deck, printer, form, reader, ahead, show)
    guard printing.run() else { throw ExitStatus(1) }
  }

  /// Reads the sources, and reports what is wrong with them.
  private func deck(from reader: DeckReader) throws(ExitStatus) -> Deck {
    let deck = reader.read()
    guard deck.count > 0 else { throw ExitStatus(1, reporting: show.request.nothingFound) }
    if deck.isFallback { StandardError.report("no pictures in this folder; printing the demo deck") }
    if let missing = show.options.start.missing(in: deck) { StandardError.report(missing) }
    DeckPrinting.report(settingsOf: deck)
    return deck
  }

  /// - Parameter facts: What the terminal has replied; nil if it was not queried.
  private func printer(in window: TerminalWindow?, facts: TerminalFacts?, _ ahead: FetchAhead) -> StillPrinter {
    let (options, environment) = (show.command.output, show.environment)
    let output = PrintedOutput(
      show.terminal, show.options, show.depth, in: window, size: options.size, by: show.command.picture.pixels,
      facts: facts, environment)
    return StillPrinter(
      options: output.options, viewport: output.viewport, terminal: output.terminal, drawsScene: form == .scene,
      loader: show.loader, showsNames: options.names,
      showsLinks: environment.isOutputTerminal && Hyperlink.areHarmless(environment: environment.variables),
      columns: show.options.preferences.gridColumns, pixels: output.pixels,
      reordering: options.bidi.reordering(version: facts?.version, environment: environment.variables)
    ) { deck, index throws(LoadError) in try ahead.copy(in: deck, at: index) }
  }
}

/// Prints the slides of a deck, one after the other.
private struct DeckPrinting {
  private var deck: Deck
  private var printer: StillPrinter
  private let form: PrintForm
  private let reader: DeckReader
  private let ahead: FetchAhead
  private let isSheet: Bool
  private let captions: CaptionFormat
  private var hasFailed = false
  private var problems: [String] = []
  private var missing = MissingFiles()
  private var progress: ProgressLine
  private var list: PrintedList

  init(
    _ deck: Deck, _ printer: StillPrinter, _ form: PrintForm, _ reader: DeckReader, _ ahead: FetchAhead,
    _ show: SlideShow
  ) {
    (self.deck, self.printer, self.form, self.reader, self.ahead) = (deck, printer, form, reader, ahead)
    isSheet = show.options.preferences.gridColumns != nil
    captions = show.options.captions
    progress = ProgressLine()
    list = PrintedList(form)
  }

  /// Prints all slides; returns whether all of them could be shown.
  mutating func run() -> Bool {
    var index = printer.firstIndex(in: deck)
    while index < deck.count {
      progress.show(index + 1, of: deck.count, name: deck[index].location.nameBytes)
      let still = printed(at: index)
      if let error = still.failure, replaceDeck(at: index, after: error) { continue }
      note(still, at: index)
      list.write(still.bytes)
      index += 1
    }
    list.write(printer.finish())
    list.end()
    progress.remove()
    reportProblems()
    if let rest = missing.rest { StandardError.report(rest) }
    return !hasFailed
  }

  /// Replaces a slide that turned out to be a deck by that deck's slides. Returns false if it is none.
  private mutating func replaceDeck(at index: Int, after error: LoadError) -> Bool {
    let location = deck[index].location
    guard case .content = error, case .url(let url) = location, let copy = try? ahead.copy(in: deck, at: index),
      let served = reader.slides(servedBy: url, in: copy), reader.record(deckAt: url)
    else { return false }
    DeckPrinting.report(settingsOf: Deck([.slides(served)]))
    deck = deck.replacing(location, with: served)
    return true
  }

  /// Notes what is wrong with a slide, and reports it now if it does not end up between the rows of a contact sheet.
  private mutating func note(_ still: StillPrinter.Still, at index: Int) {
    if let error = still.failure {
      hasFailed = true
      if form.showsPictures, missing.isWorthNaming(error) {
        problems.append(DeckPrinting.problem(error.description, of: deck[index].location))
      }
    }
    if let defect = still.defect { problems.append(DeckPrinting.problem("\(defect)", of: deck[index].location)) }
    if !isSheet, !problems.isEmpty {
      progress.remove()
      reportProblems()
    }
  }

  /// Prints one slide in the requested form.
  private mutating func printed(at index: Int) -> StillPrinter.Still {
    switch form {
    case .picture, .scene: return printer.still(of: deck, at: index)
    case .json:
      let facts = printer.facts(of: deck, at: index)
      return StillPrinter.Still(bytes: Array("\(list.separator)\(facts.json)".utf8), failure: facts.failure)
    case .alternativeText:
      let facts = printer.facts(of: deck, at: index)
      return StillPrinter.Still(
        bytes: StandardError.line(facts.alternativeText(captions)) + [0x0A], failure: facts.failure)
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
  static func report(settingsOf deck: Deck) {
    let problems = deck.problems
    for problem in problems.prefix(maximumSettingsReports) { StandardError.report(problem) }
    let rest = problems.count - maximumSettingsReports
    if rest > 0 { StandardError.report("\(rest) more of a deck's settings cannot be used") }
  }

  /// Writes the noted problems to standard error, and forgets them.
  private mutating func reportProblems() {
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

  init(_ form: PrintForm) { isJSON = form == .json }

  /// What precedes the next object.
  var separator: String { isEmpty ? "[\n" : ",\n" }

  /// Writes what was printed of a slide.
  mutating func write(_ bytes: [UInt8]) {
    isEmpty = isEmpty && bytes.isEmpty
    StandardOutput.write(bytes)
  }

  func end() { if isJSON { StandardOutput.write(Array((isEmpty ? "[]\n" : "\n]\n").utf8)) } }
}

/// The progress of a long run: a line on standard error.
private struct ProgressLine {
  private var progress: PrintProgress?
  private let start = Timestamp(MonotonicClock.now)

  /// There is a line if standard error is a terminal and standard output is not.
  init() {
    guard isatty(STDERR_FILENO) == 1, isatty(STDOUT_FILENO) != 1 else { return }
    let columns = TerminalWindow(ofFirst: [STDERR_FILENO])?.size?.columns ?? 80
    progress = PrintProgress(at: start, columns: columns)
  }

  /// Shows which slide is printed now.
  mutating func show(_ number: Int, of count: Int, name: [UInt8]) {
    guard progress != nil, ProgressLine.isShellsTerminal else { return }
    let now = Timestamp(MonotonicClock.now)
    let line = progress?.line(for: number, of: count, name: name, isUTF8: StandardError.isUTF8, at: now)
    StandardError.writeRaw(line ?? [])
  }

  /// Removes the line, before a message and at the end.
  mutating func remove() { if let removal = progress?.removal() { StandardError.writeRaw(removal) } }

  /// Whether no other program, such as a pager that reads the pictures, draws on the terminal: it would have switched
  /// line editing off.
  private static var isShellsTerminal: Bool {
    var modes = termios()
    return unsafe tcgetattr(STDERR_FILENO, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
  }
}
