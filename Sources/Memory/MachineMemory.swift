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
    return min(physical, controlGroupLimit { content(of: $0) } ?? .max)
  }

  /// The lowest limit of the control groups that contain this process (cgroup v2 `memory.max`, v1
  /// `memory.limit_in_bytes`), or nil if there is none.
  ///
  /// Every start asks for it, so paths and contents are bytes: as strings they would take a thirtieth of a first picture's instructions.
  ///
  /// - Parameter read: Returns the contents of a file, or nil if it is missing.
  static func controlGroupLimit(reading read: ([UInt8]) -> [UInt8]?) -> Int? {
    let slash = UInt8(ascii: "/")
    var lowest: Int?
    let groups = (read(Array("/proc/self/cgroup".utf8)) ?? []).split(separator: UInt8(ascii: "\n"))
    for group in groups {
      let parts = group.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let isUnified = parts[1].isEmpty
      let controllers = parts[1].split(separator: UInt8(ascii: ","))
      guard isUnified || controllers.contains(where: { $0.elementsEqual("memory".utf8) }) else { continue }
      var folder = Array((isUnified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory").utf8)
      let root = folder.count
      let file = isUnified ? "/memory.max" : "/memory.limit_in_bytes"
      // In a container only the root of these exists.
      for name in parts[2].split(separator: slash) where !name.elementsEqual("..".utf8) {
        folder.append(slash)
        folder += name
      }
      while true {
        if let limit = read(folder + file.utf8).flatMap(number) { lowest = min(lowest ?? limit, limit) }
        // A group is also subject to its ancestors' limits.
        guard folder.count > root, let end = folder.lastIndex(of: slash) else { break }
        folder.removeSubrange(end...)
      }
    }
    return lowest
  }

  /// The number in the first line; nil if it has anything else, such as `max`, or is too large.
  private static func number(_ bytes: [UInt8]) -> Int? {
    let digits = bytes.prefix { $0 != UInt8(ascii: "\n") }
    var number = 0
    for byte in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLarge) = product.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !overflow, !isTooLarge else { return nil }
      number = sum
    }
    return digits.isEmpty ? nil : number
  }

  /// The first 4096 bytes of a kernel file.
  private static func content(of path: [UInt8]) -> [UInt8]? {
    let file = unsafe (path + [0]).withUnsafeBytes { path in
      // The path ends with a zero.
      unsafe path.baseAddress.map { unsafe open($0.assumingMemoryBound(to: CChar.self), O_RDONLY | O_CLOEXEC) } ?? -1
    }
    guard file >= 0 else { return nil }
    defer { close(file) }
    return unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = unsafe max(0, read(file, buffer.baseAddress, buffer.count))
    }
  }
}
