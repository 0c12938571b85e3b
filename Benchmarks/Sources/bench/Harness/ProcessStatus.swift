import Foundation
import TestSupport

/// Information from /proc about a running program.
struct ProcessStatus {
  private let identifier: pid_t

  /// The status of a running process.
  init(of child: ChildProcess) { identifier = child.identifier }

  private init(_ identifier: pid_t) { self.identifier = identifier }

  /// The status of a running process and of all that descend from it.
  static func family(of child: ChildProcess) -> [ProcessStatus] {
    var family = [ProcessStatus(of: child)]
    var next = 0
    while next < family.count {
      family += ProcessState.children(of: family[next].identifier).map { ProcessStatus($0) }
      next += 1
    }
    return family
  }

  /// Seconds of processor time so far, of all threads including those that have ended.
  func processorSeconds() throws -> Double {
    var clock = clockid_t()
    try unsafe SystemFailure.check("clock_getcpuclockid", clock_getcpuclockid(identifier, &clock))
    return Double(nanoseconds(of: clock)) / 1e9
  }

  /// The peak resident memory, in bytes.
  func peakResidentBytes() throws -> Int {
    try fields(of: "/proc/\(identifier)/status", named: "VmHWM").reduce(0, +) * 1024
  }

  /// The resident memory, in bytes.
  func residentBytes() throws -> Int {
    try fields(of: "/proc/\(identifier)/status", named: "VmRSS").reduce(0, +) * 1024
  }

  /// The resident memory in bytes, of which pages that several processes share count in part.
  func proportionalBytes() throws -> Int {
    try fields(of: "/proc/\(identifier)/smaps_rollup", named: "Pss").reduce(0, +) * 1024
  }

  /// The number of context switches of each thread, by thread ID: every wake-up causes one
  /// when the thread sleeps again.
  func contextSwitches() throws -> [String: Int] {
    var switches: [String: Int] = [:]
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/task") {
      let file = "/proc/\(identifier)/task/\(thread)/status"
      switches[thread] = try fields(of: file, named: "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches")
        .reduce(0, +)
    }
    return switches
  }

  /// The numbers in the named fields of a status file.
  private func fields(of path: String, named names: String...) throws -> [Int] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      let parts = line.split(whereSeparator: { $0 == ":" || $0 == "\t" || $0 == " " })
      guard let name = parts.first, names.contains(String(name)), parts.count > 1 else { return nil }
      return Int(parts[1])
    }
  }
}
