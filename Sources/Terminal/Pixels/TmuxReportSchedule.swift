/// When to query tmux about the terminals around it.
///
/// A program that tmux starts together with its first window is faster than the terminal's answers to tmux, so tmux is
/// queried until its report names all terminals.
package struct TmuxReportSchedule: Sendable {
  /// The time in nanoseconds between a report that lacks a name and the next query.
  private static let interval: Int64 = 200_000_000
  /// The maximum number of queries for names: older terminals never name themselves.
  private static let maximumQueries = 10

  private var queries = 0
  /// Whether all terminals are named, or no more names are expected.
  private var isComplete = false
  /// When the last report came, in nanoseconds; nil if there was none.
  private var last: Int64?

  /// The first query is due.
  package init() {}

  /// Records a report, or nil if tmux did not answer.
  package mutating func received(_ report: TmuxReport?, at nanoseconds: Int64) {
    queries += 1
    last = nanoseconds
    isComplete = report?.isComplete == true || queries >= Self.maximumQueries
  }

  /// The time until the next query for the terminals' names; nil if there is none.
  package func delayForNames(at nanoseconds: Int64) -> Duration? {
    isComplete ? nil : delay(of: Self.interval, at: nanoseconds)
  }

  /// The time until another report shows whether tmux drops output.
  package func delayForLosses(at nanoseconds: Int64) -> Duration {
    delay(of: Int64(TmuxReport.settlingTime / .nanoseconds(1)), at: nanoseconds)
  }

  private func delay(of interval: Int64, at nanoseconds: Int64) -> Duration {
    .nanoseconds(last.map { max(0, $0 + interval - nanoseconds) } ?? 0)
  }
}
