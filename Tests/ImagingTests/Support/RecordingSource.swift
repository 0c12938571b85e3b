import Imaging
import Synchronization

/// A source of bytes that records requests, and can change its content after a number of them.
final class RecordingSource: ByteSource {
  private let all: [UInt8]
  /// The new content, and the number of requests before it. `count` stays the same.
  private let change: (afterAsking: Int, to: [UInt8])?
  private let asked = Mutex<[Int]>([])

  init(_ bytes: [UInt8], change: (afterAsking: Int, to: [UInt8])? = nil) {
    all = bytes
    self.change = change
  }

  var count: Int { all.count }

  /// The number of bytes in each request, in order.
  var requests: [Int] { asked.withLock { $0 } }

  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8> {
    let times = asked.withLock { requests in
      requests.append(count)
      return requests.count
    }
    let bytes = change.flatMap { times > $0.afterAsking ? $0.to : nil } ?? all
    guard offset < bytes.count else { return [] }
    return bytes[offset..<min(offset + count, bytes.count)]
  }
}
