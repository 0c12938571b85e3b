import Bitmaps

/// Decodes the pixels of a VP8L image on request, before the transforms are inverted (RFC 9649, 3.6). It must be used
/// by one thread at a time.
@safe
final class VP8LPixels: @unchecked Sendable {
  /// The longest copy, in pixels: the last of 24 length symbols with all its extra bits set.
  static let longestCopy = 4096

  /// The decoder's position.
  private struct Progress {
    var reader: VP8LBitReader
    /// The number of decoded pixels.
    var position = 0
    /// The row of the next pixel, and the position of that row's first pixel.
    var row = 0
    var rowStart = 0
  }

  private let codes: VP8LPrefixCodes
  private let ring: VP8LRing
  private let size: PixelSize
  private let nearby: [Int]
  private let cache: VP8LColorCache
  private var progress: Progress

  /// Creates a decoder of an image whose pixels `reader` reads next.
  ///
  /// - Parameters:
  ///   - cacheBits: The logarithm of the color cache's size, or 0 if there is no cache.
  ///   - ring: The memory for the pixels.
  init(_ reader: VP8LBitReader, codes: VP8LPrefixCodes, cacheBits: Int, size: PixelSize, ring: VP8LRing) {
    self.codes = codes
    self.size = size
    self.ring = ring
    cache = VP8LColorCache(bits: cacheBits)
    nearby = VP8LDistance.nearby(width: size.width)
    progress = Progress(reader: reader)
  }

  /// The number of decoded pixels.
  var position: Int { progress.position }

  /// The state of the reader after the decoded pixels.
  var reader: VP8LBitReader { progress.reader }

  /// Decodes pixels until there are `limit` in total, and the rest of the last copy.
  ///
  /// - Throws: `ImageError.truncated` or `.corrupt`.
  func decode(upTo limit: Int) throws(ImageError) {
    // A local copy, because accesses to the property are checked for exclusivity.
    var progress = self.progress
    defer { self.progress = progress }
    try unsafe codes.tables.entries.withUnsafeBufferPointer { (entries) throws(ImageError) in
      try unsafe nearby.withUnsafeBufferPointer { (nearby) throws(ImageError) in
        guard let entries = entries.baseAddress, let nearby = nearby.baseAddress else { return }
        while progress.position < min(limit, size.width * size.height) {
          let (group, tileEnd) = tile(progress)
          unsafe try decode(
            entries, group, nearby, upTo: min(limit, progress.rowStart + tileEnd), &progress)
          while progress.position >= progress.rowStart + size.width {
            progress.rowStart += size.width
            progress.row += 1
          }
        }
      }
    }
  }

  /// Returns the codes for the next pixel, and the column at which the next tile begins.
  private func tile(_ progress: Progress) -> (VP8LCodeGroup, end: Int) {
    guard let tiles = codes.tiles else { return (codes.groups[0], size.width) }
    let column = (progress.position - progress.rowStart) >> tiles.bits
    let tile = tiles.pixel(column: column, row: progress.row >> tiles.bits)
    return (codes.groups[VP8LPrefixCodes.group(in: tile)], min(size.width, (column + 1) << tiles.bits))
  }

  /// Decodes pixels with the same codes up to position `end`, and the rest of the last copy.
  @inline(__always)
  private func decode(
    _ entries: UnsafePointer<UInt16>, _ group: VP8LCodeGroup, _ nearby: UnsafePointer<Int>, upTo end: Int,
    _ progress: inout Progress
  ) throws(ImageError) {
    // The masks keep lookups within the tables, and pixels within the ring. Colors lie within the cache, because the
    // codes have no symbols for others.
    let (memory, mask) = unsafe (ring.memory, ring.mask)
    let (greens, greenMask) = unsafe (entries + Int(group.green.start), UInt64(group.green.mask))
    let (reds, redMask) = unsafe (entries + Int(group.red.start), UInt64(group.red.mask))
    let (blues, blueMask) = unsafe (entries + Int(group.blue.start), UInt64(group.blue.mask))
    let (alphas, alphaMask) = unsafe (entries + Int(group.alpha.start), UInt64(group.alpha.mask))
    let hasOneAlpha = group.alpha.isSingle
    let onlyAlpha = unsafe UInt32(truncatingIfNeeded: alphas[0] >> 4) << 24
    let cache = self.cache
    var reader = progress.reader
    var position = progress.position
    defer {
      progress.reader = reader
      progress.position = position
    }
    while position < end {
      reader.fill()
      let code = unsafe reader.symbol(greens, mask: greenMask)
      if code < 256 {
        let red = unsafe reader.symbol(reds, mask: redMask)
        let blue = unsafe reader.symbol(blues, mask: blueMask)
        var pixel = UInt32(truncatingIfNeeded: red | code &<< 8 | blue &<< 16)
        if hasOneAlpha {
          pixel |= onlyAlpha
        } else {
          reader.fill()
          pixel |= unsafe UInt32(truncatingIfNeeded: reader.symbol(alphas, mask: alphaMask)) &<< 24
        }
        unsafe memory[position & mask] = pixel
        cache.insert(pixel)
        position &+= 1
      } else if code >= 256 + 24 {
        let pixel = cache[code &- (256 + 24)]
        unsafe memory[position & mask] = pixel
        // A cached color is already in the slot of its hash, except for the 0 of an unused slot.
        if pixel == 0 { cache.insert(pixel) }
        position &+= 1
      } else {
        let length = reader.number(code - 256)
        reader.fill()
        let symbol = unsafe reader.symbol(
          entries + Int(group.distance.start), mask: UInt64(group.distance.mask))
        let distance = unsafe VP8LDistance.distance(of: reader.number(symbol), nearby: nearby)
        try copy(length, from: distance, to: position)
        position += length
      }
    }
    try reader.check()
  }

  /// Copies `length` pixels from `distance` pixels earlier.
  private func copy(_ length: Int, from distance: Int, to position: Int) throws(ImageError) {
    guard distance <= position, length <= size.width * size.height - position else {
      throw .corrupt(format: "WebP", reason: "it copies pixels that are not there")
    }
    let (memory, mask) = unsafe (ring.memory, ring.mask)
    let cache = self.cache
    for index in position..<position + length {
      let pixel = unsafe memory[(index &- distance) & mask]
      unsafe memory[index & mask] = pixel
      cache.insert(pixel)
    }
  }
}
