private import CDeflate
import Memory

/// Decompresses all data at once with libdeflate, which takes a third of zlib's time but needs all of the data in
/// memory.
@safe
final class WholeInflate: Inflating {
  private let buffer: UnsafeMutableRawBufferPointer
  private let count: Int
  private var position = 0

  /// Decompresses the ranges of `bytes`, which together are one zlib stream of `count` bytes when decompressed.
  ///
  /// Nil if they are not exactly that: `StreamingInflate` then determines the error and what can be shown.
  init?(_ bytes: [UInt8], _ ranges: [Range<Int>], count: Int) {
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else { return nil }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    let input = WholeInflate.joined(bytes, ranges)
    unsafe buffer = .allocate(byteCount: count + PNGFilter.slack, alignment: 64)
    unsafe LargeMemory.prepare(buffer)
    self.count = count
    // Filters read beyond the data along with the last pixels, so those bytes must be initialized.
    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).initializeMemory(as: UInt8.self, repeating: 0)
    var written = 0
    let result = unsafe input.withUnsafeBytes { input in
      unsafe libdeflate_zlib_decompress(
        decompressor, input.baseAddress, input.count, buffer.baseAddress, count, &written)
    }
    guard result == LIBDEFLATE_SUCCESS, written == count else { return nil }
  }

  /// Joins the ranges, because libdeflate needs contiguous input; a single range is not copied.
  private static func joined(_ bytes: [UInt8], _ ranges: [Range<Int>]) -> ArraySlice<UInt8> {
    if ranges.count == 1 { return bytes[ranges[0]] }
    let count = ranges.reduce(0) { $0 + $1.count }
    let joined = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe LargeMemory.prepare(UnsafeMutableRawBufferPointer(buffer))
      // The capacity is the sum of the parts written.
      for range in ranges {
        initialized = unsafe buffer[initialized...].update(fromContentsOf: bytes[range])
      }
    }
    return joined[...]
  }

  deinit { unsafe buffer.deallocate() }

  func next(_ count: Int) throws(ImageError) -> UnsafeRawBufferPointer {
    guard let bytes = unsafe upcoming(count) else { throw .truncated(format: "PNG") }
    position += count
    return unsafe bytes
  }

  func upcoming(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count <= self.count - position else { return nil }
    return unsafe UnsafeRawBufferPointer(rebasing: buffer[position..<position + count])
  }

  /// Has nothing to do: decompression has verified the checksum.
  func finish() -> Bool { true }
}
