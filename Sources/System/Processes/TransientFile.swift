import CGlibc

/// Files that must not outlive this process, however it ends, even by SIGKILL: the reaper removes those that are left.
package enum TransientFile {
  /// Registers a file that is about to be created; returns false if there is no reaper, or for a path of 200 bytes or more.
  package static func watch(_ path: String) -> Bool { unsafe tui_reaper_watch_file(path) == 0 }

  /// Registers a folder that is about to be made, and will be removed if it is empty.
  package static func watch(folder path: String) { _ = unsafe tui_reaper_watch_folder(path, 0, 0) }

  /// Unregisters a file that has been removed or was not created.
  package static func forget(_ path: String) { unsafe tui_reaper_forget_file(path) }
}
