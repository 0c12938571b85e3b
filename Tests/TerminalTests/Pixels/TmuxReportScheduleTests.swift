import Terminal
import TestSupport
import Testing

/// When tmux is queried about the terminals around it.
@Suite struct TmuxReportScheduleTests {
  private static func report(_ clients: String...) -> TmuxReport? {
    let lines = clients.map { "C|$1|@3|0|9|18|0|RGB|xterm-kitty|\($0)" }
    return TmuxReport(answer: Array((["T|3.8|on|@3", "S|$1"] + lines).joined(separator: "\n").utf8))
  }

  @Test func `tmux is queried at once, and again until every terminal has named itself`() {
    var schedule = TmuxReportSchedule()
    expect(schedule.delayForNames(at: 5_000_000_000), equals: .zero)
    // A window's program may be faster than the terminal that attaches, and than its answer.
    schedule.received(Self.report(), at: 5_000_000_000)
    expect(schedule.delayForNames(at: 5_050_000_000), equals: .milliseconds(150))
    expect(schedule.delayForNames(at: 5_300_000_000), equals: .zero)
    schedule.received(Self.report("", "kitty(0.48.2)"), at: 5_300_000_000)
    expect(schedule.delayForNames(at: 5_300_000_000), equals: .milliseconds(200))
    schedule.received(Self.report("kitty(0.48.2)", "kitty(0.48.2)"), at: 5_500_000_000)
    expect(schedule.delayForNames(at: 5_500_000_000), equals: nil)
  }

  @Test func `ten reports without a terminal's name are enough`() {
    for report in [nil, Self.report(), Self.report("")] {
      var schedule = TmuxReportSchedule()
      for _ in 0..<9 { schedule.received(report, at: 0) }
      expect(schedule.delayForNames(at: 200_000_000), equals: .zero)
      schedule.received(report, at: 0)
      expect(schedule.delayForNames(at: 200_000_000), equals: nil)
    }
  }

  @Test func `two reports about losses are 150 ms apart`() {
    var schedule = TmuxReportSchedule()
    expect(schedule.delayForLosses(at: 5_000_000_000), equals: .zero)
    schedule.received(Self.report("kitty(0.48.2)"), at: 5_000_000_000)
    expect(schedule.delayForLosses(at: 5_020_000_000), equals: .milliseconds(130))
    expect(schedule.delayForLosses(at: 5_150_000_000), equals: .zero)
  }
}
