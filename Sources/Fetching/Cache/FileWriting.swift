import Glibc

/// Writes whole pieces through a descriptor.
enum FileWriting {
  /// Writes all of it.
  ///
  /// - Throws: the reason; a part may have been written.
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

  /// Writes all of it.
  static func write(_ bytes: [UInt8], to file: Int32) throws(CacheFolder.Trouble) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(CacheFolder.Trouble) in try unsafe write(bytes, to: file) }
    }
    try result.get()
  }
}
