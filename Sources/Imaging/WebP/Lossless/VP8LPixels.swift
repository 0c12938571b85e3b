/// Decodes the pixels of a VP8L image, as far as is asked for, as they were before they were transformed back
/// (RFC 9649, 3.6). One thread uses it, after another at most.
@safe
final class VP8LPixels: @unchecked Sendable {
  /// The longest copy: the last of 24 symbols, with all its bits.
  static let longestCopy = 4096

  /// How far it has come.
  private struct Progress {
    var reader: VP8LBitReader
    /// How many pixels are there.
    var position = 0
    /// The row of the next one, and the position of that row's first.
    var row = 0
    var rowStart = 0
  }

  private let codes: VP8LPrefixCodes
  private let ring: VP8LRing
  private let size: PixelSize
  private let nearby: [Int]
  private let cache: VP8LColorCache
  private var progress: Progress

  /// A decoder of an image of that size, whose pixels are what `reader` reads next.
  ///
  /// - Parameters:
  ///   - cacheBits: The logarithm of the colour cache's size; 0 where there is none.
  ///   - ring: Memory for these pixels.
  init(_ reader: VP8LBitReader, codes: VP8LPrefixCodes, cacheBits: Int, size: PixelSize, ring: VP8LRing) {
    self.codes = codes
    self.size = size
    self.ring = ring
    cache = VP8LColorCache(bits: cacheBits)
    nearby = VP8LDistance.nearby(width: size.width)
    progress = Progress(reader: reader)
  }

  /// How many pixels are there.
  var position: Int { progress.position }

  /// The state after those pixels.
  var reader: VP8LBitReader { progress.reader }

  /// Decodes up to pixel `limit`, counted from the first one, and the rest of the last copy.
  ///
  /// - Throws: `ImageError.truncated` or `.corrupt`.
  func decode(upTo limit: Int) throws(ImageError) {
    // In a local copy, without which every access would be checked.
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

  /// The codes for the next pixel, and the column in which another tile begins.
  private func tile(_ progress: Progress) -> (VP8LCodeGroup, end: Int) {
    guard let tiles = codes.tiles else { return (codes.groups[0], size.width) }
    let column = (progress.position - progress.rowStart) >> tiles.bits
    let tile = tiles.pixel(column: column, row: progress.row >> tiles.bits)
    return (codes.groups[VP8LPrefixCodes.group(in: tile)], min(size.width, (column + 1) << tiles.bits))
  }

  /// Decodes pixels by the same codes, up to one of them, and what more belongs to the last copy.
  @inline(__always)
  private func decode(
    _ entries: UnsafePointer<UInt16>, _ group: VP8LCodeGroup, _ nearby: UnsafePointer<Int>, upTo end: Int,
    _ progress: inout Progress
  ) throws(ImageError) {
    // Symbols lie within the tables that the masks were made for, pixels within the ring, colours within the cache, for the
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
        // It came from there, but for places where nothing has been put: what they hold belongs to another.
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

  /// Copies `length` pixels from `distance` pixels back.
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
