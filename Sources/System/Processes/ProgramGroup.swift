import CGlibc
import Glibc
import Synchronization

/// A program that runs, with all that it has started: they are one process group, and go together.
///
/// It can be stopped from anywhere, and is stopped when nobody holds it. Only this process is waited for, by its number:
/// nobody else's child is taken from them.
package final class ProgramGroup: Sendable {
  private enum State {
    case running
    case ended(ProgramEnding)
  }

  /// The number of the process, and of the group.
  package let identifier: Int32
  private let state = Mutex(State.running)

  init(_ identifier: pid_t) { self.identifier = identifier }

  deinit { _ = end() }

  /// Kills the program and everything it started. What has ended stays ended.
  package func stop() {
    state.withLock { state in
      if case .running = state { RunningPrograms.kill(group: identifier) }
    }
  }

  /// Whether the process itself has ended, which it may have while something that it started goes on.
  package var hasEnded: Bool {
    state.withLock { state in
      guard case .running = state else { return true }
      var information = unsafe siginfo_t()
      // WNOWAIT leaves it to be waited for: its number stays taken.
      let result = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
      return unsafe result != 0 || information.si_signo == SIGCHLD
    }
  }

  /// Kills whatever of it is left, and tells how the process ended: by itself, if it had.
  @discardableResult
  package func end() -> ProgramEnding {
    state.withLock { state in
      if case .ended(let ending) = state { return ending }
      var status: Int32 = 0
      var result: pid_t = -1
      if RunningPrograms.release(group: identifier) {
        // Killed, so this does not take long.
        repeat { result = unsafe waitpid(identifier, &status, 0) } while result == -1 && errno == EINTR
      }
      // Where children are taken by the system itself (SIGCHLD ignored), nobody knows how it ended.
      let ending = result == identifier ? ProgramEnding(waitStatus: status) : .signaled(SIGKILL)
      state = .ended(ending)
      return ending
    }
  }
}

extension ProgramGroup {
  /// Starts a program without a shell: in a group of its own, in the root folder, with no descriptor but these three,
  /// with no signal blocked or ignored, and with its limits.
  ///
  /// - Throws: `ProgramFailure.notStarted`; `.cancelled` at our end.
  package static func start(
    _ invocation: ProgramInvocation, input: Int32?, output: Int32, errors: Int32
  ) throws(ProgramFailure) -> ProgramGroup {
    let limits = tui_limits(
      file_bytes: UInt(max(0, invocation.fileLimit)), data_bytes: UInt(max(0, invocation.memoryLimit)),
      cpu_seconds: UInt(max(0, invocation.processorSeconds ?? 0)),
      farewell_milliseconds: UInt32(clamping: invocation.farewellMilliseconds))
    if RunningPrograms.isOver { throw .cancelled }
    var identifier: Int32 = 0
    // The strings live as long as the call, which returns when the child has left our memory.
    let result = unsafe invocation.program.withCString { program in
      unsafe CStrings.with([invocation.program.bytes] + invocation.arguments) { arguments in
        unsafe CStrings.with(invocation.environment.map { Array($0.utf8) }) { environment in
          unsafe tui_spawn(&identifier, program, arguments, environment, input ?? -1, output, errors, limits)
        }
      }
    }
    guard result == 0 else { throw .notStarted(result) }
    RunningPrograms.add(group: identifier)
    return ProgramGroup(identifier)
  }
}
