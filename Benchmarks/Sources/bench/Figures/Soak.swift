/// Measures whether an hour over a thousand pictures changes memory or frame times. Time is compressed: there are as
/// many slide changes as in an hour with an interval of five seconds, half a second each.
enum Soak {
  private static let pictures = 1000
  private static let changes = 720
  /// The time of one change, of which three fifths are motion.
  private static let secondsOfAChange = 0.5
  /// Memory samples in each third, whose median counts: memory depends on the visible
  /// pictures and on which are animated.
  private static let looks = 24

  /// Adds the memory in the last third divided by that in the second, since caches fill up in the first; and the 99th
  /// percentile of frame intervals in the last third divided by that in the first.
  static func measure(on workbench: Workbench, into report: inout Report) throws {
    let folder = try workbench.samples.mixedFolder(count: pictures)
    let run = try workbench.carousel([folder], columns: 120, rows: 40)
    try run.readUntilQuiet(milliseconds: 100)
    let third = Double(changes) * secondsOfAChange / 3
    var thirds: [(megabytes: Double, percentile: Double)] = []
    for number in 1...3 {
      say("Third \(number) of the soak: \(rounded(third)) s …")
      var observer = MotionObserver(of: run)
      var megabytes: [Double] = []
      for _ in 0..<looks {
        try observer.watch(seconds: third / Double(looks), pressingEvery: secondsOfAChange)
        megabytes.append(Double(try ProcessStatus(of: run.child).residentBytes()) / 1e6)
      }
      thirds.append(
        (Statistics(megabytes).median, Statistics(try observer.motion().intervals).percentile(0.99)))
    }
    try run.type("q")
    try run.readToEnd(seconds: 3600)
    let (first, last) = (thirds[0], thirds[2])
    report.add(
      name: "an hour over 1,000 mixed pictures: memory in the last third, by that in the second",
      details:
        "\(rounded(last.megabytes)) MB : \(rounded(thirds[1].megabytes)) MB, in the first \(rounded(first.megabytes)) MB",
      value: last.megabytes / thirds[1].megabytes, bound: .atMost(1.1))
    report.add(
      name: "the same: 99 % of frames within, by that of the first third",
      details: "\(rounded(last.percentile)) ms : \(rounded(first.percentile)) ms",
      value: last.percentile / first.percentile, bound: .atMost(1.2))
  }
}
