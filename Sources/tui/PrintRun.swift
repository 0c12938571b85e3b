import CarouselApp
import Decks
import Downloads
import Glibc
import NcursesScreen
import Pictures
import Rendering
import System
import Terminal

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
  let drawsScene: Bool
  let environment: ProcessEnvironment

  /// Prints each slide. Slides that cannot be shown are reported on standard error and make the exit status 1. Pictures
  /// with a defect are reported, too, but shown.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  func run() throws(ExitStatus) {
    let window = TerminalWindow(ofFirst: [STDOUT_FILENO, STDERR_FILENO, STDIN_FILENO])
    let viewport = Viewport(
      size: size ?? window?.size ?? CellSize(columns: 80, rows: 24),
      cellAspect: window?.cellPixels?.aspect ?? CellPixels.usualAspect)
    var terminal = terminal
    terminal.depth =
      switch depth {
      case .depth(let depth): depth
      // The output's reader, perhaps a script or a previewer, cannot be queried: the environment decides.
      case .auto: environment.depthForPrinting
      }
    let fetcher = Fetcher(network.settings)
    // Temporary folders are deleted on every path.
    defer { network.leave(fetcher) }
    let reader = DeckReader(request, programs: loader.programs, fetcher: fetcher)
    var deck = reader.read()
    guard deck.count > 0 else {
      StandardError.say(request.nothingFound)
      throw ExitStatus(1)
    }
    if deck.isFallback { StandardError.say("no pictures in this folder; printing the demo deck") }
    if let missing = options.start.missing(in: deck) { StandardError.say(missing) }
    let ahead = FetchAhead(fetcher: fetcher, count: network.downloads)
    var printer = StillPrinter(
      options: options, viewport: viewport, terminal: terminal, drawsScene: drawsScene, loader: loader,
      pixels: printedPixels(window?.cellPixels, in: viewport.size)
    ) { deck, index throws(LoadError) in try ahead.copy(in: deck, at: index) }
    var hasFailed = false
    var missing = MissingFiles()
    var index = printer.firstIndex(in: deck)
    while index < deck.count {
      defer { index += 1 }
      let still = printer.still(of: deck, at: index)
      if let error = still.failure {
        let location = deck[index].location
        if case .content = error, case .url(let url) = location, let copy = try? ahead.copy(in: deck, at: index),
          let served = reader.slides(servedBy: url, in: copy), reader.record(deckAt: url)
        {
          deck = deck.replacing(location, with: served)
          index -= 1
          continue
        }
        hasFailed = true
        if missing.isWorthNaming(error) { PrintRun.complain(error.description, of: deck[index].location) }
      }
      if let defect = still.defect { PrintRun.complain("\(defect)", of: deck[index].location) }
      StandardOutput.write(still.bytes)
    }
    if let rest = missing.rest { StandardError.say(rest) }
    if hasFailed { throw ExitStatus(1) }
  }

  /// How pictures are printed in pixels, or nil to print cells.
  private func printedPixels(_ cell: CellPixels?, in window: CellSize) -> PrintedPixels? {
    var tmux: (question: TmuxQuestion, report: TmuxReport)?
    let choice = pixels.protocolForPrinting(
      isTerminal: environment.isOutputTerminal, environment: environment.variables
    ) {
      let question = TmuxQuestion(environment: environment.variables, pixels: pixels)
      tmux = question.flatMap { question in question.report().map { (question, $0) } }
      return tmux.map { $0.question.takesPlaceholders($0.report) } ?? false
    }
    let isRemote = TerminalIdentity.isRemote(environment.variables)
    let cell = cell ?? tmux?.report.clients.first?.cell
    return choice.map { choice in
      PrintedPixels(cell: cell, in: window, by: choice, isRemote: isRemote) { [tmux] upload in
        guard let (question, report) = tmux else { return false }
        StandardOutput.write(upload)
        // tmux drops what the terminal does not read in time.
        tcdrain(STDOUT_FILENO)
        return question.report()?.hasLostNothing(since: report) ?? false
      }
    }
  }

  /// Reports a slide's problem on standard error.
  private static func complain(_ reason: String, of location: Location) {
    let page = location.pageNumber.map { ", page \($0)" } ?? ""
    StandardError.say("\(String(decoding: location.shownReference, as: UTF8.self))\(page): \(reason)")
  }
}

/// Limits reports of missing files: the first few are named, the rest counted. The list may not be a list at all.
private struct MissingFiles {
  private static let most = 10
  private var count = 0

  /// Whether a failure gets its own message.
  mutating func isWorthNaming(_ error: LoadError) -> Bool {
    guard case .file(.noSuchFile) = error else { return true }
    count += 1
    return count <= Self.most
  }

  /// The message about the missing files that were not named, or nil if all were.
  var rest: String? {
    guard count > Self.most else { return nil }
    return count == Self.most + 1 ? "one more entry: no such file" : "\(count - Self.most) more entries: no such file"
  }
}

/// Writes to standard output.
enum StandardOutput {
  /// The width to wrap text to: the terminal's, or 80 columns.
  static var columns: Int { TerminalWindow(ofFirst: [STDOUT_FILENO])?.size?.columns ?? 80 }

  /// Writes all bytes. On an error, reports it and exits with status 1.
  static func write(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(STDOUT_FILENO, buffer.baseAddress?.advanced(by: start), buffer.count - start)
      }
      if written > 0 {
        start += written
      } else if errno == EAGAIN {
        var poll = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = unsafe Glibc.poll(&poll, 1, -1)
      } else if errno != EINTR {
        StandardError.say("cannot write: \(unsafe String(cString: strerror(errno)))")
        exit(1)
      }
    }
  }
}

extension DeckRequest {
  /// The names of the first three sources; "this folder" if there are none.
  static func names(of arguments: [[UInt8]]) -> String {
    if arguments.isEmpty { return "this folder" }
    let names = arguments.prefix(3).map { $0 == [UInt8(ascii: "-")] ? "the list" : String(decoding: $0, as: UTF8.self) }
    return names.joined(separator: ", ") + (arguments.count > 3 ? ", …" : "")
  }

  /// The message if there is nothing to show.
  var nothingFound: String {
    if arguments.isEmpty {
      return "no pictures in this folder, and no demo deck is installed; name pictures or a folder"
    }
    return "no pictures in \(DeckRequest.names(of: arguments))"
      + (!recursive && arguments.contains { PathKind(of: Path($0)) == .folder }
        ? "; --recursive looks into the folders below, too" : "")
  }
}
