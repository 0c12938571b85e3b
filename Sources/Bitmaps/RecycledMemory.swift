/// The memory of an animation's frames, which later frames use again: fresh memory takes longer to provide than to fill.
///
/// It keeps as many frames as were in use at a time, and at most `maximumCount`.
///
/// ```swift
/// var pixels = memory.claim(count: 480_000) ?? fresh    // to be overwritten
/// memory.keep(pixels)                                   // until nothing else refers to them
/// ```
package struct RecycledMemory<Element: BitwiseCopyable & Sendable>: Sendable {
  /// More than a player shows, holds and decodes at a time.
  private let maximumCount = 8

  private var free: [[Element]] = []

  /// No memory yet.
  package init() {}

  /// Elements with any values: those of a free frame to which nothing else refers; nil if there is none.
  package mutating func claim(count: Int) -> [Element]? {
    for index in free.indices where Self.isFree(&free[index], count: count) { return free.remove(at: index) }
    return nil
  }

  /// Keeps the memory of a frame, to use it again once nothing else refers to it.
  package mutating func keep(_ elements: [Element]) { if free.count < maximumCount { free.append(elements) } }

  /// Prepares an array to be changed without being copied first: if something else refers to its memory, that is free, and it gets the memory
  /// of a free frame.
  ///
  /// - Parameter keepsElements: Whether its elements stay the same; otherwise they may be any, or none if there is no memory to use again.
  package mutating func makeUnique(_ elements: inout [Element], keepsElements: Bool) {
    let count = elements.count
    if Self.isFree(&elements, count: count) { return }
    for index in free.indices where Self.isFree(&free[index], count: count) {
      swap(&elements, &free[index])
      if keepsElements {
        // As many elements. One by one, copying them takes twice as long.
        unsafe elements.withUnsafeMutableBufferPointer { unsafe _ = $0.update(fromContentsOf: free[index]) }
      }
      return
    }
    keep(elements)
    if !keepsElements { elements = [] }
  }

  /// Whether an array has a count and nothing else refers to its memory. If the answer is wrong, writing to it copies it, as always.
  private static func isFree(_ elements: inout [Element], count: Int) -> Bool {
    guard elements.count == count else { return false }
    // An array is nothing but a reference, and counting references is the same for all types of objects.
    return unsafe withUnsafeMutablePointer(to: &elements) { array in
      unsafe array.withMemoryRebound(to: ArrayMemory.self, capacity: 1) {
        unsafe isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }
}

/// Stands for the memory of an array, which is an object of a type that is not public.
private final class ArrayMemory {}
