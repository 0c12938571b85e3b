import Bitmaps
import Imaging
import TestSupport
import Testing

/// The limits under which every picture is decompressed row by row, and none is animated.
private let limits = DecodingLimits(maxHeldBytes: 0, maxInflatedBytes: 0, maxCanvasPixels: 0)
/// The limits under which every picture is decompressed at once.
private let wholeLimits = DecodingLimits(maxHeldBytes: 0, maxCanvasPixels: 0)

/// The result of a file: a picture with its defect and metadata, or an error.
private struct Outcome: Equatable {
  var bitmap: Bitmap?
  var defect: PictureDefect?
  var metadata: ImageMetadata?
  var error: ImageError?

  init(_ open: () throws(ImageError) -> EncodedImage, target: PixelSize = PixelSize(width: 13, height: 9)) {
    do throws(ImageError) {
      let image = try open()
      let picture = try image.picture(scaledTo: target)
      (bitmap, defect) = (picture.bitmap, picture.defect)
      metadata = image.metadata
    } catch { self.error = error }
  }

  static func whole(_ bytes: [UInt8], _ limits: DecodingLimits = limits) -> Outcome {
    Outcome { () throws(ImageError) in try EncodedImage(bytes, limits: limits) }
  }

  /// The result of reading in pieces, or nil if the file is not streamed.
  static func streamed(_ bytes: [UInt8], _ limits: DecodingLimits = limits) -> Outcome? {
    do throws(ImageError) {
      guard let image = try EncodedImage(streaming: RecordingSource(bytes), limits: limits) else { return nil }
      return Outcome { image }
    } catch { return Outcome { () throws(ImageError) in throw error } }
  }
}

/// A gray PNG of noise, with its data in chunks of `piece` bytes.
private func noise(width: Int, height: Int, piece: Int) -> PNGWriter {
  var random = SplitMix64(seed: 7)
  let rows = (0..<height).flatMap { _ in [0] + (0..<width).map { _ in UInt8.random(in: 0...255, using: &random) } }
  let whole = PNGWriter(width: width, height: height, depth: 8, colorType: 0, filtered: rows)
  var pieces = PNGWriter()
  pieces.add("IHDR", whole.chunks[0].content)
  let data = whole.chunks[1].content
  for start in stride(from: 0, to: data.count, by: piece) {
    pieces.add("IDAT", Array(data[start..<min(start + piece, data.count)]))
  }
  pieces.add("IEND", [])
  return pieces
}

@Suite("Streamed PNG")
struct StreamedPNGTests {
  @Test("every kind gives the same picture streamed as whole", arguments: Fixtures.pngs + Fixtures.apngs)
  func sound(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let whole = Outcome.whole(bytes)
    #expect(whole.bitmap != nil)
    expect(Outcome.streamed(bytes), equals: whole)
    expect(Outcome.streamed(bytes, wholeLimits), equals: whole)
  }

  @Test(
    "a bad file gives the same error streamed as whole", arguments: BadPicture.all.filter { $0.name.hasSuffix(".png") })
  func bad(picture: BadPicture) throws {
    let bytes = try Fixtures.bytes("bad/\(picture.name)")
    for limits in [limits, wholeLimits] {
      let streamed = Outcome.streamed(bytes, limits)
      #expect(streamed == nil || streamed == Outcome.whole(bytes, limits))
    }
  }

  @Test("a file truncated at any byte gives the same result streamed as whole", arguments: Fixtures.pngs)
  func truncated(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for count in 33..<bytes.count where count % 23 == 0 || count < 50 || count > bytes.count - 20 {
      let cut = Array(bytes[..<count])
      for limits in [limits, wholeLimits] {
        expect(Outcome.streamed(cut, limits), equals: Outcome.whole(cut, limits), "\(count) bytes")
      }
    }
  }

  @Test("a file with a changed byte gives the same result streamed as whole", arguments: Fixtures.pngs) func mutated(
    name: String
  )
    throws
  {
    let sound = try Fixtures.bytes(name)
    var random = SplitMix64(seed: 44)
    for _ in 0..<150 {
      var bytes = sound
      bytes[Int.random(in: 33..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      expect(Outcome.streamed(bytes), equals: Outcome.whole(bytes))
      expect(Outcome.streamed(bytes, wholeLimits), equals: Outcome.whole(bytes, wholeLimits))
    }
  }

  @Test("chunks in any order give the same result streamed as whole", arguments: 0..<Rounds.count(150)) func order(
    seed: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var writer = noise(width: 20, height: 6, piece: 30)
    let others: [(String, [UInt8])] = [
      ("tEXt", [65, 0, 66]), ("gAMA", [0, 0, 100, 0]), ("tRNS", [0, 9]), ("PLTE", [1, 2, 3]), ("IDAT", []),
      ("zZzZ", []),
      ("ABCD", [1]), ("IEND", []), ("IHDR", [1]), ("eXIf", [1, 2, 3]), ("fdAT", [0, 0, 0, 1]),
    ]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let (name, content) = try #require(others.randomElement(using: &random))
      let chunk = PNGWriter.Chunk(name: name, content: content, checksum: Bool.random(using: &random) ? 1 : nil)
      writer.chunks.insert(chunk, at: Int.random(in: 1...writer.chunks.count, using: &random))
    }
    expect(Outcome.streamed(writer.bytes), equals: Outcome.whole(writer.bytes))
    expect(Outcome.streamed(writer.bytes, wholeLimits), equals: Outcome.whole(writer.bytes, wholeLimits))
  }

  @Test("a large file is read in small pieces", arguments: [1 << 20, 65_536, 8192, 100]) func pieces(piece: Int) throws
  {
    var writer = noise(width: 500, height: 300, piece: piece)
    writer.insert("tEXt", Array(repeating: 65, count: 90_000), before: "IDAT")
    let bytes = writer.bytes
    let source = RecordingSource(bytes)
    let image = try #require(try EncodedImage(streaming: source, limits: limits))
    let whole = Outcome.whole(bytes)
    #expect(whole.bitmap != nil)
    expect(Outcome { image }, equals: whole)
    #expect(source.requests.allSatisfy { $0 <= 65_536 })
    // The whole file twice, and the rest of the last pieces.
    #expect(source.requests.count < 2 * (bytes.count / 65_536 + 2))
    // Only once if the data are decompressed at once: they are collected during the first pass.
    let once = RecordingSource(bytes)
    let held = try #require(try EncodedImage(streaming: once, limits: wholeLimits))
    expect(Outcome { held }, equals: whole)
    expect(Outcome { held }, equals: whole)
    #expect(once.requests.allSatisfy { $0 <= 65_536 })
    #expect(once.requests.count < bytes.count / 65_536 + 5)
  }

  @Test("oversized chunks are not kept, but their checksums are verified") func keptChunks() throws {
    var writer = noise(width: 9, height: 9, piece: 1000)
    let plain = Outcome.whole(writer.bytes)
    let much = [UInt8](repeating: 65, count: 9 << 20)
    // The checksums were computed with zlib.
    writer.insert("iCCP", much, before: "IDAT")
    writer.chunks[1].checksum = 0x4FC0_C4CF
    expect(Outcome.streamed(writer.bytes), equals: plain)
    writer.insert("PLTE", much, before: "IDAT")
    writer.chunks[2].checksum = 0x71E4_CE14
    expect(Outcome.streamed(writer.bytes), equals: plain)
    writer.chunks[2].checksum = 1
    expect(Outcome.streamed(writer.bytes)?.error, equals: .corrupt(format: "PNG", reason: "PLTE has a wrong checksum"))
  }

  @Test("a file truncated between the two passes shows its first rows or gives an error")
  func becomesShorter() throws {
    let bytes = noise(width: 500, height: 300, piece: 8192).bytes
    let walk = RecordingSource(bytes)
    let cut = ImageError.truncated(format: "PNG")
    _ = try #require(try EncodedImage(streaming: walk, limits: limits))
    for (count, error) in [(0, cut), (40, cut), (41, cut), (50, cut), (8000, nil), (70_000, nil), (120_000, nil)] {
      let source = RecordingSource(bytes, change: (walk.requests.count, to: Array(bytes[..<count])))
      let image = try #require(try EncodedImage(streaming: source, limits: limits))
      let outcome = Outcome { image }
      expect(outcome.error, equals: error, "\(count) bytes")
      expect(outcome.defect, equals: (error == nil ? .truncated : nil), "\(count) bytes")
    }
  }

  @Test("a file changed between the two passes gives a picture or an error") func becomesAnother()
    throws
  {
    let bytes = noise(width: 300, height: 100, piece: 500).bytes
    let walk = RecordingSource(bytes)
    let original = try #require(try EncodedImage(streaming: walk, limits: limits))
    let asked = walk.requests.count
    let sound = Outcome { original }
    var random = SplitMix64(seed: 5)
    for round in 0..<Rounds.count(300) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // A chunk's length or name, its content, or its checksum.
        let chunk = 33 + 512 * Int.random(in: 0..<50, using: &random)
        changed[chunk + Int.random(in: round % 2 == 0 ? 0..<8 : 0..<512, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      let image = try #require(
        try EncodedImage(streaming: RecordingSource(bytes, change: (asked, to: changed)), limits: limits))
      let outcome = Outcome { image }
      if case .corrupt = outcome.error { continue }
      if outcome.error == .truncated(format: "PNG") || outcome.defect == .truncated { continue }
      expect(outcome, equals: sound, "round \(round)")
    }
    let full = [UInt8](repeating: 0xFF, count: bytes.count)
    let image = try #require(
      try EncodedImage(streaming: RecordingSource(bytes, change: (asked, to: full)), limits: limits))
    expect(Outcome { image }.error, equals: .truncated(format: "PNG"))
    // The same during the first pass.
    for count in 0..<asked {
      let source = RecordingSource(bytes, change: (count, to: full))
      let outcome = Outcome { () throws(ImageError) in
        guard let image = try EncodedImage(streaming: source, limits: limits) else { throw .notAPicture }
        return image
      }
      #expect(outcome.error != nil || outcome.defect == .truncated, "after \(count) pieces")
    }
  }

  @Test("only PNG stills that are large or decompressed row by row are streamed") func choice() throws {
    let bytes = try Fixtures.bytes("good/png-rgb.png")
    let still = RecordingSource(bytes)
    #expect(try EncodedImage(streaming: still) == nil)
    #expect(try EncodedImage(streaming: still, limits: DecodingLimits(maxHeldBytes: bytes.count)) == nil)
    expect(still.requests, equals: [64, 64])
    #expect(try EncodedImage(streaming: still, limits: DecodingLimits(maxHeldBytes: bytes.count - 1)) != nil)
    let moving = RecordingSource(try Fixtures.bytes(try #require(Fixtures.apngs.first)))
    #expect(try EncodedImage(streaming: moving, limits: DecodingLimits(maxInflatedBytes: 0)) == nil)
    let asked = moving.requests.count
    #expect(try EncodedImage(streaming: moving, limits: DecodingLimits(maxHeldBytes: 0)) == nil)
    // The beginning of the file is enough.
    expect(moving.requests.dropFirst(asked).prefix(2), equals: [64, 65_536])
    #expect(moving.requests.dropFirst(asked).count <= 3)
    for name in [Fixtures.jpegs.first, Fixtures.webps.first] {
      #expect(
        try EncodedImage(streaming: RecordingSource(Fixtures.bytes(try #require(name))), limits: limits) == nil)
    }
  }

  @Test("a file that exceeds the limits is refused before it is read") func bounds() throws {
    let bytes = try Fixtures.bytes("good/png-rgb.png")
    let source = RecordingSource(bytes)
    #expect(throws: ImageError.tooLarge(PixelSize(width: 45, height: 31), limit: 45 * 31 - 1)) {
      try EncodedImage(streaming: source, limits: DecodingLimits(maxPixels: 45 * 31 - 1, maxInflatedBytes: 0))
    }
    #expect(throws: ImageError.outOfMemory(format: "PNG")) {
      try EncodedImage(
        streaming: source, limits: DecodingLimits(maxFileBytes: bytes.count - 1, maxInflatedBytes: 0))
    }
    expect(source.requests, equals: [64, 64])
  }

  @Test("a streamed decode that exceeds the time limit fails") func duration() throws {
    let source = RecordingSource(noise(width: 9, height: 900, piece: 1000).bytes)
    let short = DecodingLimits(maxInflatedBytes: 0, maxDuration: .milliseconds(1))
    let image = try #require(try EncodedImage(streaming: source, limits: short, clock: SteppingClock()))
    expect(Outcome { image }.error, equals: .tookTooLong(limit: .milliseconds(1)))
  }

  @Test("a cancelled task stops reading") func cancelled() async throws {
    let source = RecordingSource(noise(width: 500, height: 300, piece: 8192).bytes)
    let task = Task { () -> ImageError? in
      while !Task.isCancelled { await Task.yield() }
      do throws(ImageError) {
        _ = try EncodedImage(streaming: source, limits: limits)
        return nil
      } catch { return error }
    }
    task.cancel()
    await expect(task.value, equals: .cancelled)
    #expect(source.requests.count <= 2)
  }
}
