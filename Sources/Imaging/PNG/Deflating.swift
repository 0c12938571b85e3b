private import CDeflate

/// Compression of bytes held in memory.
package enum Deflating {
  /// Bytes in zlib's format (RFC 1950); nil where there is no memory for it.
  ///
  /// - Parameter level: 1, the quickest, to 12, the smallest.
  package static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else { return nil }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let most = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    // libdeflate reads and writes within the lengths given.
    let data = unsafe [UInt8](unsafeUninitializedCapacity: most) { output, count in
      count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe libdeflate_zlib_compress(compressor, bytes.baseAddress, bytes.count, output.baseAddress, most)
      }
    }
    return data.isEmpty ? nil : data
  }
}
