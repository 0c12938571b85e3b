import JSON

/// Decodes messages from a stream of JSON lines that arrives in pieces of any size.
///
/// The stream may be hostile: a line that is invalid or too long is one error, and decoding continues with the next
/// line. At most one line of the maximum length is held in memory.
package struct LineDecoder<Message: Decodable & Sendable>: Sendable {
  /// An error in a line.
  package enum LineError: Error, Hashable, Sendable {
    /// It is longer than the limit.
    case tooLong
    /// It is not JSON, or not a message.
    case notAMessage
  }

  private enum State {
    /// Within a line, of which these bytes have arrived.
    case reading([UInt8])
    /// Within the rest of a line that is too long.
    case skipping
  }

  private var state = State.reading([])
  private let longestLine: Int

  /// A decoder at the start of a line.
  ///
  /// - Parameter longestLine: the maximum length of a line in bytes, without its line feed.
  package init(longestLine: Int = 65_536) { self.longestLine = longestLine }

  /// The messages and errors that these bytes complete, in order.
  package mutating func consume(_ bytes: some Collection<UInt8>) -> [Result<Message, LineError>] {
    var results: [Result<Message, LineError>] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      consume(piece: rest[..<end], into: &results)
      if case .reading(let line) = state, let result = Self.decode(line) { results.append(result) }
      state = .reading([])
      rest = rest[rest.index(after: end)...]
    }
    consume(piece: rest, into: &results)
    return results
  }

  private mutating func consume(piece: some Collection<UInt8>, into results: inout [Result<Message, LineError>]) {
    guard case .reading(var line) = state else { return }
    guard line.count + piece.count <= longestLine else {
      state = .skipping
      return results.append(.failure(.tooLong))
    }
    // The buffer must be uniquely referenced while it grows, so that it is not copied.
    state = .skipping
    line.append(contentsOf: piece)
    state = .reading(line)
  }

  /// The message of a line; nil for an empty line.
  private static func decode(_ line: [UInt8]) -> Result<Message, LineError>? {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return nil }
    guard let message = try? JSONDecoder().decode(Message.self, from: line) else { return .failure(.notAMessage) }
    return .success(message)
  }
}
