import Glibc

/// What the system says of its memory.
///
/// Asked when there is something to keep, not waited for: a trigger of the kernel's would have to be waited for by a thread,
/// and needs a privilege before Linux 6.6; who keeps nothing new uses no more.
package enum MemoryPressure {
  /// The share of the last ten seconds, in per cent, in which some program waited for memory, from which it is short.
  package static let shortage = 10.0

  /// Whether memory is short now. Reads some 100 bytes; false where the kernel does not tell.
  package static var isHigh: Bool {
    let file = unsafe open("/proc/pressure/memory", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    let text = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = unsafe max(0, read(file, buffer.baseAddress, buffer.count))
    }
    return isHigh(String(decoding: text, as: UTF8.self))
  }

  /// Whether a report of the kernel's "pressure stall information" says so: `some avg10=0.22 avg60=0.17 …`.
  package static func isHigh(_ report: String) -> Bool {
    guard let some = report.split(separator: "\n").first(where: { $0.hasPrefix("some ") }),
      let average = some.split(separator: " ").first(where: { $0.hasPrefix("avg10=") }),
      let share = Double(average.dropFirst(6))
    else { return false }
    return share >= shortage
  }
}
