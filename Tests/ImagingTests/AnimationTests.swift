import Bitmaps
import Foundation
import Imaging
import TestSupport
import Testing

private let moving = Fixtures.apngs + Fixtures.gifs + Fixtures.movingWebPs
private let small = PixelSize(width: 9, height: 6)

@Suite("Animations")
struct AnimationTests {
  @Test("each scaled frame matches the scaled full-size frame", arguments: moving) func scaled(name: String)
    throws
  {
    let image = try EncodedImage(Fixtures.bytes(name))
    for (whole, frame) in zip(try play(image), try play(image, scaledTo: PixelSize(width: 20, height: 13))) {
      let reference = Reference(size: image.size, pixels: whole.bitmap.pixels.map { SIMD4<Double>($0) / 65_535 })
      #expect(reference.scaled(to: frame.bitmap.size).difference(from: frame.bitmap) <= 1.5)
      expect(frame.delay, equals: whole.delay)
    }
  }

  @Test("an animation repeats the same frames after any rewind, cached or decoded again", arguments: moving)
  func again(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for limits in [DecodingLimits(), DecodingLimits(maxKeptBytes: 0), DecodingLimits(maxInflatedBytes: 0)] {
      let source = try EncodedImage(bytes, limits: limits).makeFrameSource(scaledTo: small)
      let frames = try rest(of: source)
      try expect(source.next(), equals: nil)
      for taken in [0, 1, 2] {
        try source.rewind()
        for _ in 0..<taken { _ = try source.next() }
        try source.rewind()
        try expect(rest(of: source), equals: frames)
      }
    }
  }

  @Test("a still is played as one frame", arguments: ["good/png-rgb.png", "good/jpeg-420.jpg", "good/gif-still.gif"])
  func still(name: String) throws {
    let image = try EncodedImage(Fixtures.bytes(name))
    expect(image.animation, equals: nil)
    let source = try image.makeFrameSource(scaledTo: small)
    let expected = [AnimationFrame(bitmap: try image.decode(scaledTo: small), delay: .milliseconds(100))]
    try expect(rest(of: source), equals: expected)
    try source.rewind()
    try expect(rest(of: source), equals: expected)
  }

  @Test("a truncated file plays its complete frames or is reported as truncated", arguments: moving)
  func truncated(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let whole = try rest(of: try EncodedImage(bytes).makeFrameSource(scaledTo: small))
    var longest = 0
    for count in stride(from: 12, to: bytes.count, by: 23) {
      do throws(ImageError) {
        let image = try EncodedImage(Array(bytes[..<count]))
        // The first frame, or part of it.
        if image.animation == nil, try image.picture(scaledTo: small).defect == .truncated { continue }
        let source = try image.makeFrameSource(scaledTo: small)
        var frames: [AnimationFrame] = []
        while let frame = try source.next() { frames.append(frame) }
        expect(frames.map(\.bitmap), equals: whole[..<frames.count].map(\.bitmap), "\(count) bytes")
        #expect(frames.count >= longest, "\(count) bytes")
        longest = max(longest, frames.count)
      } catch {
        expect(longest, equals: 0, "\(count) bytes")
        guard case .truncated = error else {
          Issue.record("\(count) bytes: \(error)")
          continue
        }
      }
    }
    #expect(longest >= whole.count - 1)
  }

  @Test("an animation with changed bytes yields valid frames or an error", arguments: moving) func mutations(
    name: String
  ) throws {
    let sound = try Fixtures.bytes(name)
    var random = SplitMix64(seed: 77)
    for _ in 0..<250 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let limits = DecodingLimits(maxPixels: 50_000, maxCanvasPixels: 50_000, maxFrames: 20)
      guard let image = try? EncodedImage(bytes, limits: limits),
        let source = try? image.makeFrameSource(scaledTo: small), (try? source.next()) != nil
      else { continue }
      // After the first frame, no errors are thrown.
      var count = 1
      while let frame = try source.next() {
        expect(frame.bitmap.size, equals: small)
        #expect(frame.delay >= .milliseconds(11))
        count += 1
      }
      #expect(count <= 20)
    }
  }

  @Test("no more frames are played than the limits allow") func maxFrames() throws {
    let bytes = try Fixtures.bytes("good/gif-keep.gif")
    let source = try EncodedImage(bytes, limits: DecodingLimits(maxFrames: 4)).makeFrameSource(scaledTo: small)
    try expect(rest(of: source).count, equals: 4)
    try source.rewind()
    try expect(rest(of: source).count, equals: 4)
  }

  @Test("an APNG or GIF with too large a canvas is a still", arguments: Fixtures.apngs + Fixtures.gifs) func maxCanvas(
    name: String
  ) throws {
    let bytes = try Fixtures.bytes(name)
    let image = try EncodedImage(bytes, limits: DecodingLimits(maxCanvasPixels: 45 * 31 - 1))
    expect(image.animation, equals: nil)
    try expect(rest(of: image.makeFrameSource(scaledTo: small)).count, equals: 1)
    try expect(image.decode(scaledTo: small), equals: EncodedImage(bytes).decode(scaledTo: small))
  }

  @Test(
    "a WebP with too large a canvas shows only its first frame, if that covers the canvas",
    arguments: Fixtures.movingWebPs)
  func maxCanvasWebP(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    let image = try EncodedImage(bytes, limits: DecodingLimits(maxCanvasPixels: 45 * 31 - 1))
    expect(image.animation, equals: nil)
    guard name != "good/webp-animated-clear.webp" else {
      #expect(throws: ImageError.outOfMemory(format: "WebP")) { try image.decode(scaledTo: small) }
      return
    }
    try expect(rest(of: image.makeFrameSource(scaledTo: small)).count, equals: 1)
    let composed = try EncodedImage(bytes).decode(scaledTo: image.size)
    try expect(image.decode(scaledTo: image.size), equals: composed)
  }

  @Test("a decode that exceeds the time limit fails", arguments: Fixtures.good) func duration(name: String) throws {
    let limits = DecodingLimits(maxDuration: .milliseconds(900))
    let image = try EncodedImage(Fixtures.bytes(name), limits: limits, clock: SteppingClock())
    let error = ImageError.tookTooLong(limit: .milliseconds(900))
    #expect(throws: error) { try image.decode(scaledTo: small) }
    #expect(throws: error) { try image.makeFrameSource(scaledTo: small).next() }
  }

  @Test("a cancelled task decodes no frame") func cancelled() async throws {
    for name in moving {
      let image = try EncodedImage(Fixtures.bytes(name))
      let error = await Task {
        // The handle is used only here, within the task.
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        do throws(ImageError) {
          _ = try image.makeFrameSource(scaledTo: small).next()
          return nil as ImageError?
        } catch { return error }
      }.value
      expect(error, equals: .cancelled, "\(name)")
    }
  }

  @Test("frames are cached if their total cost is within the limit") func kept() throws {
    let image = try EncodedImage(Fixtures.bytes("good/gif-keep.gif"), limits: DecodingLimits(maxKeptBytes: 0))
    let cost = 9 * 6 * 8
    for (bound, decoded) in [(6 * cost, 6), (6 * cost - 1, 12)] {
      let counting = CountingSource(try image.makeFrameSource(scaledTo: small))
      let source = CachingFrameSource(counting, maxCost: bound)
      let frames = try rest(of: source)
      expect(frames.count, equals: 6)
      try source.rewind()
      try expect(rest(of: source), equals: frames)
      expect(counting.count, equals: decoded)
    }
  }
}

private final class CountingSource: FrameSource {
  private let source: any FrameSource
  private(set) var count = 0

  init(_ source: any FrameSource) { self.source = source }

  func next() throws(ImageError) -> AnimationFrame? {
    let frame = try source.next()
    if frame != nil { count += 1 }
    return frame
  }

  func rewind() throws(ImageError) { try source.rewind() }
}
