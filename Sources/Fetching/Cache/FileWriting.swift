import Glibc

/// Writes all of the given bytes through a descriptor.
enum FileWriting {
  /// Writes all bytes.
  ///
  /// - Throws: the error; some of the bytes may have been written.
  static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(CacheFolder.Failure) {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      let written = unsafe Glibc.write(file, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        throw CacheFolder.Failure(number: errno)
      }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  /// Writes all bytes.
  static func write(_ bytes: [UInt8], to file: Int32) throws(CacheFolder.Failure) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(CacheFolder.Failure) in try unsafe write(bytes, to: file) }
    }
    try result.get()
  }
}
