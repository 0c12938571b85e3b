/// The figures of all rounds so far.
struct Report: Equatable {
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
  var workersKilled = 0
  var clients = 0
  var takeovers = 0
  var reached = 0

  /// Whether no problem was found.
  var isClean: Bool {
    signalsLost + terminalsBroken + crashes + hangs + childrenLeft + filesLeft + rawOutputs + reached == 0
  }

  private static var figures: [(name: String, path: WritableKeyPath<Report, Int>)] {
    [
      ("inputs tried", \.inputs), ("signals and hang-ups sent", \.signals), ("signals lost", \.signalsLost),
      ("terminals looked at", \.terminals), ("terminals left broken", \.terminalsBroken), ("crashes", \.crashes),
      ("hangs", \.hangs), ("children left", \.childrenLeft), ("temporary files left", \.filesLeft),
      ("bytes left in temporary files", \.bytesLeft), ("outputs with raw control characters", \.rawOutputs),
      ("workers killed or stopped", \.workersKilled), ("clients connected", \.clients),
      ("processes taken over", \.takeovers), ("things that they reached", \.reached),
    ]
  }

  init() {}

  /// Creates a report from figures by name; nil if one is missing or not a number.
  init?(_ values: [String: String]) {
    for figure in Report.figures {
      guard let number = values[figure.name].flatMap(Int.init), number >= 0 else { return nil }
      self[keyPath: figure.path] = number
    }
  }

  /// The figures as text, one per line.
  var text: String {
    Report.figures.map { "\($0.name): \(self[keyPath: $0.path])" }.joined(separator: "\n")
  }
}
