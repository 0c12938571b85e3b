private import CZlib

/// Decompresses data row by row with zlib, for pictures that are too large to hold whole, or that libdeflate rejects.
@safe
final class StreamingInflate: Inflating {
  private let bytes: [UInt8]
  /// The ranges that are not yet started.
  private var ranges: ArraySlice<Range<Int>>
  /// The rest of the current range, which zlib has not consumed.
  private var pending: ArraySlice<UInt8> = []
  private var hasEnded = false
  /// On the heap because zlib's state points back to it.
  private let stream: UnsafeMutablePointer<z_stream>
  private let row: UnsafeMutableRawBufferPointer
  private let rowBytes: Int

  /// Decompresses the ranges of `bytes`, which together are one zlib stream, at most `rowBytes` at a time.
  ///
  /// - Parameter isBare: Whether the stream has no header and no checksum.
  /// - Throws: `ImageError.outOfMemory`.
  init(_ bytes: [UInt8], _ ranges: [Range<Int>], rowBytes: Int, isBare: Bool = false) throws(ImageError) {
    self.bytes = bytes
    self.ranges = ranges[...]
    self.rowBytes = rowBytes
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    unsafe row = .allocate(byteCount: rowBytes + PNGFilter.slack, alignment: 64)
    unsafe row.initializeMemory(as: UInt8.self, repeating: 0)
    // A negative window size, here the largest, means no header.
    let result = unsafe inflateInit2_(
      stream, isBare ? -MAX_WBITS : MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if result != Z_OK { throw .outOfMemory(format: "PNG") }
  }

  deinit {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deallocate()
    unsafe row.deallocate()
  }

  func next(_ count: Int) throws(ImageError) -> UnsafeRawBufferPointer {
    precondition(count <= rowBytes, "a row is no longer than announced")
    guard try fill(count) == count else { throw .truncated(format: "PNG") }
    return unsafe UnsafeRawBufferPointer(rebasing: row[..<count])
  }

  /// Returns up to `count` of the next bytes, fewer at the end.
  ///
  /// - Throws: `ImageError.corrupt`, `.outOfMemory`.
  func rest(_ count: Int) throws(ImageError) -> [UInt8] {
    let filled = try fill(min(count, rowBytes))
    return unsafe Array(row[..<filled])
  }

  /// Skips data beyond the picture's, up to one row.
  func finish() throws(ImageError) -> Bool {
    _ = try fill(rowBytes)
    return hasEnded
  }

  /// Decompresses up to `count` bytes into the row; fewer at the end of the data.
  private func fill(_ count: Int) throws(ImageError) -> Int {
    var filled = 0
    while filled < count, !hasEnded {
      while pending.isEmpty, let range = ranges.popFirst() { pending = bytes[range] }
      // zlib gets the bounds of the pending input and of the rest of the row.
      let result = unsafe pending.withUnsafeBufferPointer { input in
        let space = unsafe UnsafeMutableRawBufferPointer(rebasing: row[filled..<count])
        // zlib's declaration lacks a `const`: it does not write to its input.
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        unsafe stream.pointee.next_out = space.bindMemory(to: UInt8.self).baseAddress
        unsafe stream.pointee.avail_out = UInt32(space.count)
        return unsafe inflate(stream, Z_NO_FLUSH)
      }
      filled = unsafe count - Int(stream.pointee.avail_out)
      pending = unsafe pending.suffix(Int(stream.pointee.avail_in))
      switch result {
      case Z_STREAM_END: hasEnded = true
      case Z_OK: break
      // There was room for output, so the input is missing: the stream is cut off.
      case Z_BUF_ERROR: return filled
      case Z_MEM_ERROR: throw .outOfMemory(format: "PNG")
      default:
        let message = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "cannot be decompressed"
        throw .corrupt(format: "PNG", reason: "image data: \(message)")
      }
    }
    return filled
  }
}
