import Bitmaps
import CWebP
import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import Imaging

/// Lossy pictures that are decoded in two threads: those of at least 512 pixels' width.
struct WebPThreadTests {
  private static let size = PixelSize(width: 520, height: 201)

  @Test func `a wide lossy picture has the pixels that one thread decodes`() throws {
    let file = try Self.file(seed: 1)
    let expected = try #require(LibWebPCodec.pixels(file))
    let image = try EncodedImage(file)
    let bitmap = try image.decode(scaledTo: image.size)
    let reference = Reference(size: image.size, straight8: expected.flatMap { [$0.x, $0.y, $0.z, $0.w] }[...])
    // Exact: linear light is rounded to 1/65535.
    #expect(reference.difference(from: bitmap) <= 1)
  }

  @Test func `several wide pictures at a time are each decoded like one alone`() throws {
    let files = try (1...4).map { try Self.file(seed: UInt64($0)) }
    let alone = try files.map { try EncodedImage($0).decode(scaledTo: PixelSize(width: 100, height: 50)) }
    let equal = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let together = try? EncodedImage(files[number % 4]).decode(scaledTo: PixelSize(width: 100, height: 50))
      if together == alone[number % 4] { equal.add(1, ordering: .relaxed) }
    }
    expect(equal.load(ordering: .relaxed), equals: 16)
  }

  @Test func `of a truncated wide picture, the available rows are those of the whole one`() throws {
    let file = try Self.file(seed: 2)
    let features = try LibWebP.features(file[...])
    var (whole, part): ([SIMD4<UInt8>], [SIMD4<UInt8>]) = ([], [])
    try LibWebP.decode(file[...], features: features, size: Self.size, into: &whole)
    let count = try LibWebP.decodeRows(file[..<(file.count * 2 / 3)], features: features, size: Self.size, into: &part)
    #expect(100..<Self.size.height ~= count)
    expect(part.prefix(count * Self.size.width), equals: whole.prefix(count * Self.size.width))
  }

  @Test func `a thread does one piece of work after the other, and reports one that fails`() throws {
    WebPThread.use()
    let functions = unsafe try #require(WebPGetWorkerInterface()).pointee
    let pieces = UnsafeMutablePointer<Int>.allocate(capacity: 2)
    defer { unsafe pieces.deallocate() }
    unsafe pieces.initialize(repeating: 0, count: 2)
    let worker = UnsafeMutablePointer<WebPWorker>.allocate(capacity: 1)
    defer { unsafe worker.deallocate() }
    unsafe functions.Init(worker)
    expect(unsafe functions.Reset(worker), equals: 1)
    unsafe worker.pointee.data1 = UnsafeMutableRawPointer(pieces)
    // Done by either thread, but never by both: what is added is not atomic.
    unsafe worker.pointee.hook = { data, _ in
      guard let pieces = unsafe data?.assumingMemoryBound(to: Int.self) else { return 0 }
      unsafe pieces[0] += 1
      return unsafe pieces[0] == 3000 ? 0 : 1
    }
    for number in 1..<3000 {
      unsafe functions.Launch(worker)
      expect(unsafe functions.Sync(worker), equals: 1)
      try #require(unsafe pieces[0] == number)
    }
    unsafe functions.Launch(worker)
    expect(unsafe functions.Sync(worker), equals: 0)
    expect(unsafe functions.Sync(worker), equals: 0)
    // Begins anew.
    expect(unsafe functions.Reset(worker), equals: 1)
    unsafe functions.Launch(worker)
    unsafe functions.End(worker)
    expect(unsafe pieces[0], equals: 3001)
    expect(unsafe worker.pointee.impl == nil, equals: true)
  }

  /// A picture of waves and noise.
  private static func file(seed: UInt64) throws -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let samples = (0..<size.width * size.height).flatMap { index -> [UInt8] in
      let (x, y) = (index % size.width, index / size.width)
      let noise = UInt8.random(in: 0..<24, using: &random)
      return [UInt8(x * y / 97 & 127) + noise, UInt8((x + y) / 5 & 127) + noise, UInt8(x / 3 & 127) + noise]
    }
    var memory: UnsafeMutablePointer<UInt8>?
    let count = unsafe WebPEncodeRGB(
      samples, Int32(size.width), Int32(size.height), Int32(size.width * 3), 80, &memory)
    defer { unsafe WebPFree(memory) }
    try #require(count > 0)
    return unsafe Array(UnsafeBufferPointer(start: memory, count: count))
  }
}
