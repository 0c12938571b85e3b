import Foundation
package import Glibc

/// What the kernel reports about a process.
package struct ProcessState {
  package let parent: pid_t
  package let group: pid_t
  /// Whether the process has not ended. A zombie without other threads, which would hold its files, has, even if its parent takes its time
  /// to notice.
  package let isAlive: Bool

  /// Returns nil if there is no such process.
  package init?(of process: pid_t) {
    let file = unsafe open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // The line has fewer than 400 bytes.
    var line = [UInt8](repeating: 0, count: 1024)
    let count = unsafe read(file, &line, line.count)
    // The name before the fields is in parentheses.
    let fields = String(decoding: line.prefix(max(0, count)), as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    guard let fields, fields.count > 17, let parent = pid_t(fields[1]), let group = pid_t(fields[2]),
      let threads = Int(fields[17])
    else { return nil }
    isAlive = fields[0] != "Z" && fields[0] != "X" || threads > 1
    (self.parent, self.group) = (parent, group)
  }

  /// The children of all threads of a process.
  package static func children(of process: pid_t) -> [pid_t] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    return threads.flatMap { thread in
      let path = "/proc/\(process)/task/\(thread)/children"
      return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// All processes of the system.
  package static var processes: [pid_t] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { pid_t($0) }
  }
}
