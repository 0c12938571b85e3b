import CarouselValues
import Dispatch
import System
package import Terminal

/// The question to tmux about the terminals in which it is displayed.
package struct TmuxQuestion: Sendable {
  private let invocation: ProgramInvocation
  /// Whether the user has stated that those terminals show placeholders.
  private let isForced: Bool

  /// Nil if we do not run in a tmux pane, `tmux` is not installed, or kitty's graphics are not wanted.
  package init?(environment: [String: String], pixels: PixelChoice) {
    guard pixels.asksForKittyGraphics, let server = environment["TMUX"], server.utf8.count < 1024,
      let arguments = environment["TMUX_PANE"].flatMap(TmuxReport.query),
      let program = ProgramFinder.standard.path(of: "tmux")
    else { return nil }
    var invocation = ProgramInvocation(program, arguments)
    invocation.environment.append("TMUX=\(server)")
    (invocation.timeLimit, invocation.outputLimit, invocation.processorSeconds) = (.seconds(1), 1 << 16, 1)
    self.invocation = invocation
    isForced = pixels == .kitty
  }

  /// Asks tmux and waits for the answer, at most a second; nil if there was none.
  package func report() -> TmuxReport? {
    do throws(ProgramFailure) {
      let run = try ProgramRun(invocation)
      let bytes = try run.readAll()
      return try run.finish() == .exited(0) ? TmuxReport(answer: bytes) : nil
    } catch {
      return nil
    }
  }

  /// Whether all terminals in a report show placeholders.
  package func takesPlaceholders(_ report: TmuxReport) -> Bool { report.takesPlaceholders(isForced: isForced) }
}

/// Asks tmux about the terminals in which it is displayed, off the main queue.
@MainActor
package final class TmuxInquiry {
  private let question: TmuxQuestion
  private var isUnderWay = false
  private let queue = DispatchQueue(label: "tui.tmux")

  /// Nil if we do not run in a tmux pane, `tmux` is not installed, or kitty's graphics are not wanted.
  package init?(environment: [String: String], pixels: PixelChoice) {
    guard let question = TmuxQuestion(environment: environment, pixels: pixels) else { return nil }
    self.question = question
  }

  /// Asks tmux if no delay is left, unless an answer is outstanding. The answer comes on the main queue; its report is
  /// nil if tmux did not answer in time.
  ///
  /// - Returns: When the delay is over; nil if there is none.
  func ask(
    in delay: Duration, at now: Timestamp, _ answer: @escaping @MainActor @Sendable (TerminalReply) -> Void
  ) -> Timestamp? {
    if delay > .zero { return now.advanced(by: delay) }
    guard !isUnderWay else { return nil }
    isUnderWay = true
    queue.run { [question] in
      question.report()
    } then: { [weak self, question] report in
      self?.isUnderWay = false
      answer(.tmux(takesPlaceholders: report.map(question.takesPlaceholders) ?? false, report))
    }
    return nil
  }
}
