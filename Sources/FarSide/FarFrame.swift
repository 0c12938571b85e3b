import JSON

/// A message of the protocol: a header of JSON, and a body of bytes. Before them come their lengths, four bytes each, the
/// highest first.
package struct FarFrame: Hashable, Sendable {
  package var header: [UInt8]
  package var body: [UInt8]

  /// The most bytes of a header.
  package static let maxHeader = 262_144
  /// The most bytes of a body.
  package static let maxBody = 32 << 20

  /// The message of a value.
  package init(_ header: some Encodable, body: [UInt8] = []) {
    // Messages consist of numbers, booleans and strings, which JSON can always encode.
    self.init(header: (try? JSONEncoder().encode(header)) ?? [], body: body)
  }

  fileprivate init(header: [UInt8], body: [UInt8]) { (self.header, self.body) = (header, body) }

  /// The value of the header; nil if it is another one.
  package func value<Value: Decodable>(_ type: Value.Type) -> Value? { try? JSONDecoder().decode(type, from: header) }

  /// The bytes of the message.
  package var bytes: [UInt8] { FarFrame.length(header.count) + FarFrame.length(body.count) + header + body }

  private static func length(_ count: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) } }
}

/// Takes messages from bytes that arrive in pieces of any size.
package struct FarFrameDecoder: Sendable {
  /// A message is longer than the limits.
  package struct TooLong: Error, Hashable, Sendable {}

  private let maxBody: Int
  private var pending: [UInt8] = []

  /// A decoder at the start of a message.
  ///
  /// - Parameter maxBody: the most bytes of a body.
  package init(maxBody: Int = FarFrame.maxBody) { self.maxBody = maxBody }

  /// Whether a part of a message has arrived.
  package var isWithinMessage: Bool { !pending.isEmpty }

  /// The messages that these bytes complete. At most one message and these bytes are held.
  ///
  /// - Throws: `TooLong` before the message has arrived.
  package mutating func consume(_ bytes: some Collection<UInt8>) throws(TooLong) -> [FarFrame] {
    pending.append(contentsOf: bytes)
    var frames: [FarFrame] = []
    var start = 0
    while pending.count - start >= 8 {
      func length(at offset: Int) -> Int {
        pending[(start + offset)..<(start + offset + 4)].reduce(0) { $0 << 8 | Int($1) }
      }
      let (header, body) = (length(at: 0), length(at: 4))
      guard header <= FarFrame.maxHeader, body <= maxBody else { throw TooLong() }
      let first = start + 8
      guard pending.count - first >= header + body else { break }
      frames.append(
        FarFrame(
          header: Array(pending[first..<(first + header)]),
          body: Array(pending[(first + header)..<(first + header + body)])))
      start = first + header + body
    }
    pending.removeFirst(start)
    return frames
  }
}
