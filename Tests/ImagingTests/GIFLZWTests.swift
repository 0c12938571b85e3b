import Bitmaps
import TestSupport
import Testing

@testable import Imaging

/// The decoder of a GIF's codes, which must decode what giflib does.
@Suite struct GIFLZWTests {
  /// The rows of a file's first image, and whether it ends early.
  private struct Rows: Equatable {
    var rows: [[UInt8]] = []
    var error: ImageError?

    init(_ file: [UInt8], prefersGiflib: Bool) throws {
      let reader = try GIFReader(InMemorySource(file), prefersGiflib: prefersGiflib)
      var image: GIFImage?
      while image == nil, let record = reader.next() { if case .image(let found) = record { image = found } }
      guard let image else { return }
      let deadline = DecodeDeadline(ContinuousClock(), limit: .seconds(100))
      do throws(ImageError) {
        var rows = try GIFRows(image, reader, limits: DecodingLimits())
        while try rows.next(until: image.area.height, deadline) != nil { self.rows.append(rows.indices) }
      } catch {
        self.error = error
      }
    }
  }

  /// Indices with runs, repetitions or neither, so that strings have any length.
  private static func indices(_ count: Int, below limit: Int, _ dice: inout SplitMix64) -> [UInt8] {
    let (kind, period) = (Int.random(in: 0..<4, using: &dice), Int.random(in: 1...40, using: &dice))
    var indices: [UInt8] = []
    for position in 0..<count {
      let isRepeated = kind == 0 || kind < 3 && Int.random(in: 0..<20, using: &dice) > 0
      let fresh = UInt8(Int.random(in: 0..<limit, using: &dice))
      indices.append(isRepeated && position >= period ? indices[position - period] : fresh)
    }
    return indices
  }

  /// A file, the indices of its image, their number in a row, and the offset of its blocks.
  private static func file(
    _ dice: inout SplitMix64
  ) -> (bytes: [UInt8], indices: [UInt8], width: Int, start: Int) {
    let codeSize = Int.random(in: 2...8, using: &dice)
    let width = Int.random(in: 1...90, using: &dice)
    let height = Int.random(in: 1...(Int.random(in: 0..<20, using: &dice) == 0 ? 400 : 20), using: &dice)
    let indices = indices(width * height, below: 1 << codeSize, &dice)
    let data = LZWEncoder.data(
      indices, codeSize: codeSize, clearsWhenFull: Bool.random(using: &dice),
      beginsWithClear: Bool.random(using: &dice),
      clearInterval: Bool.random(using: &dice) ? .max : Int.random(in: 1...300, using: &dice))
    let bytes = GIFWriter.file(width, height, GIFWriter.image(width, height, data: data))
    // The code size precedes the blocks, and the trailer follows them.
    return (bytes, indices, width, bytes.count - data.count)
  }

  @Test func `random images are decoded exactly, as by giflib`() throws {
    var dice = SplitMix64(seed: 7)
    for _ in 0..<Rounds.count(10_000) {
      let (file, indices, width, _) = Self.file(&dice)
      let decoded = try Rows(file, prefersGiflib: false)
      expect(decoded.error, equals: nil)
      #expect(decoded.rows.joined().elementsEqual(indices), "\(indices.count) indices in rows of \(width)")
      try expect(decoded, equals: Rows(file, prefersGiflib: true))
    }
  }

  /// Checks that a file is decoded as by giflib, but for the last block if the file cuts it off: giflib discards that.
  private static func check(_ file: [UInt8], _ comment: String = "") throws {
    let (decoded, expected) = (try Rows(file, prefersGiflib: false), try Rows(file, prefersGiflib: true))
    if case .truncated = expected.error {
      #expect(decoded.rows.starts(with: expected.rows), "\(comment)")
    } else {
      expect(decoded, equals: expected, "\(comment)")
    }
  }

  @Test func `damaged images are decoded as by giflib`() throws {
    var dice = SplitMix64(seed: 8)
    for _ in 0..<Rounds.count(10_000) {
      var (file, _, _, start) = Self.file(&dice)
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        file[Int.random(in: start..<file.count, using: &dice)] = .random(in: 0 ... .max, using: &dice)
      }
      try Self.check(file)
    }
  }

  @Test func `an image that is cut off has all rows before its end`() throws {
    var dice = SplitMix64(seed: 9)
    for _ in 0..<Rounds.count(1000) {
      let (file, indices, width, start) = Self.file(&dice)
      let kept = Int.random(in: start..<file.count, using: &dice)
      let cut = try Rows(Array(file.prefix(kept)), prefersGiflib: false)
      #expect(indices.starts(with: cut.rows.joined()))
      #expect(cut.rows.allSatisfy { $0.count == width })
    }
  }

  @Test(arguments: ["good", "bad"]) func `files are decoded as by giflib`(folder: String) throws {
    var count = 0
    for name in Fixtures.names(in: folder) where name.hasSuffix(".gif") {
      let bytes = try Fixtures.bytes("\(folder)/\(name)")
      guard (try? GIFReader(InMemorySource(bytes))) != nil else { continue }
      try Self.check(bytes, name)
      count += 1
    }
    #expect(count > 0)
  }
}
