import Glibc

/// A diagram with logarithmic axes, as SVG: one line for each power law, which is straight where growth has one exponent.
struct LogPlot {
  /// The diagram's title, which contains the axes' units.
  let title: String
  private(set) var lines: [(name: String, law: PowerLaw)] = []

  /// Creates an empty diagram.
  init(_ title: String) { self.title = title }

  /// Adds a line.
  mutating func add(_ name: String, _ law: PowerLaw) { lines.append((name, law)) }

  /// The size of a diagram in SVG's units, with its margins and legend.
  static let (width, height) = (420.0, 260.0)

  private static let (left, right, top, bottom) = (52.0, 120.0, 28.0, 24.0)
  private static let colors = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b"]

  /// The diagram as an SVG group at an offset.
  func group(x: Double, y: Double) -> String {
    let points = lines.flatMap(\.law.points)
    let (across, down) = (LogPlot.decades(points.map(\.size)), LogPlot.decades(points.map(\.value)))
    func place(_ size: Double, _ value: Double) -> (Double, Double) {
      let (width, height) = (
        LogPlot.width - LogPlot.left - LogPlot.right, LogPlot.height - LogPlot.top - LogPlot.bottom
      )
      let right = (log10(size) - Double(across.lowerBound)) / Double(across.count - 1)
      let up = (log10(value) - Double(down.lowerBound)) / Double(down.count - 1)
      return (LogPlot.left + right * width, LogPlot.top + (1 - up) * height)
    }
    var parts = ["<g transform=\"translate(\(x) \(y))\">", LogPlot.text(title, 4, 14, anchor: "start", weight: "bold")]
    for decade in across {
      let (x, y) = place(pow(10, Double(decade)), pow(10, Double(down.lowerBound)))
      parts.append("<path d=\"M\(rounded(x)) \(LogPlot.top)V\(rounded(y))\" stroke=\"#8884\"/>")
      parts.append(LogPlot.text(LogPlot.label(decade), x, y + 14, anchor: "middle"))
    }
    for decade in down {
      let (x, y) = place(pow(10, Double(across.lowerBound)), pow(10, Double(decade)))
      parts.append("<path d=\"M\(rounded(x)) \(rounded(y))H\(LogPlot.width - LogPlot.right)\" stroke=\"#8884\"/>")
      parts.append(LogPlot.text(LogPlot.label(decade), x - 4, y + 4, anchor: "end"))
    }
    for (index, line) in lines.enumerated() {
      let color = LogPlot.colors[index % LogPlot.colors.count]
      let places = line.law.points.map { place($0.size, $0.value) }
      let path = places.map { "\(rounded($0.0)) \(rounded($0.1))" }.joined(separator: "L")
      parts.append("<path d=\"M\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"1.5\"/>")
      parts += places.map { "<circle cx=\"\(rounded($0.0))\" cy=\"\(rounded($0.1))\" r=\"2.5\" fill=\"\(color)\"/>" }
      let y = LogPlot.top + 8 + 15 * Double(index)
      parts.append(
        LogPlot.text(line.name, LogPlot.width - LogPlot.right + 8, y, anchor: "start", weight: "bold", color: color))
    }
    return (parts + ["</g>"]).joined(separator: "\n")
  }

  /// An SVG file with diagrams, two in a row, on a background that suits light and dark pages.
  static func file(_ plots: [LogPlot]) -> String {
    let size = (2 * width, height * Double((plots.count + 1) / 2))
    let groups = plots.enumerated().map { $1.group(x: Double($0 % 2) * width, y: Double($0 / 2) * height) }
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(size.0)) \(Int(size.1))\" "
      + "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    return ([head] + groups + ["</svg>\n"]).joined(separator: "\n")
  }

  /// The powers of ten around some positive values.
  private static func decades(_ values: [Double]) -> ClosedRange<Int> {
    let logarithms = values.map(log10)
    let low = Int((logarithms.min() ?? 0).rounded(.down))
    return low...max(low + 1, Int((logarithms.max() ?? 1).rounded(.up)))
  }

  private static func label(_ decade: Int) -> String {
    switch decade {
    case 9...: "\(rounded(pow(10, Double(decade - 9)))) G"
    case 6..<9: "\(rounded(pow(10, Double(decade - 6)))) M"
    case 3..<6: "\(rounded(pow(10, Double(decade - 3)))) k"
    default: rounded(pow(10, Double(decade)))
    }
  }

  private static func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String, weight: String = "normal", color: String = "#333"
  ) -> String {
    "<text x=\"\(rounded(x))\" y=\"\(rounded(y))\" text-anchor=\"\(anchor)\" font-weight=\"\(weight)\" "
      + "fill=\"\(color)\">\(text)</text>"
  }
}
