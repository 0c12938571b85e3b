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

  @Test func `memory to which nothing else refers is changed in place`() {
    var memory = RecycledMemory<SIMD4<UInt16>>()
    var pixels = Self.fresh(1000)
    let address = Self.address(pixels)
    memory.makeUnique(&pixels, keepsElements: true)
    pixels[0].x = 1
    expect(Self.address(pixels), equals: address)
    expect(memory.claim(count: 1000), equals: nil)
  }

  @Test func `memory that is used is left alone for that of an earlier frame`() {
    var memory = RecycledMemory<SIMD4<UInt16>>()
    var pixels = Self.fresh(1000)
    var earlier: UInt?
    for number in 1..<6 {
      let used = pixels
      memory.makeUnique(&pixels, keepsElements: true)
      // Of the first frame, nothing is left to use again.
      if let earlier { expect(Self.address(pixels), equals: earlier) }
      expect(pixels, equals: used)
      for index in pixels.indices { pixels[index] = SIMD4(repeating: UInt16(number)) }
      #expect(used.allSatisfy { $0 == SIMD4(repeating: UInt16(number - 1)) })
      earlier = Self.address(used)
    }
  }

  @Test func `elements that need not be kept are not copied`() {
    var memory = RecycledMemory<SIMD4<UInt16>>()
    let used = Self.fresh(1000)
    var pixels = used
    memory.makeUnique(&pixels, keepsElements: false)
    expect(pixels, equals: [])
    memory.keep([SIMD4<UInt16>](repeating: SIMD4(repeating: 7), count: 1000))
    pixels = used
    memory.makeUnique(&pixels, keepsElements: false)
    expect(pixels, equals: Array(repeating: SIMD4(repeating: 7), count: 1000))
  }
}
