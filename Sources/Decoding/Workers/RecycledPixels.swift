import System

/// The memory of an animation's frames, which later frames use again: fresh memory takes longer to provide than to fill.
///
/// It keeps as many frames as were in use at a time, and at most `maximumCount`.
///
/// ```swift
/// var pixels = memory.claim(count: 480_000)    // to be overwritten
/// memory.keep(pixels)                          // until nothing else refers to them
/// ```
struct RecycledPixels {
  /// More than a player shows, holds and decodes at a time.
  private static let maximumCount = 8

  /// Stands for the memory of an array, which is a reference to an object of a type that is not public.
  private final class Memory {}

  private var kept: [[SIMD4<UInt16>]] = []

  /// Pixels with any content: those of a kept frame that nothing else refers to, or new ones.
  mutating func claim(count: Int) -> [SIMD4<UInt16>] {
    for index in kept.indices where RecycledPixels.isFree(&kept[index], count: count) { return kept.remove(at: index) }
    return unsafe [SIMD4<UInt16>](unsafeUninitializedCapacity: count) { memory, initialized in
      // The caller overwrites them; any bytes are valid pixels.
      unsafe PictureMemory.provide(UnsafeMutableRawBufferPointer(memory))
      initialized = count
    }
  }

  /// Keeps the memory of a frame, to use it again once nothing else refers to it.
  mutating func keep(_ pixels: [SIMD4<UInt16>]) { if kept.count < RecycledPixels.maximumCount { kept.append(pixels) } }

  /// Whether an array has a count and nothing else refers to its memory. If the answer is wrong, writing to it copies it, as always.
  private static func isFree(_ pixels: inout [SIMD4<UInt16>], count: Int) -> Bool {
    guard pixels.count == count else { return false }
    // An array is nothing but a reference, and counting references is the same for all types of objects.
    return unsafe withUnsafeMutablePointer(to: &pixels) { array in
      unsafe array.withMemoryRebound(to: Memory.self, capacity: 1) { unsafe isKnownUniquelyReferenced(&$0.pointee) }
    }
  }
}
