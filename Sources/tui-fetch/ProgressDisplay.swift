import Fetching
import Glibc

/// What is seen of downloads by hand: a line for each that has ended and, on a terminal, a bar for each that runs.
struct ProgressDisplay {
  private struct Bar {
    var received = 0
    var expected: Int?
    var note: String?
  }

  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var bars: [Int: Bar] = [:]
  /// Lines of bars that are on the screen, the cursor below them.
  private var drawn = 0
  private var names: [Int: String] = [:]
  /// What has ended since the last drawing.
  private var ended: [(text: String, isFailure: Bool)] = []

  /// Takes note of a report.
  mutating func show(_ report: FetchReport, of urls: [String]) {
    switch report {
    case .progress(let number, let received, let expected):
      name(number, of: urls)
      bars[Int(number)] = Bar(received: received, expected: expected)
    case .retrying(let number, let reason, let milliseconds):
      name(number, of: urls)
      bars[Int(number), default: Bar()].note = "\(reason), again in \((milliseconds + 999) / 1_000) s"
      if !isTerminal { ended.append(("\(names[Int(number)] ?? ""): \(bars[Int(number)]?.note ?? "")", true)) }
    case .done(let number, let path, let wasUnchanged, _):
      name(number, of: urls)
      bars[Int(number)] = nil
      // A person knows what was asked for; a script wants the file.
      let end = isTerminal ? (wasUnchanged ? " (at hand)" : "") : ": \(Visible.text(path))"
      ended.append(((names[Int(number)] ?? "") + end, false))
    case .failed(let number, let reason):
      name(number, of: urls)
      bars[Int(number)] = nil
      ended.append(("\(names[Int(number)] ?? ""): \(reason)", true))
    }
  }

  private mutating func name(_ number: UInt64, of urls: [String]) {
    names[Int(number)] = Visible.text(urls[Int(number)])
  }

  /// Brings the screen up to date: bars are wiped, what has ended is said above them, bars are drawn again.
  mutating func draw() {
    guard isTerminal else {
      for line in ended {
        if line.isFailure { Complaint.say(line.text) } else { Self.put(line.text + "\n") }
      }
      return ended = []
    }
    var text = ""
    if drawn > 0 { text += "\u{1B}[\(drawn)A\u{1B}[J" }
    for line in ended { text += (line.isFailure ? "✗ " : "✓ ") + line.text + "\n" }
    ended = []
    let columns = Self.columns
    for number in bars.keys.sorted() {
      guard let bar = bars[number] else { continue }
      text += Self.line(of: bar, named: names[number] ?? "", columns: columns) + "\n"
    }
    drawn = bars.count
    Self.put(text)
  }

  /// Wipes the bars.
  mutating func finish() {
    bars = [:]
    draw()
  }

  /// A bar's line, a column short of the width, so that no terminal wraps it.
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
    let head = "\(blocks) \(amount) "
    let room = width - head.count
    guard room > 0 else { return String(head.prefix(width)) }
    // Of a URL the end tells more than the beginning.
    return head + (name.count > room ? "…" + name.suffix(room - 1) : name)
  }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) B"
    case ..<1_000_000: "\(bytes / 1_000) kB"
    default: "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
    }
  }

  private static var columns: Int {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private static func put(_ text: String) {
    guard !text.isEmpty else { return }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

/// Texts of others on a terminal.
enum Visible {
  /// The text with every control character, those of C1 and those that turn the direction of writing as U+FFFD.
  static func text(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
