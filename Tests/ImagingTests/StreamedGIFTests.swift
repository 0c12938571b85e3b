import Bitmaps
import Imaging
import TestSupport
import Testing

/// The limits under which every GIF is read in pieces and decoded again on every play-through.
private let limits = DecodingLimits(maxPixels: 100_000, maxHeldBytes: 0, maxKeptBytes: 0)

/// The result of a file: its picture and its frames, or an error.
private struct Outcome: Equatable {
  var bitmap: Bitmap?
  var frames: [AnimationFrame] = []
  var animation: Animation?
  var error: ImageError?

  init(_ open: () throws(ImageError) -> EncodedImage) {
    do throws(ImageError) {
      let image = try open()
      animation = image.animation
      bitmap = try image.decode(scaledTo: PixelSize(width: 13, height: 9))
      let source = try image.makeFrameSource(scaledTo: PixelSize(width: 7, height: 5))
      // Two play-throughs.
      for _ in 0..<2 {
        while frames.count < 100, let frame = try source.next() { frames.append(frame) }
        try source.rewind()
      }
    } catch { self.error = error }
  }

  static func whole(_ bytes: [UInt8]) -> Outcome {
    Outcome { () throws(ImageError) in try EncodedImage(bytes, limits: limits) }
  }

  /// The result of reading in pieces, or nil if the file is not streamed.
  static func streamed(_ source: RecordingSource) -> Outcome? {
    do throws(ImageError) {
      guard let image = try EncodedImage(streaming: source, limits: limits) else { return nil }
      return Outcome { image }
    } catch { return Outcome { () throws(ImageError) in throw error } }
  }
}

/// A GIF of noise, whose data can be split anywhere.
private func noise(width: Int = 300, height: Int = 250, frames: Int) -> [UInt8] {
  var random = SplitMix64(seed: 8)
  let images = (0..<frames).flatMap { _ in
    GIFWriter.control()
      + GIFWriter.image(
        width, height, (0..<width * height).map { _ in UInt8.random(in: 0...15, using: &random) })
  }
  return GIFWriter.file(width, height, GIFWriter.loops(0), images)
}

@Suite("Streamed GIF")
struct StreamedGIFTests {
  @Test("every kind gives the same frames streamed as whole", arguments: Fixtures.gifs) func sound(name: String) throws
  {
    let bytes = try Fixtures.bytes(name)
    let whole = Outcome.whole(bytes)
    #expect(whole.bitmap != nil)
    expect(Outcome.streamed(RecordingSource(bytes)), equals: whole)
  }

  @Test(
    "a bad file gives the same error streamed as whole", arguments: BadPicture.all.filter { $0.name.hasSuffix(".gif") })
  func bad(picture: BadPicture) throws {
    let bytes = try Fixtures.bytes("bad/\(picture.name)")
    expect(Outcome.streamed(RecordingSource(bytes)), equals: Outcome.whole(bytes))
  }

  @Test("a file truncated at any byte gives the same result streamed as whole", arguments: Fixtures.gifs)
  func truncated(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for count in 4..<bytes.count where count % 211 == 0 || count < 30 || count > bytes.count - 20 {
      let cut = Array(bytes[..<count])
      expect(Outcome.streamed(RecordingSource(cut)), equals: Outcome.whole(cut), "\(count) bytes")
    }
  }

  @Test("a file with a changed byte gives the same result streamed as whole", arguments: Fixtures.gifs) func mutated(
    name: String
  )
    throws
  {
    let sound = try Fixtures.bytes(name)
    var random = SplitMix64(seed: 45)
    for round in 0..<20 {
      var bytes = sound
      bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      expect(Outcome.streamed(RecordingSource(bytes)), equals: Outcome.whole(bytes), "round \(round)")
    }
  }

  @Test("a long file is read in small pieces on every play-through") func pieces() throws {
    let bytes = noise(frames: 5)
    let source = RecordingSource(bytes)
    let outcome = Outcome.streamed(source)
    expect(outcome, equals: Outcome.whole(bytes))
    expect(outcome?.frames.count, equals: 10)
    expect(outcome?.animation, equals: Animation(loopCount: 0))
    #expect(source.requests.allSatisfy { $0 <= 65_536 })
    // Each image's data are read twice: once to decode them, once to find their end.
    #expect(source.requests.count < 5 * 2 * (bytes.count / 65_536 + 5))
  }

  @Test("a file truncated during playback ends there and is an error on rewind") func becomesShorter()
    throws
  {
    let bytes = noise(width: 100, height: 90, frames: 10)
    let whole = Outcome.whole(bytes)
    for asked in 1...6 {
      let source = RecordingSource(bytes, change: (asked, to: Array(bytes[..<50])))
      let outcome = try #require(Outcome.streamed(source))
      expect(outcome.error, equals: .truncated(format: "GIF"), "after \(asked) pieces")
      #expect(outcome.frames.elementsEqual(whole.frames[..<outcome.frames.count]), "after \(asked) pieces")
      #expect(outcome.frames.count < 10, "after \(asked) pieces")
    }
  }

  @Test("a file changed during playback shows frames or gives an error") func becomesAnother() throws {
    let bytes = noise(width: 100, height: 90, frames: 10)
    let walk = RecordingSource(bytes)
    _ = Outcome.streamed(walk)
    var random = SplitMix64(seed: 46)
    for round in 0..<20 {
      var changed = bytes
      for _ in 0..<200 {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let asked = Int.random(in: 1..<walk.requests.count, using: &random)
      let outcome = try #require(Outcome.streamed(RecordingSource(bytes, change: (asked, to: changed))))
      #expect(outcome.error != nil || !outcome.frames.isEmpty, "round \(round)")
      #expect(outcome.frames.allSatisfy { $0.bitmap.size == PixelSize(width: 7, height: 5) }, "round \(round)")
    }
  }

  @Test("only GIFs above the size limit are streamed") func choice() throws {
    let bytes = try Fixtures.bytes(try #require(Fixtures.gifs.first))
    let source = RecordingSource(bytes)
    #expect(try EncodedImage(streaming: source, limits: DecodingLimits(maxHeldBytes: bytes.count)) == nil)
    expect(source.requests, equals: [4096])
    #expect(try EncodedImage(streaming: source, limits: DecodingLimits(maxHeldBytes: bytes.count - 1)) != nil)
    for name in [Fixtures.jpegs.first, Fixtures.webps.first] {
      #expect(
        try EncodedImage(streaming: RecordingSource(Fixtures.bytes(try #require(name))), limits: limits) == nil)
    }
  }

  @Test("a file that exceeds the limits is refused after its first bytes") func bounds() throws {
    let bytes = noise(frames: 4)
    #expect(bytes.count > 4 * 65_536)
    let source = RecordingSource(bytes)
    #expect(throws: ImageError.tooLarge(PixelSize(width: 300, height: 250), limit: 74_999)) {
      try EncodedImage(streaming: source, limits: DecodingLimits(maxPixels: 74_999, maxHeldBytes: 0))
    }
    #expect(throws: ImageError.outOfMemory(format: "GIF")) {
      try EncodedImage(streaming: source, limits: DecodingLimits(maxFileBytes: bytes.count - 1, maxHeldBytes: 0))
    }
    expect(source.requests, equals: [4096, 65_536, 4096, 65_536])
  }
}
