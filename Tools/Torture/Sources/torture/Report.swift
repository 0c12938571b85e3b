import Glibc

/// What has come of all rounds so far.
struct Report {
  var inputs = 0
  var crashes = 0
  var hangs = 0
  var terminalsBroken = 0
  var childrenLeft = 0
  var filesLeft = 0
  var bytesLeft = 0
  var rawOutputs = 0

  /// Whether nothing was found.
  var isClean: Bool {
    crashes + hangs + terminalsBroken + childrenLeft + filesLeft + rawOutputs == 0
  }

  /// Its numbers, in the order of `names`.
  var numbers: [Int] {
    get { [inputs, crashes, hangs, terminalsBroken, childrenLeft, filesLeft, bytesLeft, rawOutputs] }
    set {
      guard newValue.count == Report.names.count else { return }
      (inputs, crashes, hangs, terminalsBroken) = (newValue[0], newValue[1], newValue[2], newValue[3])
      (childrenLeft, filesLeft, bytesLeft, rawOutputs) = (newValue[4], newValue[5], newValue[6], newValue[7])
    }
  }

  static let names = [
    "inputs tried", "crashes", "hangs", "terminals left broken", "children left", "temporary files left",
    "bytes left in temporary files", "outputs with raw control characters",
  ]

  /// A line for each number.
  var text: String {
    zip(Report.names, numbers).map { "\($0): \($1)" }.joined(separator: "\n")
  }
}
