import Bitmaps
import CTurboJPEG
import Glibc
@testable import Imaging
import TestSupport
import Testing

/// JPEGs decoded at one eighth of their size by several threads: they equal what one thread decodes.
struct JPEGScanTests {
  private typealias Division = JPEGScanWork.Division

  /// One thread, one chunk.
  private static let single = Division(threads: 1, chunkBytes: 1 << 30)
  private static let subsamplings = [TJSAMP_444, TJSAMP_422, TJSAMP_420, TJSAMP_440, TJSAMP_GRAY]

  private func decoder(_ bytes: [UInt8]) throws -> JPEGDCDecoder? {
    try JPEGDCDecoder(bytes, header: JPEGHeader(bytes))
  }

  /// A picture of shapes and noise, with random size, quality, subsampling, Huffman codes and restart markers.
  private func randomJPEG(_ random: inout SplitMix64) -> [UInt8] {
    let (width, height) = (Int.random(in: 1...200, using: &random), Int.random(in: 1...80, using: &random))
    let (noise, slope) = ([0, 7, 31, 63].randomElement(using: &random) ?? 0, Int.random(in: 0...9, using: &random))
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    for index in 0..<width * height {
      let (x, y, grain) = (index % width, index / width, Int(truncatingIfNeeded: random.next()))
      for channel in 0..<3 {
        let shape: Int = (x * slope / 8 ^ y * slope / 5 + channel * 16) & 127
        pixels[3 * index + channel] = UInt8(shape + (grain >> (8 * channel)) & noise)
      }
    }
    let restarts = ["", "", "1", "2", "1B", "7B", "40B"].randomElement(using: &random) ?? ""
    // Read by TurboJPEG; an empty value has no effect.
    unsafe setenv("TJ_RESTART", restarts, 1)
    unsafe setenv("TJ_OPTIMIZE", Bool.random(using: &random) ? "1" : "0", 1)
    defer {
      unsafe unsetenv("TJ_RESTART")
      unsafe unsetenv("TJ_OPTIMIZE")
    }
    let compressor = unsafe tjInitCompress()
    defer { _ = unsafe tjDestroy(compressor) }
    var memory: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let sampling = Self.subsamplings.randomElement(using: &random) ?? TJSAMP_420
    let result = unsafe tjCompress2(
      compressor, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &memory, &size,
      Int32(sampling.rawValue), Int32.random(in: 1...100, using: &random), 0)
    defer { unsafe tjFree(memory) }
    return result == 0 ? unsafe [UInt8](UnsafeBufferPointer(start: memory, count: Int(size))) : []
  }

  private func randomDivision(_ random: inout SplitMix64) -> Division {
    Division(
      threads: Int.random(in: 1...4, using: &random),
      chunkBytes: [1, 10, 50, 100, 300, 1000, 4000].randomElement(using: &random) ?? 1)
  }

  @Test func `random pictures equal what one thread decodes`() throws {
    var random = SplitMix64(seed: 33)
    for round in 0..<Rounds.count(10_000) {
      let bytes = randomJPEG(&random)
      let decoder = try #require(try decoder(bytes))
      let expected = try #require(decoder.decode(Self.single))
      let division = randomDivision(&random)
      if decoder.decode(division) != expected { Issue.record("round \(round): \(division)") }
    }
  }

  @Test func `damaged pictures equal what one thread decodes, or are rejected like there`() throws {
    var random = SplitMix64(seed: 34)
    var (validCount, invalidCount) = (0, 0)
    for round in 0..<Rounds.count(4000) {
      var bytes = randomJPEG(&random)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.count / 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      // Data behind the picture, as cameras append them.
      if Bool.random(using: &random) { bytes += bytes }
      guard let decoder = try? decoder(bytes) else { continue }
      let expected = decoder.decode(Self.single)
      if expected == nil { invalidCount += 1 } else { validCount += 1 }
      let division = randomDivision(&random)
      if decoder.decode(division) != expected { Issue.record("round \(round): \(division)") }
    }
    #expect(validCount > 50 && invalidCount > 50, "\(validCount), \(invalidCount)")
  }

  @Test(arguments: JPEGDCDecoderTests.plain, 1...4)
  func `each test picture equals what one thread decodes`(name: String, threads: Int) throws {
    let decoder = try #require(try decoder(Fixtures.bytes(name)))
    let expected = try #require(decoder.decode(Self.single))
    for chunkBytes in [1, 7, 64, 300] {
      expect(decoder.decode(Division(threads: threads, chunkBytes: chunkBytes)), equals: expected)
    }
  }

  @Test func `a reader at the position of another one reads the same`() throws {
    var random = SplitMix64(seed: 35)
    var (pictures, differences) = (0, 0)
    while pictures < 20 {
      let bytes = randomJPEG(&random)
      let tables = try #require(JPEGTables(bytes))
      // The codes of gray pictures are in the tables with the number 0.
      guard try JPEGHeader(bytes).frame.components.count == 1, tables.restartInterval == 0 else { continue }
      pictures += 1
      let (dc, ac) = (try #require(tables.dc[0]), try #require(tables.ac[0]))
      let quantization = try #require(tables.quantization[0])
      let component = try #require(
        JPEGScanComponent(
          across: 1, down: 1, maximum: (1, 1), dc: (dc, 0), ac: (ac, 0), quantization: quantization))
      let codes = try #require(JPEGScanCodes([component], restartInterval: 0))
      let (memory, otherMemory) = (JPEGGroupMemory(), JPEGGroupMemory())
      unsafe bytes.withUnsafeBufferPointer { file in
        let start = JPEGScanReader.Position(bitOffset: tables.scan.upperBound * 8)
        var reader = unsafe JPEGScanReader(codes, file, at: start, in: memory)
        var groups = reader.read(bytes: JPEGScanReader.maximumBytes)
        while groups.count > 0 {
          for group in 0..<groups.count {
            guard let position = groups.position(group) else { continue }
            var other = unsafe JPEGScanReader(codes, file, at: position, in: otherMemory)
            let read = other.read(bytes: JPEGScanReader.maximumBytes)
            let next = group + 1 < groups.count ? groups.bitOffset(group + 1) : reader.bitOffset
            let found = read.count > 1 ? read.bitOffset(1) : other.bitOffset
            if read.count == 0 || found != next { differences += 1 }
          }
          groups = reader.read(bytes: JPEGScanReader.maximumBytes)
        }
      }
    }
    expect(differences, equals: 0)
  }
}

/// How the pieces of a scan are joined, without threads.
struct JPEGScanPiecesTests {
  private typealias Position = JPEGScanReader.Position

  private func pieces(chunks: Int, groups: Int, window: Int = 8) -> JPEGScanPieces {
    JPEGScanPieces(
      chunks: chunks, start: Position(bitOffset: 80), groupCount: groups,
      shape: JPEGBlocks.Shape([]), hasRestarts: false, window: window)
  }

  private func piece(_ count: Int, next: JPEGScanPieces.Joint? = nil, doubtful: Int = 0) -> JPEGScanPieces.Piece {
    JPEGScanPieces.Piece(count: count, next: next, doubtful: doubtful)
  }

  /// The chunk and the position of a claim.
  private func description(_ claim: JPEGScanPieces.Claim) -> String {
    switch claim {
    case .chunk(let chunk, let position): "chunk \(chunk)\(position.map { " from \($0.bitOffset)" } ?? "")"
    case .wait: "wait"
    case .none: "none"
    }
  }

  @Test func `pieces are joined in the picture's order, whatever is complete first`() {
    var pieces = pieces(chunks: 3, groups: 25)
    expect(description(pieces.claim()), equals: "chunk 0 from 80")
    expect(description(pieces.claim()), equals: "chunk 1")
    expect(description(pieces.claim()), equals: "chunk 2")
    expect(description(pieces.claim()), equals: "none")
    #expect(pieces.finish(2, piece(9)).isEmpty)
    #expect(pieces.finish(1, piece(12, next: .init(chunk: 2, groups: 1))).isEmpty)
    let joined = pieces.finish(0, piece(8, next: .init(chunk: 1, groups: 3)))
    expect(joined.map(\.groups), equals: [0..<8, 3..<12, 1..<9])
    expect(joined.map(\.first), equals: [0, 8, 17])
    #expect(pieces.isOver && !pieces.hasFailed)
  }

  @Test func `a piece that ends where nobody has begun is continued there, by whoever comes first`() {
    var pieces = pieces(chunks: 2, groups: 5)
    _ = pieces.claim()
    guard case .unread = pieces.meet(1, at: Position(bitOffset: 801)) else { return #expect(Bool(false)) }
    // Another thread, which has recognized no codes, comes to another position in that chunk.
    guard case .positions(let positions) = pieces.meet(1, at: Position(bitOffset: 805)) else {
      return #expect(Bool(false))
    }
    expect(positions, equals: [Position(bitOffset: 801)])
    expect(description(pieces.claim()), equals: "chunk 1 from 801")
  }

  @Test func `a chunk without a recognized group is passed`() {
    var pieces = pieces(chunks: 3, groups: 7)
    for _ in 0..<2 { _ = pieces.claim() }
    pieces.fail(1)
    guard case .nothing = pieces.meet(1, at: Position(bitOffset: 900)) else { return #expect(Bool(false)) }
    _ = pieces.meet(2, at: Position(bitOffset: 999))
    expect(pieces.finish(0, piece(6, next: .init(chunk: 2))).map(\.groups), equals: [0..<6])
    expect(description(pieces.claim()), equals: "chunk 2 from 999")
    expect(pieces.finish(2, piece(1)).map(\.groups), equals: [0..<1])
    #expect(pieces.isOver && !pieces.hasFailed)
  }

  @Test func `groups that may be padding belong to the picture only if it lacks them`() {
    for (groups, isValid) in [(3, false), (4, true), (5, true), (6, true), (7, false)] {
      var pieces = pieces(chunks: 1, groups: groups)
      _ = pieces.claim()
      _ = pieces.finish(0, piece(6, doubtful: 2))
      #expect(pieces.isOver && pieces.hasFailed == !isValid)
    }
  }

  @Test func `no chunk is begun far ahead of what is joined`() {
    var pieces = pieces(chunks: 9, groups: 100, window: 2)
    for _ in 0..<2 { _ = pieces.claim() }
    expect(description(pieces.claim()), equals: "wait")
    _ = pieces.finish(0, piece(10, next: .init(chunk: 1)))
    expect(description(pieces.claim()), equals: "chunk 2")
  }

  @Test func `a scan whose joined chunk fails is invalid`() {
    var pieces = pieces(chunks: 2, groups: 20)
    for _ in 0..<2 { _ = pieces.claim() }
    _ = pieces.finish(0, piece(10, next: .init(chunk: 1)))
    pieces.fail(1)
    #expect(pieces.isOver && pieces.hasFailed)
    expect(description(pieces.claim()), equals: "none")
  }
}
