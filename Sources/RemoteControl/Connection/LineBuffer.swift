/// Splits a stream of bytes into lines of limited length.
package struct LineBuffer: Sendable {
  /// The next part of the stream.
  package enum Next: Hashable, Sendable {
    /// A line without its line feed.
    case line([UInt8])
    /// The line is longer than the limit. The stream ends here.
    case tooLong
  }

  private var bytes: ArraySlice<UInt8> = []
  /// How many bytes are known to contain no line feed.
  private var searched = 0
  private let limit: Int

  /// - Parameter limit: the maximum length of a line in bytes, without its line feed.
  package init(limit: Int = RemoteLimits.line) { self.limit = limit }

  /// Adds bytes at the end.
  package mutating func append(_ more: some Collection<UInt8>) { bytes += more }

  /// Takes the next line out; nil if it is not complete yet.
  package mutating func next() -> Next? {
    guard let end = bytes.dropFirst(searched).firstIndex(of: 0x0A) else {
      searched = bytes.count
      return bytes.count > limit ? .tooLong : nil
    }
    guard end - bytes.startIndex <= limit else { return .tooLong }
    let line = Array(bytes[..<end])
    // Once more bytes arrive, the slice moves to a new array without those that have been taken out.
    bytes = end + 1 == bytes.endIndex ? [] : bytes[(end + 1)...]
    searched = 0
    return .line(line)
  }
}
