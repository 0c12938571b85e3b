/// The color cache of a VP8L image: recently used colors by their hashes (RFC 9649, 3.6.2.3).
@safe
final class VP8LColorCache {
  private let colors: UnsafeMutablePointer<UInt32>
  private let shift: UInt32
  private let isUsed: Bool

  /// - Parameter bits: The logarithm of the cache's size, 1…11, or 0 if there is no cache.
  init(bits: Int) {
    unsafe colors = .allocate(capacity: 1 << bits)
    unsafe colors.initialize(repeating: 0, count: 1 << bits)
    shift = UInt32(32 - bits)
    isUsed = bits > 0
  }

  deinit { unsafe colors.deallocate() }

  /// Stores a pixel in the slot of its hash.
  @inline(__always)
  func insert(_ pixel: UInt32) {
    guard isUsed else { return }
    // The hash is computed from alpha, red, green and blue, in this order from the highest byte.
    let argb = pixel & 0xFF00_FF00 | pixel &>> 16 & 0xFF | (pixel & 0xFF) &<< 16
    unsafe colors[Int(truncatingIfNeeded: (0x1E35_A7BD &* argb) &>> shift)] = pixel
  }

  /// The color in a slot, which must exist.
  @inline(__always)
  subscript(index: Int) -> UInt32 { unsafe colors[index] }
}
