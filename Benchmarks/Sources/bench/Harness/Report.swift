import Foundation

/// One row of the table: a figure and its bound.
struct Figure {
  /// The limit of a figure.
  enum Bound {
    case atMost(Double)
    case atLeast(Double)
    /// No limit; the figure is only reported.
    case none
  }

  /// A description of the measurement.
  var name: String
  /// The underlying numbers, as text.
  var details: String
  /// The value that the bound applies to.
  var value: Double
  /// Its unit; empty for a ratio or a count.
  var unit = ""
  var bound: Bound

  /// Whether the value is within its bound.
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

/// All figures, printed as they are added.
struct Report {
  private(set) var figures: [Figure] = []
  private var skipped: [String] = []

  /// Prints the table's header.
  init() {
    let load = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8))?.split(separator: " ").first ?? "?"
    let programs = ["chafa", "timg"].compactMap { Program($0)?.nameAndVersion }
    Self.print(
      (["\(sysconf(Int32(_SC_NPROCESSORS_ONLN))) cores", "load average \(load) at the beginning"] + programs)
        .joined(separator: ", ") + "\n")
    Self.print("| what | measured | figure | bound | |")
    Self.print("|---|---|---:|---:|---|")
  }

  /// Adds a row.
  mutating func add(_ figure: Figure) {
    figures.append(figure)
    Self.print(figure.row)
  }

  /// Adds a row.
  mutating func add(name: String, details: String, value: Double, unit: String = "", bound: Figure.Bound) {
    add(Figure(name: name, details: details, value: value, unit: unit, bound: bound))
  }

  /// Adds the ratio of the medians of two commands' times, in seconds, from `alternate`.
  mutating func add(name: String, times: (ours: Statistics, theirs: Statistics), bound: Figure.Bound) {
    let (our, their) = (times.ours.median, times.theirs.median)
    add(name: name, details: "\(time(our)) : \(time(their))", value: our / their, bound: bound)
  }

  /// Records a measurement that was not possible, and the reason.
  mutating func skip(_ what: String, because reason: String) { skipped.append("Skipped: \(what): \(reason).") }

  /// Prints the skipped measurements; returns whether all figures are within their bounds.
  func finish() -> Bool {
    if !skipped.isEmpty { Self.print("\n" + skipped.joined(separator: "\n\n")) }
    return figures.allSatisfy(\.isKept)
  }

  /// Writes a line unbuffered, so that rows appear as they are measured, even in a pipe.
  private static func print(_ line: String) {
    let bytes = [UInt8]((line + "\n").utf8)
    _ = unsafe write(1, bytes, bytes.count)
  }
}

/// A number with three significant digits.
func rounded(_ value: Double) -> String {
  if value == 0 || abs(value) >= 100 { return String(Int(value.rounded())) }
  let places = abs(value) >= 10 ? 1 : abs(value) >= 1 ? 2 : 3
  let scale = [1.0, 10, 100, 1000][places]
  let text = "\((value * scale).rounded() / scale)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Seconds as text, in milliseconds if less than one.
func time(_ seconds: Double) -> String { seconds < 1 ? "\(rounded(seconds * 1000)) ms" : "\(rounded(seconds)) s" }
