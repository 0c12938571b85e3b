import Bitmaps
import Decks
import Decoding
import ExternalDecoders
import Imaging
import LibraryCodecs
import PictureTestSupport
@testable import Pictures
import System
import TestSupport
import Testing

/// HEIF files with a sequence of pictures in a track, as libheif 1.23 writes them.
struct SequenceTests {
  private let folder = TemporaryFolder()
  private let decoder = InProcessDecoder(codecs: LibraryCodecs.all)
  private let pixel = PixelSize(width: 1, height: 1)

  /// A blue picture of 320×240 pixels, and a track of 160×120 pixels: red and green, for half a second each, three times.
  private static let withCover = Samples.decoded(
    """
    AAAAKGZ0eXBtc2YxAAAAAG1pZjFoZWljbWlhZm1zZjFpc29taGV2YwAAAVZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAA\
    AACJpbG9jAAAAAERAAAEAAQAAAAAFDAABAAAAAAAAAFwAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA1m\
    lwcnAAAAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAPPAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAPLoCQGEAAQArQgEBA3AAAAMAk\
    AAAAwAAAwA8oAoIDxZbqSSmubgIaDAgAAADAyAAAAMAIWIAAQAHRAHBcrAiQAAAABNjb2xybmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAAFAAAAA8AAA\
    ABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAAvFtb292AAAAbG12aGQAAAAAAAAAAAAAAAAAAV+QAAQesAABAAABAAAAAAAAAAA\
    AAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAACfXRyYWsAAABcdGtoZAAAAA\
    cAAAAAAAAAAAAAAAEAAAAAAAQesAAAAAAAAAAAAAAAAAEAAAAAAQAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAEAAAAAAoAAAAHgAAAAAAfVtZ\
    GlhAAAAIG1kaGQAAAAAAAAAAAAAAAAAAV+QAAFfkFXLAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAGsbWluZgAAACRkaW5mAAAA\
    HGRyZWYAAAAAAAAAAQAAAAx1cmwgAAAAAQAAAWxzdGJsAAAA7HN0c2QAAAAAAAAAAQAAANxodmMxAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAKAAeAB\
    IAAAASAAAAAAAAAABBEhFVkMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGP//AAAAdmh2Y0MBAWAAAACQAAAAAAAe8AD8/fj4AAAPA2AAAQAYQA\
    EMAf//AWAAAAMAkAAAAwAAAwAeloCQYQABAClCAQEBYAAAAwCQAAADAAADAB6gFCB5ZZakkprm4CGgwIAAr8gAAFfkBGIAAQAHRAHBcrQiQAAAABBjY\
    3N0AAAAAMAAAAAAAAAYc3R0cwAAAAAAAAABAAAAAgAAr8gAAAAcc3RzYwAAAAAAAAABAAAAAQAAAAIAAAABAAAAHHN0c3oAAAAAAAAAAAAAAAIAAAA/\
    AAAATgAAABRzdGNvAAAAAAAAAAEAAAR3AAAAFHN0c3MAAAAAAAAAAQAAAAEAAAAUdm1oZAAAAAEAAAAAAAAAAAAAACRlZHRzAAAAHGVsc3QAAAABAAA\
    AAQABX5AAAAAAAAEAAAAAAJVtZGF0AAAAOygBrx+A3ekUZ//9FwP//SM7f/vrwwkVXb6+5qNP4gpyPAAIlJCtgAAAAwApQAAAAwAAAwAADBAAAJKAAA\
    AASgIB0Al+KTYCcEgWQagFpY/A3KVvz7/5vt+Rb+quPAV7Dahu8ZQWcHaKW4YhbM/BBtNfYATREgCisAAAAwAAAwAAAwABEAAAAwEXAAAAZG1kYXQAA\
    ABYKAGvCeAhOXVf//6sd+9/xgM//7QWnQcw8u401nh+vczF3QAAFkAAKUABmAAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAAAwAA\
    AwAEfA==
    """)
  /// The track alone.
  private static let alone = replacing("meta", in: withCover)

  /// Returns a file without a box.
  private static func replacing(_ box: String, in bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: box.utf8) }) else { return [] }
    return bytes[..<start] + Array("free".utf8) + bytes[(start + 4)...]
  }

  private func key(_ bytes: [UInt8]) -> PictureKey {
    folder.file("a.heics", bytes)
    return PictureKey(location: .file(folder("a.heics")), shape: shape(1, 1))
  }

  private func loader(_ programs: DecoderPrograms? = nil) -> PictureLoader {
    PictureLoader(programs: programs, decoder: decoder)
  }

  /// The channel of red, green and blue that a pixel has alone.
  private func channel(_ bitmap: Bitmap) -> Int? {
    let bright = bitmap.encoded.prefix(3).map { $0 > 240 }
    return bright.count(where: { $0 }) == 1 ? bright.firstIndex(of: true) : nil
  }

  /// Plays a file, at most a few frames.
  private func frames(of key: PictureKey) throws -> [PictureFrame] {
    var frames: [PictureFrame] = []
    try loader().forEachFrame(of: key, natural: PixelSize(width: 160, height: 120)) { frame in
      frames.append(frame)
      return frames.count < 4
    }
    return frames
  }

  @Test(.enabled(if: has(.ffmpeg, .ffprobe), "needs ffmpeg"))
  func `a sequence plays as an animation, after its cover if there is one`() throws {
    for (bytes, format, cover) in [(Self.withCover, "HEIC", 2), (Self.alone, "HEIC sequence", 0)] {
      let key = key(bytes)
      let picture = try loader().load(key)
      expect(picture.format, equals: format)
      expect(channel(picture.bitmap), equals: cover)
      expect(picture.naturalSize.width, equals: cover == 2 ? 320 : 160)
      expect(picture.animation, equals: PictureAnimation(plays: 3))
      try expect(
        loader().load(self.key(Self.replacing("edts", in: bytes))).animation, equals: PictureAnimation(plays: nil))
      let frames = try frames(of: key)
      expect(frames.map { channel($0.bitmap) }, equals: [0, 1])
      expect(frames.map(\.delay), equals: [.milliseconds(500), .milliseconds(500)])
    }
  }

  @Test(.enabled(if: has(.ffmpeg, .ffprobe), "needs ffmpeg"))
  func `frames keep their proportions beside a cover of others`() throws {
    let key = PictureKey(location: key(Self.withCover).location, shape: shape(32, 12))
    var isRed: [Bool] = []
    try loader().forEachFrame(of: key, natural: PixelSize(width: 320, height: 120)) { frame in
      isRed = (0..<32).map { frame.bitmap.encoded[4 * (6 * 32 + $0)] > 127 }
      return false
    }
    expect(isRed, equals: (0..<32).map { 8..<24 ~= $0 })
  }

  @Test func `a picture without a track is still, whatever its brands`() throws {
    var file = Self.replacing("moov", in: Self.withCover)
    // Of the brands of tracks, libheif 1.23 accepts only "hevc" without one.
    file.replaceSubrange(28..<36, with: "miafmiaf".utf8)
    let picture = try loader().load(key(file))
    expect(channel(picture.bitmap), equals: 2)
    expect(picture.animation, equals: nil)
  }

  @Test func `without ffmpeg, the cover is shown, and otherwise the reason`() throws {
    let loader = loader(DecoderPrograms(finder: ProgramFinder(searchPath: "")))
    try expect(channel(loader.load(key(Self.withCover)).bitmap), equals: 2)
    #expect(throws: LoadError.program(.missing(format: "HEIC sequence", program: .ffmpeg))) {
      try loader.load(key(Self.alone))
    }
  }

  @Test func `of ffprobe's streams, the one with several frames plays`() throws {
    let fakes = FakePrograms()
    // What ffprobe 9 prints about the file with a cover.
    let streams = """
      index=0|height=240|color_space=smpte170m|r_frame_rate=1/25|avg_frame_rate=1/1|nb_frames=1
      index=1|height=120|color_space=smpte170m|r_frame_rate=2/1|avg_frame_rate=2/1|nb_frames=2
      """
    try fakes.program("ffprobe", "echo '\(streams)'")
    try fakes.program("ffmpeg", #"case "$*" in *" -map 0:1 -vf fps=2/1,"*) printf abc;; esac"#)
    let input = try ProgramInput(Self.withCover)
    let format = try #require(ForeignFormat(head: input.head()))
    let source = try VideoSource(input, format: format, programs: DecoderPrograms(finder: fakes.finder))
    let frames = try source.frames(ScaledRegion(whole: pixel), facts: source.facts())
    try expect(frames.next()?.bitmap.encoded, equals: [97, 98, 99, 255])
  }

  @Test func `a sequence is one page`() throws {
    for bytes in [Self.withCover, Self.alone] {
      let key = key(bytes)
      let request = DeckRequest(arguments: [folder.argument("a.heics")], pages: true)
      let deck = DeckReader(request, programs: DecoderPrograms(decoder: decoder)).read()
      expect((0..<deck.count).map { deck[$0].location }, equals: [key.location])
    }
  }

  @Test func `damaged sequences are shown, or rejected`() throws {
    var dice = SplitMix64(seed: 571)
    for _ in 0..<Rounds.count(160) {
      var bytes = Bool.random(using: &dice) ? Self.withCover : Self.alone
      for _ in 0..<3 { bytes[.random(in: 40..<bytes.count, using: &dice)] = .random(in: 0...255, using: &dice) }
      let key = key(Array(bytes.prefix(.random(in: 40...2 * bytes.count, using: &dice))))
      if let picture = try? loader().load(key) { expect(picture.bitmap.size, equals: pixel) }
      for frame in (try? frames(of: key)) ?? [] { expect(frame.bitmap.size, equals: pixel) }
    }
  }
}
