/// What tmux passes on to the terminal around it, of what a program in a pane writes.
package struct PretendTmux {
  /// Bytes in each control string that was passed on.
  package private(set) var passed: [[UInt8]] = []
  private var pending: [UInt8] = []

  package init() {}

  /// Takes bytes, wherever they were cut; returns what the terminal gets.
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
