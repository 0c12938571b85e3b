import Bitmaps
import Dispatch
import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// Videos: the poster, the frames, and the end of playback.
struct VideoTests {
  private static let hasFfmpeg = has(.ffmpeg, .ffprobe)

  private static func source(_ bytes: [UInt8], _ programs: DecoderPrograms = DecoderPrograms()) throws -> VideoSource {
    let input = try ProgramInput(bytes)
    return try VideoSource(input, format: try #require(ForeignFormat(head: input.head())), programs: programs)
  }

  private let size = PixelSize(width: 8, height: 6)

  @Test(.enabled(if: hasFfmpeg, "needs ffmpeg"))
  func `a video's poster is its first frame`() throws {
    let poster = try DecoderPrograms().picture(RedGreenBlueVideo.bytes())
    expect(poster.naturalSize, equals: PixelSize(width: 32, height: 24))
    expect(poster.bitmap, equals: .solid(Samples.red, size: poster.naturalSize))
  }

  @Test(.enabled(if: hasFfmpeg, "needs ffmpeg"))
  func `a file with only sound reports that it contains no picture`() throws {
    let sound = try output(
      of: .ffmpeg, ["-v", "error", "-f", "lavfi", "-i", "sine=d=0.1", "-c:a", "pcm_s16le", "-f", "matroska", "-"])
    let reason = ExternalDecodeError.program(.failed(.ffmpeg, format: "Matroska", message: "it contains no picture"))
    #expect(throws: reason) { try DecoderPrograms().picture(sound) }
  }

  @Test(.enabled(if: hasFfmpeg, "needs ffmpeg"))
  func `a video's frames come in order, at the requested size and with delays, then end`() throws {
    let source = try Self.source(RedGreenBlueVideo.bytes())
    let facts = try source.facts()
    expect(facts.rate.delay, equals: .milliseconds(100))
    let frames = try source.frames(ScaledRegion(whole: size), facts: facts)
    for color in [Samples.red, Samples.red, Samples.green, Samples.green, Samples.blue, Samples.blue] {
      let frame = try #require(try frames.next())
      expect(frame.bitmap, equals: .solid(color, size: size))
      expect(frame.delay, equals: .milliseconds(100))
    }
    #expect(try frames.next() == nil)
    #expect(try frames.next() == nil)
  }

  @Test(.enabled(if: hasFfmpeg, "needs ffmpeg"))
  func `a rewound video starts from the beginning, even after a stop`() throws {
    let source = try Self.source(RedGreenBlueVideo.bytes())
    let frames = try source.frames(ScaledRegion(whole: size), facts: source.facts())
    try expect(frames.next()?.bitmap.pixels[0], equals: Samples.red)
    frames.rewind()
    for _ in 0..<2 { try expect(frames.next()?.bitmap.pixels[0], equals: Samples.red) }
    try expect(frames.next()?.bitmap.pixels[0], equals: Samples.green)
    frames.stop()
    #expect(try frames.next() == nil)
    frames.rewind()
    try expect(frames.next()?.bitmap.pixels[0], equals: Samples.red)
  }

  static let containers: [(name: String, container: String, options: [String])] = [
    ("MP4", "mp4", ["-c:v", "mpeg4", "-q:v", "1", "-pix_fmt", "yuv420p"]),
    ("QuickTime", "mov", ["-c:v", "png"]), ("AVI", "avi", ["-c:v", "ffv1"]),
    ("MPEG", "mpeg", ["-c:v", "mpeg1video", "-r", "25", "-q:v", "1", "-pix_fmt", "yuv420p"]),
    ("MPEG", "mpegts", ["-c:v", "mpeg2video", "-r", "25", "-q:v", "1", "-pix_fmt", "yuv420p"]),
    ("WebM", "webm", ["-c:v", "libvpx", "-pix_fmt", "yuv420p"]),
  ]

  @Test(.enabled(if: hasFfmpeg, "needs ffmpeg"), arguments: containers.indices)
  func `every container format plays`(index: Int) throws {
    let (name, container, options) = Self.containers[index]
    let bytes = try RedGreenBlueVideo.bytes(container, options)
    expect(ForeignFormat(head: Array(bytes.prefix(ProgramInput.headBytes)))?.name, equals: name)
    let source = try Self.source(bytes)
    let frames = try source.frames(ScaledRegion(whole: size), facts: source.facts())
    var count = 0
    var last: Bitmap?
    while let frame = try frames.next() {
      if count == 0 { #expect(frame.bitmap.meanDifference(from: Bitmap.solid(Samples.red, size: size).encoded) < 12) }
      last = frame.bitmap
      count += 1
    }
    // Transport streams do not contain the end of their last frame.
    #expect(options.contains("25") ? 14...15 ~= count : count == 6)
    #expect(try #require(last).meanDifference(from: Bitmap.solid(Samples.blue, size: size).encoded) < 12)
  }

  static let rates: [(line: String, perSecond: Double)] = [
    ("avg_frame_rate=30000/1001", 29.97002997), ("avg_frame_rate=0/0|r_frame_rate=24/1", 24),
    ("avg_frame_rate=120/1", 60), ("avg_frame_rate=1/10", 25), ("avg_frame_rate=x", 25), ("", 25),
    ("avg_frame_rate=99999999999999999999/1", 25), ("avg_frame_rate=-5/-1", 25),
  ]

  @Test(arguments: rates.indices)
  func `a video's frame rate is capped at 60 and is 25 if missing or invalid`(index: Int) throws {
    let fakes = FakePrograms()
    try fakes.program("ffprobe", "echo 'height=2|\(Self.rates[index].line)'")
    let facts = try Self.source([0, 0, 1, 0xBA], DecoderPrograms(finder: fakes.finder)).facts()
    #expect(abs(.seconds(1) / facts.rate.delay - Self.rates[index].perSecond) < 1e-6)
  }

  /// Makes a program `ffmpeg` that sends one pixel and then runs a script, with a pipe open that shows whether it lives. Returns the frames
  /// that it sends.
  private func openFrames(of fakes: FakePrograms, after script: String) throws -> VideoFrames {
    fakes.folder.pipe("life")
    let path = String(decoding: fakes.folder("life").bytes, as: UTF8.self)
    try fakes.program("ffprobe", "echo avg_frame_rate=1/1")
    try fakes.program("ffmpeg", "printf abc; exec 3> '\(path)'; \(script)")
    // Isolated, it could not open the pipe.
    let source = try Self.source([0, 0, 1, 0xBA], DecoderPrograms(finder: fakes.finder, isolation: .off))
    return try source.frames(ScaledRegion(whole: PixelSize(width: 1, height: 1)), facts: source.facts())
  }

  @Test func `stopping kills ffmpeg at once, even while a frame is awaited`() throws {
    let fakes = FakePrograms()
    let frames = try openFrames(of: fakes, after: "sleep 1000 & exec sleep 1000")
    let ended = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let first = try? frames.next()
      expect(first?.bitmap.encoded, equals: [97, 98, 99, 255])
      // Waits for a second frame, which does not come.
      _ = try? frames.next()
      ended.signal()
    }
    let life = LifeLine(fakes.folder("life"))
    frames.stop()
    ended.wait()
    life.waitForDeath()
    #expect(try frames.next() == nil)
  }

  @Test func `releasing a video's frames kills ffmpeg`() throws {
    let fakes = FakePrograms()
    var frames: VideoFrames? = try openFrames(of: fakes, after: "exec cat /dev/zero")
    #expect(try frames?.next() != nil)
    let life = LifeLine(fakes.folder("life"))
    frames = nil
    life.waitForDeath()
  }

  @Test func `a video without a first frame reports ffmpeg's message`() throws {
    let fakes = FakePrograms()
    try fakes.program("ffprobe", "echo avg_frame_rate=1/1")
    try fakes.program("ffmpeg", "echo 'moov atom not found' >&2; exit 1")
    let source = try Self.source([0, 0, 1, 0xBA], DecoderPrograms(finder: fakes.finder))
    let frames = try source.frames(ScaledRegion(whole: size), facts: source.facts())
    #expect(throws: ExternalDecodeError.program(.failed(.ffmpeg, format: "MPEG", message: "moov atom not found"))) {
      try frames.next()
    }
    #expect(try frames.next() == nil)
  }

  @Test func `a video whose frames stop arriving times out`() throws {
    let fakes = FakePrograms()
    try fakes.program("ffprobe", "echo avg_frame_rate=1/1")
    try fakes.program("ffmpeg", "printf abc; exec sleep 1000")
    let hasty = DecoderPrograms(finder: fakes.finder, timeLimit: .milliseconds(500))
    let source = try Self.source([0, 0, 1, 0xBA], hasty)
    let frames = try source.frames(ScaledRegion(whole: PixelSize(width: 1, height: 1)), facts: source.facts())
    #expect(try frames.next() != nil)
    #expect(throws: ExternalDecodeError.program(.timedOut(.ffmpeg, .milliseconds(500)))) { try frames.next() }
  }

  @Test func `without ffmpeg, the missing program is reported`() throws {
    let source = try Self.source([0, 0, 1, 0xBA], DecoderPrograms(finder: ProgramFinder(searchPath: "")))
    #expect(throws: ExternalDecodeError.program(.missing(format: "MPEG", program: .ffprobe))) { try source.facts() }
  }

  @Test func `a still picture does not play as a video`() throws {
    let input = try ProgramInput(Pattern.pam())
    let format = try #require(ForeignFormat(head: input.head()))
    #expect(throws: ExternalDecodeError.image(.notAPicture)) { try VideoSource(input, format: format) }
  }
}
