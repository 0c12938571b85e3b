import Foundation
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
    let all = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
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
      guard let fields = Self.fields(of: process) else { continue }
      if seen.contains(fields.group) || seen.contains(fields.parent) { seen.insert(process) }
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
  static func isAlive(_ process: pid_t) -> Bool {
    guard let state = fields(of: process)?.state else { return false }
    return state != "Z" && state != "X"
  }

  /// A process's state, its parent and its group; nil if there is no such process.
  private static func fields(of process: pid_t) -> (state: Substring, parent: pid_t, group: pid_t)? {
    // The name before them is in parentheses.
    let fields = Album.contents(of: "/proc/\(process)/stat")?.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 2, let parent = pid_t(fields[1]), let group = pid_t(fields[2]) else { return nil }
    return (fields[0], parent, group)
  }
}
