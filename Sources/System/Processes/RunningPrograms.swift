import CGlibc
import Glibc
import Synchronization

/// The programs that run for us and the private folders they work in: none outlives us.
///
/// On a normal exit `end()` kills and removes them. However else we end, even by SIGKILL, the reaper does: a process of
/// its own, started before the first program (see `reaper.h`). A run that needs no program starts no process.
package enum RunningPrograms {
  private struct State {
    /// Leaders of process groups that nobody has waited for yet: their numbers are theirs.
    var groups: Set<Int32> = []
    var folders: Set<Path> = []
    var isOver = false
  }

  private static let state = Mutex(State())

  /// Milliseconds that `end` waits for what it has killed, at most.
  private static let patience = 300

  /// Kills all programs and waits for their end, removes all folders and lets no further program start. Takes half a second
  /// at most.
  package static func end() {
    var (groups, folders) = state.withLock { state in
      defer { state = State(isOver: true) }
      for group in state.groups { Glibc.kill(-group, SIGKILL) }
      return (state.groups, state.folders)
    }
    for _ in 0..<patience where !groups.isEmpty {
      groups = groups.filter { group in
        var status: Int32 = 0
        guard unsafe waitpid(group, &status, WNOHANG) == 0 else {
          tui_reaper_forget_group(group)
          return false
        }
        return true
      }
      if !groups.isEmpty { usleep(1_000) }
    }
    for folder in folders { PrivateFolder.remove(folder) }
    folders = []
    tui_reaper_leave(100)
  }

  /// Whether no program may start any more.
  static var isOver: Bool { state.withLock(\.isOver) }

  /// A program has started.
  static func add(group: Int32) {
    let isOver = state.withLock { state in
      if !state.isOver { state.groups.insert(group) }
      return state.isOver
    }
    // It came between the check and the end.
    if isOver { Glibc.kill(-group, SIGKILL) }
  }

  /// Kills a group, unless its leader has been waited for.
  static func kill(group: Int32) {
    state.withLock { state in
      if state.groups.contains(group) { Glibc.kill(-group, SIGKILL) }
    }
  }

  /// Kills a group for good: the caller, and nobody else, waits for its leader then.
  ///
  /// - Returns: false where `end` has done all that.
  static func release(group: Int32) -> Bool {
    state.withLock { state in
      guard state.groups.remove(group) != nil else { return false }
      Glibc.kill(-group, SIGKILL)
      tui_reaper_forget_group(group)
      return true
    }
  }

  /// A folder is about to be made.
  ///
  /// - Throws: `ProgramFailure.cancelled` at our end.
  static func add(folder: Path) throws(ProgramFailure) {
    let isOver = state.withLock { state in
      if !state.isOver { state.folders.insert(folder) }
      return state.isOver
    }
    if isOver { throw .cancelled }
    _ = unsafe folder.withCString { unsafe tui_reaper_watch_folder($0) }
  }

  /// A folder has been removed, or was not made.
  static func forget(folder: Path) {
    _ = state.withLock { $0.folders.remove(folder) }
    unsafe folder.withCString { unsafe tui_reaper_forget_folder($0) }
  }
}
