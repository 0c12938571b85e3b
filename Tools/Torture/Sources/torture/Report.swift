/// The figures of all rounds so far.
struct Report {
  var inputs = 0
  var signals = 0
  var signalsLost = 0
  var terminals = 0
  var terminalsBroken = 0
  var crashes = 0
  var hangs = 0
  var childrenLeft = 0
  var filesLeft = 0
  var bytesLeft = 0
  var rawOutputs = 0

  /// Whether nothing was found.
  var isClean: Bool {
    signalsLost + terminalsBroken + crashes + hangs + childrenLeft + filesLeft + rawOutputs == 0
  }

  private static var figures: [(name: String, path: WritableKeyPath<Report, Int>)] {
    [
      ("inputs tried", \.inputs), ("signals and hang-ups sent", \.signals), ("signals lost", \.signalsLost),
      ("terminals looked at", \.terminals), ("terminals left broken", \.terminalsBroken), ("crashes", \.crashes),
      ("hangs", \.hangs), ("children left", \.childrenLeft), ("temporary files left", \.filesLeft),
      ("bytes left in temporary files", \.bytesLeft), ("outputs with raw control characters", \.rawOutputs),
    ]
  }

  /// How many figures there are.
  static var count: Int { figures.count }

  /// The figures, in the order of `text`; an array of another length is ignored.
  var numbers: [Int] {
    get { Report.figures.map { self[keyPath: $0.path] } }
    set {
      guard newValue.count == Report.count else { return }
      for (figure, number) in zip(Report.figures, newValue) { self[keyPath: figure.path] = number }
    }
  }

  /// A line for each figure.
  var text: String {
    zip(Report.figures, numbers).map { "\($0.name): \($1)" }.joined(separator: "\n")
  }
}
