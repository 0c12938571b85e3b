import Glibc

/// Writes all of the given bytes through a descriptor.
enum FileWriting {
  /// Writes all bytes.
  ///
  /// - Throws: the error; some of the bytes may have been written.
  static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(CacheFolder.Trouble) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let written = unsafe Glibc.write(file, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw CacheFolder.Trouble(number: errno)
      }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to file: Int32) throws(CacheFolder.Trouble) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(CacheFolder.Trouble) in try unsafe write(bytes, to: file) }
    }
    try result.get()
  }
}
