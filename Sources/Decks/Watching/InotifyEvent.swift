struct InotifyEvent {
  let watch: Int32
  private let mask: UInt32
  /// The name within the watched folder; empty for the folder itself.
  let name: [UInt8]

  /// Whether a mask bit is set.
  func has(_ kind: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: kind) != 0 }

  /// The events in the bytes read. Each event has a watch, a mask, a cookie and a length, 4 bytes each, and a name of
  /// that length, padded with NULs (inotify(7)).
  static func all(in bytes: ArraySlice<UInt8>) -> [InotifyEvent] {
    var events: [InotifyEvent] = []
    var rest = bytes
    while rest.count >= 16 {
      let head = rest.prefix(16)
      func field(_ number: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(head[head.startIndex + number * 4 + $1]) << (8 * $1) }
      }
      let length = Int(field(3))
      guard rest.count >= 16 + length else { break }
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      events.append(InotifyEvent(watch: Int32(bitPattern: field(0)), mask: field(1), name: Array(name)))
      rest = rest.dropFirst(16 + length)
    }
    return events
  }
}
