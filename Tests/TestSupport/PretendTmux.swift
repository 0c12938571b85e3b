/// A simulated tmux: the part of a pane's output that it passes through to the outer terminal.
package struct PretendTmux {
  /// The content of each control string that was passed through.
  package private(set) var passed: [[UInt8]] = []
  private var pending: [UInt8] = []

  package init() {}

  /// Consumes bytes, which may be split anywhere; returns the bytes that the terminal receives.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    pending += bytes
    var (output, position): ([UInt8], Int) = ([], 0)
    let start = Array("\u{1B}Ptmux;".utf8)
    while let escape = pending[position...].firstIndex(of: 0x1B) {
      guard pending[escape...].starts(with: start) else {
        position = escape + 1
        continue
      }
      var (content, index, isWhole): ([UInt8], Int, Bool) = ([], escape + start.count, false)
      while index + 1 < pending.count {
        if pending[index] == 0x1B {
          isWhole = pending[index + 1] == UInt8(ascii: "\\")
          index += 1
          if isWhole { break }
        }
        content.append(pending[index])
        index += 1
      }
      guard isWhole else {
        pending.removeSubrange(..<escape)
        return output
      }
      passed.append(content)
      output += content
      position = index + 1
    }
    pending = []
    return output
  }
}
