import CGlibc
import Glibc
import Synchronization

/// A running program and the processes that it started, which form a process group and are killed together.
///
/// It can be stopped from any thread, and is stopped when released. Only its own process is waited for, by number, so
/// that no other child of ours is reaped by mistake.
package final class ProgramGroup: Sendable {
  private enum State {
    case running
    case ended(ProgramEnding)
  }

  /// The process ID, which is also the group's.
  package let identifier: Int32
  private let state = Mutex(State.running)

  init(_ identifier: pid_t) { self.identifier = identifier }

  deinit { _ = end() }

  /// Kills the program and everything it started; does nothing once it has been reaped.
  package func stop() {
    state.withLock { state in
      if case .running = state { RunningPrograms.kill(group: identifier) }
    }
  }

  /// Whether the process itself has ended, even if processes that it started still run.
  package var hasEnded: Bool {
    state.withLock { state in
      guard case .running = state else { return true }
      var information = unsafe siginfo_t()
      // With WNOWAIT the process is not reaped, so its number stays taken.
      let result = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
      return unsafe result != 0 || information.si_signo == SIGCHLD
    }
  }

  /// Whether the process has been stopped, as by Ctrl+Z.
  package var isStopped: Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(identifier), &information, WSTOPPED | WNOHANG | WNOWAIT)
    return unsafe result == 0 && information.si_signo == SIGCHLD
  }

  /// Kills the processes that are left and returns how the program ended: with its own status if it had exited before.
  @discardableResult
  package func end() -> ProgramEnding {
    state.withLock { state in
      if case .ended(let ending) = state { return ending }
      var status: Int32 = 0
      var result: pid_t = -1
      if RunningPrograms.release(group: identifier) {
        // The process has been killed, so this does not take long.
        repeat { result = unsafe waitpid(identifier, &status, 0) } while result == -1 && errno == EINTR
      }
      // If the system reaps children (SIGCHLD ignored), the status is unknown.
      let ending = result == identifier ? ProgramEnding(waitStatus: status) : .signaled(SIGKILL)
      state = .ended(ending)
      return ending
    }
  }

  /// Starts a program without a shell: in its own process group, in the root folder, with only these three descriptors,
  /// no signal blocked or ignored, and resource limits.
  ///
  /// - Throws: `ProgramFailure.notStarted`; `.cancelled` while the process is ending.
  package static func start(
    _ invocation: ProgramInvocation, input: Int32?, output: Int32, errors: Int32
  ) throws(ProgramFailure) -> ProgramGroup {
    let limits = tui_limits(
      file_bytes: UInt(max(0, invocation.fileLimit)), data_bytes: UInt(max(0, invocation.memoryLimit)),
      cpu_seconds: UInt(max(0, invocation.processorSeconds ?? 0)),
      are_for_group: invocation.mayStartProcesses ? 1 : 0,
      farewell_milliseconds: UInt32(clamping: invocation.gracePeriodMilliseconds))
    if RunningPrograms.isOver { throw .cancelled }
    var identifier: Int32 = 0
    // The strings live as long as the call, which returns when the child no longer shares our memory.
    let result = unsafe invocation.program.withCString { program in
      unsafe CStrings.with([invocation.program.bytes] + invocation.arguments) { arguments in
        unsafe CStrings.with(invocation.environment.map { Array($0.utf8) }) { environment in
          unsafe invocation.withIsolation { isolation in
            unsafe tui_spawn(
              &identifier, program, arguments, environment, input ?? -1, output, errors, limits, isolation)
          }
        }
      }
    }
    guard result == 0 else { throw .notStarted(result) }
    RunningPrograms.add(group: identifier)
    return ProgramGroup(identifier)
  }
}

extension ProgramInvocation {
  /// Calls `body` with the isolation as `tui_spawn` takes it, whose strings live as long as the call.
  fileprivate func withIsolation<Result>(_ body: (tui_isolation) -> Result) -> Result {
    let folders = [Isolation.libraries(of: program), ownFolder].map { $0?.bytes ?? [] }
    return unsafe CStrings.with(folders) { folders in
      // An empty path is that of no folder.
      let (libraries, folder) = unsafe (folders[0], folders[1])
      return unsafe body(tui_isolation(level: isolation.level, libraries: libraries, folder: folder))
    }
  }
}
