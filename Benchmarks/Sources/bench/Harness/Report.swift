import Glibc

/// One row of the table: a figure, and what it may be at most or must be at least.
struct Figure {
  /// What a figure must be.
  enum Bound {
    case atMost(Double)
    case atLeast(Double)
    /// It is only told.
    case none
  }

  /// What was measured.
  var name: String
  /// The figures behind it, for people.
  var details: String
  /// What is held against the bound.
  var value: Double
  /// Its unit: empty for a ratio or a count.
  var unit = ""
  var bound: Bound

  /// Whether the bound is kept.
  var isKept: Bool {
    switch bound {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    case .none: true
    }
  }

  /// The row in Markdown.
  var row: String {
    let (limit, mark) =
      switch bound {
      case .atMost(let limit): ("≤ \(rounded(limit))\(unit)", isKept ? "✓" : "✗")
      case .atLeast(let limit): ("≥ \(rounded(limit))\(unit)", isKept ? "✓" : "✗")
      case .none: ("", "")
      }
    return "| \(name) | \(details) | \(rounded(value))\(unit) | \(limit) | \(mark) |"
  }
}

/// All figures, printed as they come.
struct Report {
  private(set) var figures: [Figure] = []
  private var skipped: [String] = []

  /// Prints the table's head.
  init() {
    let load = (try? textOfFile("/proc/loadavg"))?.split(separator: " ").first ?? "?"
    Self.print("\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores, load average \(load) at the beginning\n")
    Self.print("| what | measured | figure | bound | |")
    Self.print("|---|---|---:|---:|---|")
  }

  /// Adds a row.
  mutating func add(_ figure: Figure) {
    figures.append(figure)
    Self.print(figure.row)
  }

  /// Remembers what could not be measured, and why.
  mutating func skip(_ what: String, because reason: String) { skipped.append("Skipped: \(what): \(reason).") }

  /// Prints what was skipped; returns whether every bound is kept.
  func finish() -> Bool {
    if !skipped.isEmpty { Self.print("\n" + skipped.joined(separator: "\n\n")) }
    return figures.allSatisfy(\.isKept)
  }

  /// Writes a line at once, so that rows appear as they are measured, also in a pipe.
  private static func print(_ line: String) {
    let bytes = [UInt8]((line + "\n").utf8)
    _ = unsafe write(1, bytes, bytes.count)
  }
}

/// A number with three digits that count.
func rounded(_ value: Double) -> String {
  if value == 0 || abs(value) >= 100 { return String(Int(value.rounded())) }
  let places = abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
  let scale = [1.0, 10, 100, 1000][places]
  let text = "\((value * scale).rounded() / scale)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Seconds in the unit that reads best.
func time(_ seconds: Double) -> String { seconds < 1 ? "\(rounded(seconds * 1000)) ms" : "\(rounded(seconds)) s" }
