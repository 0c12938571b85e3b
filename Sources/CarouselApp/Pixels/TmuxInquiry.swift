import Dispatch
import System
package import Terminal

/// Asks tmux, the program, about the terminals around it, away from the main queue.
@MainActor
package final class TmuxInquiry {
  private let invocation: ProgramInvocation
  /// Whether the user says that those terminals show placeholders.
  private let isForced: Bool
  private var isUnderWay = false
  private let queue = DispatchQueue(label: "tui.tmux")

  /// nil where we do not run in a pane of tmux, or there is no such program.
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

  /// Asks, unless an answer is under way; it comes on the main queue, without a report where there was none in time.
  func ask(_ answer: @escaping @MainActor @Sendable (TerminalReply) -> Void) {
    guard !isUnderWay else { return }
    isUnderWay = true
    let (invocation, isForced) = (invocation, isForced)
    queue.async { [weak self] in
      let report = TmuxInquiry.report(by: invocation)
      MainQueue.async {
        self?.isUnderWay = false
        answer(.tmux(takesPlaceholders: report?.takesPlaceholders(isForced: isForced) ?? false, report))
      }
    }
  }

  private nonisolated static func report(by invocation: ProgramInvocation) -> TmuxReport? {
    do throws(ProgramFailure) {
      let run = try ProgramRun(invocation)
      let bytes = try run.readAll()
      return try run.finish() == .exited(0) ? TmuxReport(answer: bytes) : nil
    } catch {
      return nil
    }
  }
}
