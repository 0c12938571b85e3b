import CGlibc
import Glibc
import Synchronization

/// The running programs and their private folders, none of which outlives this process.
///
/// On a normal exit `end()` kills and removes them. After any other end, even by SIGKILL, the reaper does: a separate
/// process, started before the first program (see `reaper.h`). A run without programs starts no process.
package enum RunningPrograms {
  private struct State {
    /// Leaders of process groups that have not been waited for, so their numbers are not reused yet.
    var groups: Set<Int32> = []
    var folders: [Path: OwnedFolder] = [:]
    var isOver = false
  }

  private static let state = Mutex(State())

  /// How often `end` looks, a millisecond apart, whether the processes that it has killed have ended.
  private static let maximumPolls = 300

  /// Kills all programs and waits for them, removes all folders, and lets no further program start.
  /// Takes at most half a second.
  package static func end() {
    var (groups, folders) = state.withLock { state in
      defer { state = State(isOver: true) }
      for group in state.groups { Glibc.kill(-group, SIGKILL) }
      return (state.groups, state.folders)
    }
    for _ in 0..<maximumPolls where !groups.isEmpty {
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
    for folder in folders.values { folder.remove() }
    folders = [:]
    tui_reaper_leave(100)
  }

  /// Whether `end` has been called, so that no program may start.
  static var isOver: Bool { state.withLock(\.isOver) }

  /// Registers a program that has started.
  static func add(group: Int32) {
    let isOver = state.withLock { state in
      if !state.isOver { state.groups.insert(group) }
      return state.isOver
    }
    // It started between the check and `end`.
    if isOver { Glibc.kill(-group, SIGKILL) }
  }

  /// Kills a group, unless its leader has been waited for.
  static func kill(group: Int32) {
    state.withLock { state in
      if state.groups.contains(group) { Glibc.kill(-group, SIGKILL) }
    }
  }

  /// Kills a group and unregisters it. The caller must then wait for its leader.
  ///
  /// - Returns: false if `end` has already done so.
  static func release(group: Int32) -> Bool {
    state.withLock { state in
      guard state.groups.remove(group) != nil else { return false }
      Glibc.kill(-group, SIGKILL)
      tui_reaper_forget_group(group)
      return true
    }
  }

  /// Makes a folder with an unguessable name, for this user only. It is registered for removal before it exists, so
  /// that it cannot be left behind.
  ///
  /// - Throws: `ProgramFailure`; `.cancelled` while the process is ending.
  static func makeFolder(in base: Path) throws(ProgramFailure) -> OwnedFolder {
    try state.withLock { state throws(ProgramFailure) in
      while true {
        if state.isOver { throw .cancelled }
        let name = "tui-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
        let path = base.appending(name.utf8)
        _ = unsafe path.withCString { unsafe tui_reaper_watch_folder($0, 0, 0) }
        do throws(OwnedFolder.Failure) {
          let folder = try OwnedFolder(name, in: base)
          _ = unsafe path.withCString { unsafe tui_reaper_watch_folder($0, folder.device, folder.inode) }
          state.folders[path] = folder
          return folder
        } catch {
          unsafe path.withCString { unsafe tui_reaper_forget_folder($0) }
          guard error == .system(EEXIST) else { throw ProgramFailure(error) }
        }
      }
    }
  }

  /// Unregisters a folder that has been removed.
  static func forget(_ folder: OwnedFolder) {
    _ = state.withLock { $0.folders.removeValue(forKey: folder.path) }
    unsafe folder.path.withCString { unsafe tui_reaper_forget_folder($0) }
  }
}
