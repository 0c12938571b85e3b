/// Answers a program's terminal queries as xterm does.
package struct Answerer {
  private static let answers: [(question: String, answer: String)] = [
    ("\u{1B}[c", "\u{1B}[?64;1;2;6;9;15;16;17;18;21;22;28c"),
    ("\u{1B}[5n", "\u{1B}[0n"),
    ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y"),
    ("\u{1B}[16t", "\u{1B}[6;20;10t"),
    ("\u{1B}]11;?\u{07}", "\u{1B}]11;rgb:0000/0000/0000\u{07}"),
    ("\u{1B}]11;?\u{1B}\\", "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"),
  ]
  /// The additional answers of a terminal with 24-bit colors.
  private static let truecolorAnswers = [
    ("\u{1B}P+q524742\u{1B}\\", "\u{1B}P1+r524742=38\u{1B}\\"),
    ("\u{1B}P$qm\u{1B}\\", "\u{1B}P1$r0;48;2;1;2;3m\u{1B}\\"),
  ]

  /// The additional answers of a terminal with the newer modes: the mouse in pixels, reports of themes and sizes, and kitty's
  /// keyboard protocol.
  private static let modeAnswers =
    [1016, 2031, 2048, 5522].map { ("\u{1B}[?\($0)$p", "\u{1B}[?\($0);2$y") } + [("\u{1B}[?u", "\u{1B}[?0u")]

  /// The supported queries and their answers, as bytes: they are compared with every escape sequence.
  private let answers: [(question: [UInt8], answer: [UInt8])]
  private var pending: [UInt8] = []

  /// Creates an answerer.
  ///
  /// - Parameters:
  /// - hasTruecolor: whether it also answers that the terminal has 24-bit colors.
  /// - isKitty: whether the terminal identifies itself as kitty.
  /// - hasModes: whether it has the newer modes.
  package init(hasTruecolor: Bool, isKitty: Bool = false, hasModes: Bool = false) {
    let answers =
      Self.answers + (hasTruecolor ? Self.truecolorAnswers : []) + (hasModes ? Self.modeAnswers : [])
      + (isKitty ? ["0", ""].map { ("\u{1B}[>\($0)q", "\u{1B}P>|kitty(0.40.1)\u{1B}\\") } : [])
    self.answers = answers.map { (Array($0.0.utf8), Array($0.1.utf8)) }
  }

  /// Returns the answers to the queries in these bytes, which continue the previous ones.
  package mutating func answers(to bytes: ArraySlice<UInt8>) -> [UInt8] {
    pending += bytes
    var answers: [UInt8] = []
    var start = 0
    while let escape = pending[start...].firstIndex(of: 0x1B) {
      let rest = pending[escape...]
      if let match = self.answers.first(where: { rest.starts(with: $0.question) }) {
        answers += match.answer
      } else if self.answers.contains(where: { $0.question.starts(with: rest) }) {
        pending.removeSubrange(..<escape)
        return answers
      }
      start = escape + 1
    }
    pending = []
    return answers
  }
}
