import Fetching
import Glibc
import System
import Terminal

/// The display of a command-line run: a line for each finished download and, on a terminal, a bar for each running one.
struct ProgressDisplay {
  private struct Bar {
    var received = 0
    var expected: Int?
    var note: String?
  }

  /// The URLs by the numbers of their downloads.
  let urls: [String]
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var bars: [Int: Bar] = [:]
  /// The number of bar lines on the screen; the cursor is below them.
  private var drawn = 0
  /// Downloads that have ended since the last `draw`.
  private var ended: [(text: String, isFailure: Bool)] = []

  init(of urls: [String]) { self.urls = urls }

  /// Records a report.
  mutating func show(_ report: FetchReport) {
    switch report {
    case .progress(let number, let received, let expected, _):
      bars[Int(number)] = Bar(received: received, expected: expected)
    case .retrying(let number, let reason, let milliseconds):
      bars[Int(number), default: Bar()].note = "\(reason), again in \((milliseconds + 999) / 1_000) s"
      if !isTerminal { ended.append(("\(name(number)): \(bars[Int(number)]?.note ?? "")", true)) }
    case .done(let number, let path, let wasUnchanged, _, _):
      bars[Int(number)] = nil
      // A person knows the URL; a script needs the path.
      let end = isTerminal ? (wasUnchanged ? " (cached)" : "") : ": \(SafeText.visible(path))"
      ended.append((name(number) + end, false))
    case .page, .listed: break
    case .failed(let number, let reason):
      bars[Int(number)] = nil
      ended.append(("\(name(number)): \(reason)", true))
    }
  }

  private func name(_ number: some BinaryInteger) -> String { SafeText.visible(urls[Int(number)]) }

  /// Updates the screen: clears the bars, prints the finished downloads above them, and draws the bars again.
  mutating func draw() {
    guard isTerminal else {
      for line in ended {
        if line.isFailure { StandardError.report(line.text) } else { Self.put(line.text + "\n") }
      }
      return ended = []
    }
    if drawn > 0 { Self.put("\u{1B}[\(drawn)A\u{1B}[J") }
    for line in ended { Self.put(StandardError.shown((line.isFailure ? "✗ " : "✓ ") + line.text) + "\n") }
    ended = []
    let columns = Self.columns
    for (number, bar) in bars.sorted(by: { $0.key < $1.key }) {
      Self.put(Self.line(of: bar, named: name(number), columns: columns) + "\n")
    }
    drawn = bars.count
  }

  /// Erases the bars.
  mutating func finish() {
    bars = [:]
    draw()
  }

  /// A bar's line, at least one column short of the width, so that no terminal wraps it.
  private static func line(of bar: Bar, named name: String, columns: Int) -> String {
    let width = max(10, columns - 1)
    let barWidth = min(20, width / 4)
    let amount: String
    let blocks: String
    if let note = bar.note {
      (amount, blocks) = (note, String(repeating: "░", count: barWidth))
    } else if let expected = bar.expected, expected > 0 {
      let full = min(barWidth, barWidth * bar.received / expected)
      amount = "\(min(100, 100 * bar.received / expected)) % of \(size(expected))"
      blocks = String(repeating: "█", count: full) + String(repeating: "░", count: barWidth - full)
    } else {
      (amount, blocks) = (size(bar.received), String(repeating: "░", count: barWidth))
    }
    let head = StandardError.shown("\(blocks) \(amount) ")
    let room = width - displayWidth(of: head)
    guard room > 0 else { return SafeText.line(head, columns: width, isUnicode: StandardError.isUTF8) }
    // The end of a URL is more telling than its beginning.
    var name = StandardError.shown(name)
    guard displayWidth(of: name) > room else { return head + name }
    let ellipsis = StandardError.shown("…")
    name = String(name.suffix(room))
    while !name.isEmpty, displayWidth(of: name) + displayWidth(of: ellipsis) > room { name.removeFirst() }
    return head + ellipsis + name
  }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) B"
    case ..<1_000_000: "\(bytes / 1_000) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
  }

  /// The width of the terminal, or 80 columns without one.
  static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  static func put(_ text: String) { _ = DescriptorBytes.write(text.utf8, to: STDOUT_FILENO) }
}
