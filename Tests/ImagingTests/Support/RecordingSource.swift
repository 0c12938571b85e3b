import Imaging
import Synchronization

/// Bytes as a file would hand them out: it notes what is asked of it, and may become another after so many times.
final class RecordingSource: ByteSource {
  private let all: [UInt8]
  /// What its bytes are once it has been asked so often; it goes on to say that there are as many as before.
  private let change: (afterAsking: Int, to: [UInt8])?
  private let asked = Mutex<[Int]>([])

  init(_ bytes: [UInt8], change: (afterAsking: Int, to: [UInt8])? = nil) {
    all = bytes
    self.change = change
  }

  var count: Int { all.count }

  /// The numbers of bytes that were asked for, one by one.
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
