import Foundation
import Glibc
import TestSupport
import Testing

/// Stand-ins for the programs that decode rare formats. Each leaves a trace and never ends on its own.
final class StandInPrograms {
  /// The stand-ins' folder: in front of the search path it hides the real programs.
  let searchPath: String
  private let traces: Album

  /// Stand-ins under some names.
  init(_ names: [String]) throws {
    traces = try Album()
    searchPath = "\(traces.path):/usr/local/bin:/usr/bin:/bin"
    for name in names {
      // Creating an empty file is all that its limits allow. Its child would outlive a kill of the process alone.
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

  /// The processes that were started: at least two once a program runs.
  var processes: [pid_t] { trace("process.").compactMap { pid_t($0) } }

  /// Those of them that have not ended.
  var living: [pid_t] { processes.filter(Self.isAlive) }

  /// The temporary folders that were handed to them and are still there.
  var foldersLeft: [String] { trace("folder.tui-").map { "/tmp/tui-\($0)" }.filter { unsafe access($0, F_OK) == 0 } }

  /// Whether a program has begun.
  var hasBegun: Bool { processes.count > 1 }

  /// Waits a second at most, then expects that no process and no folder is left.
  func expectNothingLeft(at location: SourceLocation = #_sourceLocation) {
    let deadline = secondsNow() + 1
    while secondsNow() < deadline, !living.isEmpty || !foldersLeft.isEmpty { usleep(5_000) }
    #expect(hasBegun, "no program was started", sourceLocation: location)
    #expect(living.isEmpty, "processes live on", sourceLocation: location)
    #expect(foldersLeft.isEmpty, "temporary folders are left", sourceLocation: location)
  }

  private func trace(_ prefix: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: traces.path)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// Whether a process runs; one that nobody has waited for yet does not.
  private static func isAlive(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    let state = status.split(separator: ")").last?.split(separator: " ").first
    return state != "Z" && state != "X"
  }
}
