import Glibc
import TestSupport

/// Figures of an earlier run, to detect regressions; each line has the figure, a tab and its name.
struct StoredFigures {
  /// How many times worse a figure may be before it counts as a regression, since machines differ and may be shared.
  private static let generosity = 1.5

  private let values: [String: Double]

  /// Reads a file.
  init(path: String) throws {
    var values: [String: Double] = [:]
    for line in try textOfFile(path).split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2, let value = Double(parts[0]) { values[String(parts[1])] = value }
    }
    self.values = values
  }

  /// Reports the figures that are much worse than the stored ones; returns whether there are none.
  func holds(for figures: [Figure]) -> Bool {
    var holds = true
    for figure in figures {
      guard let stored = values[figure.name], stored > 0, figure.value > 0 else { continue }
      let ratio: Double
      switch figure.bound {
      case .atMost: ratio = figure.value / stored
      case .atLeast: ratio = stored / figure.value
      case .none: continue
      }
      if ratio > Self.generosity {
        say("\(figure.name): \(rounded(figure.value)) now, \(rounded(stored)) stored")
        holds = false
      }
    }
    return holds
  }

  /// Replaces the stored figures by those of a run.
  static func store(_ figures: [Figure], path: String) throws {
    guard let file = unsafe fopen(path, "w") else { throw SystemFailure("fopen \(path)") }
    for figure in figures {
      let line = "\(figure.value)\t\(figure.name)\n"
      unsafe fputs(line, file)
    }
    unsafe fclose(file)
  }
}
