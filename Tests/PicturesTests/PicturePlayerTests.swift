import Bitmaps
import Decks
import Downloads
import ExternalDecoders
import Glibc
import Imaging
import PictureTestSupport
import Pictures
import Synchronization
import System
import TestSupport
import Testing

/// Animated pictures, played from the downloaded files of their URLs.
final class PicturePlayerTests {
  private let folder = TemporaryFolder()

  deinit { folder.remove() }

  /// An animation of 2×2 pixels: red for 0.1 s, then green for 0.2 s.
  private static let gif = Samples.decoded(
    "R0lGODlhAgACAPAAAP8AAAAAACH5BAAKAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAAgACAAACAoRRACH5BAAUAAAALAAAAAACAAIAgAD/AAAAAAIChFEAOw=="
  )

  /// Returns the key of a URL whose body is in a file with a meaningless name, as in the cache.
  private func key(_ url: String, _ bytes: [UInt8], _ shape: PictureShape) throws -> PictureKey {
    folder.file("0123.body", bytes)
    let path = folder("0123.body")
    return PictureKey(
      location: .url(url), shape: shape, copy: FetchedCopy(path: path, stamp: try #require(FileStamp(ofOwn: path))))
  }

  @Test func `a body that was replaced after its lookup is not shown`() throws {
    let key = try key("http://h/a.gif", Self.gif, shape(2, 2))
    #expect(throws: Never.self) { try loader(maxHeldBytes: 1 << 20).load(key) }
    let path = folder("0123.body")
    folder.file("other", Self.gif)
    #expect(rename(folder("other"), path))
    #expect(throws: LoadError.file(.noSuchFile)) { try loader(maxHeldBytes: 1 << 20).load(key) }
    #expect(loader(maxHeldBytes: 1 << 20).thumbnail(of: key) == nil)
  }

  private func rename(_ old: Path, _ new: Path) -> Bool {
    unsafe old.withCString { old in unsafe new.withCString { unsafe Glibc.rename(old, $0) } } == 0
  }

  private func next(of player: PicturePlayer) async -> PicturePlayer.Answer {
    await withCheckedContinuation { continuation in player.next { continuation.resume(returning: $0) } }
  }

  /// Returns the first pixel's color and the duration of each of the next frames, or nil for a frame that does not
  /// come.
  private func frames(_ count: Int, of player: PicturePlayer) async -> [Shown?] {
    var shown: [Shown?] = []
    for _ in 0..<count {
      if case .frame(let frame) = await next(of: player) {
        shown.append(Shown(color: frame.bitmap.pixels[0], delay: frame.delay))
      } else {
        shown.append(nil)
      }
    }
    return shown
  }

  private struct Shown: Hashable {
    var color: SIMD4<UInt16>
    var delay: Duration
  }

  /// Returns a loader that holds files up to a size in memory, and reads larger ones as they are played.
  private func loader(maxHeldBytes: Int) -> PictureLoader {
    PictureLoader(limits: DecodingLimits(maxHeldBytes: maxHeldBytes, maxKeptBytes: 0))
  }

  @Test(arguments: [1 << 20, 0])
  func `a downloaded animation plays from its cached copy to the end, and again`(maxHeldBytes: Int) async throws {
    let key = try key("http://h/a.gif?size=large", Self.gif, shape(2, 2))
    let player = PicturePlayer(key, natural: PixelSize(width: 2, height: 2), loader: loader(maxHeldBytes: maxHeldBytes))
    let all = [
      Shown(color: Samples.red, delay: .milliseconds(100)), Shown(color: Samples.green, delay: .milliseconds(200)),
    ]
    await expect(frames(3, of: player), equals: all + [nil])
    guard case .end = await next(of: player) else { return #expect(Bool(false), "after the last comes the end") }
    player.rewind()
    await expect(frames(2, of: player), equals: all)
  }

  @Test func `a frame has the same serial in each play, and no other frame has it`() async throws {
    let key = try key("http://h/a.gif", Self.gif, shape(2, 2))
    let player = PicturePlayer(key, natural: PixelSize(width: 2, height: 2), loader: loader(maxHeldBytes: 1 << 20))
    var serials: [UInt64] = []
    for _ in 0..<3 {
      while case .frame(let frame) = await next(of: player) { serials.append(frame.serial) }
      player.rewind()
    }
    let play: [UInt64] = Array(serials.prefix(2))
    expect(serials.count, equals: 6)
    expect(Set(play).count, equals: 2)
    expect(Array(serials.dropFirst(2).prefix(2)), equals: play)
    expect(Array(serials.suffix(2)), equals: play)
  }

  @Test(arguments: [1 << 20, 0])
  func `an animation keeps playing after its cached copy is deleted`(maxHeldBytes: Int) async throws {
    let key = try key("http://h/a.gif", Self.gif, shape(2, 2))
    let player = PicturePlayer(key, natural: PixelSize(width: 2, height: 2), loader: loader(maxHeldBytes: maxHeldBytes))
    await expect(frames(1, of: player).map(\.?.color), equals: [Samples.red])
    folder.remove()
    await expect(frames(1, of: player).map(\.?.color), equals: [Samples.green])
    // A player that starts now has no file to play.
    let late = PicturePlayer(key, natural: PixelSize(width: 2, height: 2), loader: PictureLoader())
    guard case .failed = await next(of: late) else { return #expect(Bool(false), "there is no file") }
  }

  @Test(.enabled(if: has(.ffmpeg, .ffprobe), "needs ffmpeg"), arguments: ["http://h/film.mkv", "http://h/film?id=7"])
  func `a downloaded video plays from its cached copy to the end, and again`(url: String) async throws {
    let key = try key(url, RedGreenBlueVideo.bytes(), shape(8, 6))
    let player = PicturePlayer(key, natural: PixelSize(width: 32, height: 24), loader: PictureLoader())
    let (red, green, blue) = (Samples.red, Samples.green, Samples.blue)
    await expect(frames(7, of: player).map(\.?.color), equals: [red, red, green, green, blue, blue, nil])
    player.rewind()
    await expect(frames(1, of: player), equals: [Shown(color: Samples.red, delay: .milliseconds(100))])
    player.stop()
    await expect(frames(1, of: player), equals: [nil])
  }

  @Test func `a player that is stopped while it opens a video starts no decoder`() async throws {
    let fakes = FakePrograms()
    fakes.folder.pipe("probing")
    fakes.folder.pipe("go")
    let (probing, go) = (fakes.folder("probing"), fakes.folder("go"))
    let folder = String(decoding: fakes.folder.path.bytes, as: UTF8.self)
    try fakes.program("ffprobe", "exec 3> '\(folder)/probing'; read line < '\(folder)/go'; echo avg_frame_rate=1/1")
    try fakes.program("ffmpeg", "printf abcabcabcabc; exec sleep 1000")
    // Isolated, it could not open the pipes.
    let loader = PictureLoader(programs: DecoderPrograms(finder: fakes.finder, isolation: .off))
    let key = try key("http://h/film.mpg", [0, 0, 1, 0xBA], shape(2, 2))
    let player = PicturePlayer(key, natural: PixelSize(width: 1, height: 1), loader: loader)
    let (answers, continuation) = AsyncStream.makeStream(of: PicturePlayer.Answer.self)
    player.next { continuation.yield($0) }
    let probe = LifeLine(probing)
    player.stop()
    unsafe go.withCString { path in _ = close(unsafe open(path, O_WRONLY | O_CLOEXEC)) }
    probe.waitForDeath()
    for await answer in answers.prefix(1) {
      guard case .end = answer else { return #expect(Bool(false), "a frame was decoded") }
    }
  }
}
