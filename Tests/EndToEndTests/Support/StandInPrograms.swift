import Foundation
import Glibc
import TestSupport
import Testing

/// Stand-ins for the programs that decode rare formats. Each records that it has started, and never ends on its own.
final class StandInPrograms {
  /// A search path that begins with the stand-ins' folder, so that they hide the real programs.
  let searchPath: String
  private let traces: Album

  /// Creates stand-ins with some names.
  init(_ names: [String]) throws {
    traces = try Album()
    searchPath = "\(traces.path):/usr/local/bin:/usr/bin:/bin"
    for name in names {
      // Its limits allow only empty files. Its child would survive if only the process itself were killed.
      let script = """
        #!/bin/sh
        sleep 1000 &
        : > "\(traces.path)/process.$!"
        folder=${3%/*}
        : > "\(traces.path)/folder.${folder##*/}"
        : > "\(traces.path)/process.$$"
        while :; do :; done
        """
      try traces.write(script: script, as: name)
    }
  }

  deinit { for process in processes { kill(process, SIGKILL) } }

  /// The processes that were started: at least two once a stand-in runs.
  var processes: [pid_t] { trace("process.").compactMap { pid_t($0) } }

  /// The started processes that have not ended.
  var living: [pid_t] { processes.filter(Self.isAlive) }

  /// The temporary folders that the stand-ins received and that still exist.
  var foldersLeft: [String] { trace("folder.tui-").map { "/tmp/tui-\($0)" }.filter { unsafe access($0, F_OK) == 0 } }

  /// Whether a stand-in has started.
  var hasBegun: Bool { processes.count > 1 }

  /// Waits up to a second, then expects that no process and no folder is left.
  func expectNothingLeft(at location: SourceLocation = #_sourceLocation) {
    _ = waitUntil(limit: 1) { living.isEmpty && foldersLeft.isEmpty }
    #expect(hasBegun, "no program was started", sourceLocation: location)
    #expect(living.isEmpty, "processes live on", sourceLocation: location)
    #expect(foldersLeft.isEmpty, "temporary folders are left", sourceLocation: location)
  }

  private func trace(_ prefix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: traces.path)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// Whether a process is running; a zombie is not.
  static func isAlive(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    let state = status.split(separator: ")").last?.split(separator: " ").first
    return state != "Z" && state != "X"
  }
}
