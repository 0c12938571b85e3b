import Glibc
import TestSupport
import Testing

/// Fakes of the programs that decode rare formats, which never end on their own.
///
/// They are isolated as the real ones are, and so cannot leave a trace: their processes are found in /proc.
final class FakePrograms {
  /// A search path that begins with the fakes' folder, so that they hide the real programs.
  let searchPath: String
  private let folder: Album
  private var seen: Set<pid_t> = []
  private var seenFolders: Set<String> = []

  /// Creates fakes with some names.
  ///
  /// - Parameter script: What they do after they have started a child process.
  init(_ names: [String], script: String = "") throws {
    folder = try Album()
    searchPath = "\(folder.path):/usr/local/bin:/usr/bin:/bin"
    for name in names {
      // Its child would survive if only the process itself were killed.
      try folder.write(script: "#!/bin/sh\nsleep 1000 &\n\(script)\nwhile :; do :; done\n", as: name)
    }
  }

  deinit { for process in living { kill(process, SIGKILL) } }

  /// The processes that have been seen: at least two once a fake runs.
  var processes: Set<pid_t> {
    var groups: Set<pid_t> = []
    let all = ProcessState.processes
    for process in all {
      let arguments = Album.contents(of: "/proc/\(process)/cmdline")?.split(separator: "\0") ?? []
      guard arguments.dropFirst().first?.hasPrefix(folder.path + "/") == true else { continue }
      groups.insert(process)
      for argument in arguments {
        if let parts = argument.wholeMatch(of: /(.*\/tui-[a-z0-9]+)\/[^\/]+/) { seenFolders.insert(String(parts.1)) }
      }
    }
    seen.formUnion(groups)
    for process in all {
      guard let state = ProcessState(of: process) else { continue }
      if seen.contains(state.group) || seen.contains(state.parent) { seen.insert(process) }
    }
    return seen
  }

  /// The processes that have been seen and have not ended.
  var living: Set<pid_t> { processes.filter(Self.isAlive) }

  /// The temporary folders that the fakes have received and that still exist.
  var foldersLeft: Set<String> {
    _ = processes
    return seenFolders.filter { unsafe access($0, F_OK) == 0 }
  }

  /// Whether a fake has started.
  var hasBegun: Bool { processes.count > 1 }

  /// Waits up to a second, then expects that no process and no folder is left.
  func expectNothingLeft(at location: SourceLocation = #_sourceLocation) {
    _ = waitUntil(limit: 1) { living.isEmpty && foldersLeft.isEmpty }
    #expect(hasBegun, "no program was started", sourceLocation: location)
    #expect(living.isEmpty, "processes live on", sourceLocation: location)
    #expect(foldersLeft.isEmpty, "temporary folders are left", sourceLocation: location)
  }

  /// Whether a process is running; a zombie is not.
  static func isAlive(_ process: pid_t) -> Bool { ProcessState(of: process)?.isAlive ?? false }
}
