import Glibc

/// The memory of this machine, or of the container in which the program runs.
package enum MachineMemory {
  /// The default of `--decode-memory` in bytes: a quarter of the memory, between 128 MB and 1 GB.
  package static var decodeBudget: Int { decodeBudget(of: bytes) }

  /// The default for a machine with `bytes` of memory.
  static func decodeBudget(of bytes: Int) -> Int { min(max(bytes / 4, 128 << 20), 1 << 30) }

  /// Bytes of physical memory, or the control group's limit if that is less.
  static var bytes: Int {
    let (pages, pageBytes) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    let (product, overflow) = pages.multipliedReportingOverflow(by: pageBytes)
    let physical = pages > 0 && pageBytes > 0 && !overflow ? product : 4 << 30
    return min(physical, controlGroupLimit { text(of: $0) } ?? .max)
  }

  /// The lowest limit of the control groups that contain this process (cgroup v2 `memory.max`, v1
  /// `memory.limit_in_bytes`), or nil if there is none.
  ///
  /// - Parameter read: Returns the contents of a file, or nil if it is missing.
  static func controlGroupLimit(reading read: (String) -> String?) -> Int? {
    var limits: [Int] = []
    let groups = (read("/proc/self/cgroup") ?? "").split(separator: "\n")
    for group in groups {
      let parts = group.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isUnified = parts[1].isEmpty
      guard isUnified || parts[1].split(separator: ",").contains("memory") else { continue }
      let (root, file) =
        isUnified ? ("/sys/fs/cgroup", "memory.max") : ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
      // A group is also subject to its ancestors' limits. In a container only the root of these exists.
      var path = parts[2].split(separator: "/").filter { $0 != ".." }
      while true {
        let folder = path.reduce(root) { "\($0)/\($1)" }
        if let limit = (read("\(folder)/\(file)")?.split(separator: "\n").first).flatMap({ Int($0) }) {
          limits.append(limit)
        }
        if path.isEmpty { break }
        path.removeLast()
      }
    }
    return limits.min()
  }

  /// The first 4096 bytes of a kernel file.
  private static func text(of path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = unsafe max(0, read(file, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
