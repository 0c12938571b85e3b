/// The colours that a VP8L image used last, by their hashes (RFC 9649, 3.6.2.3).
@safe
final class VP8LColorCache {
  private let colors: UnsafeMutablePointer<UInt32>
  private let shift: UInt32
  private let isUsed: Bool

  /// - Parameter bits: The logarithm of its size, 1…11; 0 for none.
  init(bits: Int) {
    unsafe colors = .allocate(capacity: 1 << bits)
    unsafe colors.initialize(repeating: 0, count: 1 << bits)
    shift = UInt32(32 - bits)
    isUsed = bits > 0
  }

  deinit { unsafe colors.deallocate() }

  /// Puts a pixel where it belongs.
  @inline(__always)
  func insert(_ pixel: UInt32) {
    guard isUsed else { return }
    // The hash is one of alpha, red, green and blue, from the top.
    let argb = pixel & 0xFF00_FF00 | pixel &>> 16 & 0xFF | (pixel & 0xFF) &<< 16
    unsafe colors[Int(truncatingIfNeeded: (0x1E35_A7BD &* argb) &>> shift)] = pixel
  }

  /// The colour at a place, which must be one.
  @inline(__always)
  subscript(place: Int) -> UInt32 { unsafe colors[place] }
}
