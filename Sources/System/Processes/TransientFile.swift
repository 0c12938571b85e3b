import CGlibc

/// Files that must not outlive this process, however it ends, even by SIGKILL: the reaper removes those that are left.
package enum TransientFile {
  /// Registers a file that is about to be created. A path of 200 bytes or more is not registered.
  package static func watch(_ path: String) { _ = unsafe tui_reaper_watch_file(path) }

  /// Unregisters a file that has been removed or was not created.
  package static func forget(_ path: String) { unsafe tui_reaper_forget_file(path) }
}
