import FoundationEssentials

/// Messages out of a stream of JSON lines that comes in pieces of any size.
///
/// The stream may be hostile: a line that is no message, or too long to be kept, is one error and the next line is read
/// as if nothing had been. It never holds more than one line's bound.
package struct LineDecoder<Message: Decodable & Sendable>: Sendable {
  /// A line that could not be taken.
  package enum LineError: Error, Hashable, Sendable {
    /// It had more bytes than the bound.
    case tooLong
    /// It is not JSON, or not a message.
    case notAMessage
  }

  private enum State {
    /// In a line, of which these bytes have come.
    case reading([UInt8])
    /// In the rest of a line that was too long, until its end.
    case skipping
  }

  private var state = State.reading([])
  private let longestLine: Int

  /// A decoder at the beginning of a line.
  ///
  /// - Parameter longestLine: bytes of a line, its line feed not counted.
  package init(longestLine: Int = 65_536) { self.longestLine = longestLine }

  /// What the next bytes complete, in order.
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
    // The one reference to the bytes must be ours while they grow.
    state = .skipping
    line.append(contentsOf: piece)
    state = .reading(line)
  }

  /// The message of a line; nil: an empty line, which says nothing.
  private static func decode(_ line: [UInt8]) -> Result<Message, LineError>? {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) else { return nil }
    guard let message = try? JSONDecoder().decode(Message.self, from: Data(line)) else { return .failure(.notAMessage) }
    return .success(message)
  }
}
