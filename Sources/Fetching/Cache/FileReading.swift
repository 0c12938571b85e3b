import Glibc

/// Reads whole files through a descriptor, in bounded pieces.
enum FileReading {
  /// All bytes; nil if there are more than `limit`, or after a read error.
  static func bytes(of file: Int32, limit: Int) -> [UInt8]? {
    var all: [UInt8] = []
    let isWhole = unsafe pieces(of: file) { piece in
      unsafe all.append(contentsOf: piece)
      return all.count <= limit
    }
    return isWhole ? all : nil
  }

  /// Passes each piece to `take` until that returns false. Returns false if it did, or after a read error.
  static func pieces(of file: Int32, _ take: (UnsafeRawBufferPointer) -> Bool) -> Bool {
    unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
      while true {
        let count = unsafe read(file, buffer.baseAddress, buffer.count)
        if count == 0 { return true }
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        guard unsafe take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return false }
      }
    }
  }
}
