import Glibc

extension LargeMemory {
  /// Asks for large pages in whatever large memory a library has allocated for itself and not yet used; only a hint, like the
  /// other.
  ///
  /// Such memory is a mapping without a file, which the system lists (proc_pid_maps(5)). What else is in one that is large
  /// enough does not mind.
  ///
  /// - Parameter count: Bytes that a mapping has at least.
  /// - Returns: whether there is such a mapping.
  static func prepareMappings(ofBytes count: Int) -> Bool {
    var isThere = false
    for line in mappings().split(separator: UInt8(ascii: "\n")) {
      guard let range = anonymousRange(line), range.count >= count,
        let start = unsafe UnsafeMutableRawPointer(
          bitPattern: range.lowerBound)
      else { continue }
      // It changes no contents, and of what has gone meanwhile the system says so.
      _ = unsafe madvise(start, range.count, Int32(MADV_HUGEPAGE))
      isThere = true
    }
    return isThere
  }

  /// The addresses of a line's mapping, where it is private, writable and of no file: `7f01a000-7f02b000 rw-p 00000000 00:00 0`.
  private static func anonymousRange(_ line: ArraySlice<UInt8>) -> Range<UInt>? {
    let fields = line.split(separator: UInt8(ascii: " "))
    guard fields.count == 5, fields[1].elementsEqual("rw-p".utf8), fields[4].elementsEqual("0".utf8) else { return nil }
    let ends = fields[0].split(separator: UInt8(ascii: "-")).map {
      UInt(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
    return start..<end
  }

  /// The system's list, or nothing.
  private static func mappings() -> [UInt8] {
    let descriptor = unsafe open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var list: [UInt8] = []
    // A process has some hundreds of mappings of a hundred bytes.
    while list.count < 1 << 20 {
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        // As many as the buffer has room for.
        count = unsafe max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      if piece.isEmpty { break }
      list += piece
    }
    return list
  }
}
