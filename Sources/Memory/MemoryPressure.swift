import Glibc

/// The system's memory pressure.
///
/// It is polled when there is something to cache: a kernel trigger would need a thread that waits for it, and before
/// Linux 6.6 a privilege. A cache that keeps nothing new does not grow.
package enum MemoryPressure {
  /// The pressure from which memory counts as short: the percentage of the last ten seconds in which some process
  /// waited for memory.
  package static let shortage = 10.0

  /// Whether memory is short now. Reads some 100 bytes; false if the kernel does not report it.
  package static var isHigh: Bool {
    let file = unsafe open("/proc/pressure/memory", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let text = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = unsafe max(0, read(file, buffer.baseAddress, buffer.count))
    }
    return isHigh(String(decoding: text, as: UTF8.self))
  }

  /// Whether a report of pressure stall information (PSI), such as `some avg10=0.22 avg60=0.17 …`, shows a shortage.
  package static func isHigh(_ report: String) -> Bool {
    guard let some = report.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let average = some.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }),
      let share = Double(average.dropFirst(6))
    else { return false }
    return share >= shortage
  }
}
