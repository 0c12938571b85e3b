private import CDeflate

/// Compresses bytes held in memory.
package enum Deflating {
  /// Returns the bytes in zlib format (RFC 1950), or nil if there is no memory for it.
  ///
  /// - Parameter level: 1 (fastest) … 12 (smallest).
  package static func compressed(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
    guard let compressor = unsafe libdeflate_alloc_compressor(level) else { return nil }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let maximum = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    // libdeflate reads and writes within the lengths given.
    let data = unsafe [UInt8](unsafeUninitializedCapacity: maximum) { output, count in
      count = unsafe bytes.withUnsafeBytes { bytes in
        unsafe libdeflate_zlib_compress(compressor, bytes.baseAddress, bytes.count, output.baseAddress, maximum)
      }
    }
    return data.isEmpty ? nil : data
  }
}
