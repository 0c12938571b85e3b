import Bitmaps
import TestSupport
import Testing

/// The memory of an animation's frames.
@Suite struct RecycledMemoryTests {
  /// The address of an array's memory.
  private static func address(_ pixels: [SIMD4<UInt16>]) -> UInt {
    unsafe pixels.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }

  private static func fresh(_ count: Int) -> [SIMD4<UInt16>] { Array(repeating: .zero, count: count) }

  /// The address of a frame's memory, which is used no longer.
  private static func addressOfFrame(in memory: inout RecycledMemory<SIMD4<UInt16>>) -> UInt {
    let pixels = memory.claim(count: 300_000) ?? Self.fresh(300_000)
    memory.keep(pixels)
    return address(pixels)
  }

  @Test func `a frame that is no longer used lends its memory to a later one`() {
    var memory = RecycledMemory<SIMD4<UInt16>>()
    let address = Self.addressOfFrame(in: &memory)
    for _ in 0..<3 { expect(Self.addressOfFrame(in: &memory), equals: address) }
  }

  @Test func `a frame that is used keeps its pixels`() {
    var memory = RecycledMemory<SIMD4<UInt16>>()
    var used: [[SIMD4<UInt16>]] = []
    // More than are kept.
    for number in 0..<20 {
      var pixels = memory.claim(count: 1000) ?? Self.fresh(1000)
      for index in pixels.indices { pixels[index] = SIMD4(repeating: UInt16(number)) }
      memory.keep(pixels)
      used.append(pixels)
    }
    for (number, pixels) in used.enumerated() {
      #expect(pixels.allSatisfy { $0 == SIMD4(repeating: UInt16(number)) })
    }
    expect(Set(used.map(Self.address)).count, equals: 20)
  }

  @Test func `only memory of the same size is used again`() {
    var memory = RecycledMemory<SIMD4<UInt16>>()
    memory.keep(Self.fresh(10))
    expect(memory.claim(count: 11), equals: nil)
    expect(memory.claim(count: 10)?.count, equals: 10)
    expect(memory.claim(count: 10), equals: nil)
  }
}
