package import CarouselValues
import Terminal

/// The line on standard error that shows how far a long printing run has come.
///
/// The line contains no escape sequences: it is overwritten after a carriage return.
package struct PrintProgress {
  /// How long printing takes before the line appears.
  package static let delay: Duration = .seconds(2)
  /// The minimum time between two changes of the line.
  static let interval: Duration = .milliseconds(200)

  private let start: Timestamp
  private let columns: Int
  private var shown: (width: Int, at: Timestamp)?

  /// A line that is not shown yet.
  ///
  /// - Parameter columns: the width of the terminal. The last column stays blank, since terminals wrap there.
  package init(at now: Timestamp, columns: Int) { (start, self.columns) = (now, columns) }

  /// The bytes that show which slide is printed now; empty if nothing changes yet.
  ///
  /// - Parameters:
  ///   - number: the slide's number, from 1.
  ///   - name: the raw bytes of its name.
  ///   - isUTF8: whether the terminal shows more than ASCII.
  package mutating func line(
    for number: Int, of count: Int, name: some Collection<UInt8>, isUTF8: Bool, at now: Timestamp
  ) -> [UInt8] {
    guard count > 1, start.duration(to: now) >= PrintProgress.delay else { return [] }
    if let shown, shown.at.duration(to: now) < PrintProgress.interval { return [] }
    let label = "\(number)/\(count) \(String(decoding: name, as: UTF8.self))"
    var text = SafeText.line(label, columns: max(0, columns - 1), isUnicode: isUTF8)
    if !isUTF8 { text = SafeText.ascii(text) }
    let width = displayWidth(of: text)
    let rest = max(0, (shown?.width ?? 0) - width)
    shown = (width, now)
    return Array("\r\(text)\(String(repeating: " ", count: rest))".utf8)
  }

  /// The bytes that remove the line, before anything else is written to the terminal; empty if it is not shown.
  package mutating func removal() -> [UInt8] {
    guard let width = shown?.width else { return [] }
    shown = nil
    return Array("\r\(String(repeating: " ", count: width))\r".utf8)
  }
}
