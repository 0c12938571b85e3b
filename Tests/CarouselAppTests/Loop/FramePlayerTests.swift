import Bitmaps
import Carousel
import CarouselValues
import Decks
import Imaging
import PictureTestSupport
import Pictures
import Rendering
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// Which frames of an animation are decoded in pixels.
@Suite @MainActor struct FramePlayerTests {
  /// An animation of 2×2 pixels: red for 0.1 s, then green for 0.2 s.
  private static let gif = Samples.decoded(
    "R0lGODlhAgACAPAAAP8AAAAAACH5BAAKAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAAgACAAACAoRRACH5BAAUAAAALAAAAAACAAIAgAD/AAAAAAIChFEAOw=="
  )

  /// A frame as it is reported.
  private struct Shown: Equatable {
    var color: SIMD4<UInt16>
    /// The serial of the frame in pixels; nil if there is none.
    var serial: UInt64?
    /// Whether the samples in pixels came with it.
    var hasContent: Bool
  }

  /// A player of an animation, and the terminal that may keep its frames.
  @MainActor private final class Play {
    private let folder = TemporaryFolder()
    private(set) var player: FramePlayer?
    private var continuation: CheckedContinuation<(answer: PicturePlayer.Answer, pixels: PixelPicture?), Never>?
    var request: PlaybackRequest
    /// The serials of the frames that the terminal has.
    var held: Set<UInt64> = []

    init(inPixels: Bool = true) {
      folder.file("a.gif", FramePlayerTests.gif)
      let (shape, size) = (shape(1, 1), PixelSize(width: 4, height: 4))
      let key = PictureKey(location: .file(folder("a.gif")), shape: shape)
      var exact = key
      exact.shape = shape.inPixels(of: size)
      let pixels = PlaybackPixels(
        key: PixelKey(
          picture: exact, area: size, alignment: .center, backdrop: .color(.black), pixelProtocol: .kitty, cell: nil),
        source: 1, samples: PixelSize(width: 1, height: 1), isCompressed: false, animation: 7)
      request = PlaybackRequest(
        key: key, natural: PixelSize(width: 2, height: 2), generation: .first.next, repeats: 0, wantsFrame: true,
        pixels: inPixels ? pixels : nil)
      player = FramePlayer(PictureLoader()) { [weak self] event in
        guard case .playback(_, let answer, let pixels) = event else { return }
        self?.continuation?.resume(returning: (answer: answer, pixels: pixels))
      }
    }

    func removeFile() { folder.remove() }

    /// The next frame; nil at the end of a play.
    func next() async throws -> Shown? {
      let reply: (answer: PicturePlayer.Answer, pixels: PixelPicture?) = await withCheckedContinuation { waiting in
        continuation = waiting
        player?.reconcile(with: request) { held.contains($0) }
      }
      let pixels = reply.pixels
      switch reply.answer {
      case .frame(let frame):
        return Shown(
          color: frame.bitmap.pixels[0], serial: pixels?.image.serial,
          hasContent: pixels?.image.content.isEmpty == false)
      case .end:
        request.repeats += 1
        return nil
      case .failed: throw LoadError.file(.noSuchFile)
      }
    }

    /// The frames of a whole play.
    func play() async throws -> [Shown] {
      var frames: [Shown] = []
      while let frame = try await next() { frames.append(frame) }
      return frames
    }
  }

  @Test func `frames are decoded in pixels until the terminal has all of them, and again once it has lost one`()
    async throws
  {
    let play = Play()
    defer { play.removeFile() }
    let first = try await play.play()
    let serials = first.compactMap(\.serial)
    #expect(Set(serials).count == 2 && first.allSatisfy(\.hasContent))
    expect(first.map(\.color), equals: [Samples.red, Samples.green])
    play.held = [serials[0]]
    try await expect(play.play(), equals: first)
    play.held = Set(serials)
    var kept = first
    for index in kept.indices { kept[index].hasContent = false }
    try await expect(play.play(), equals: kept)
    try await expect(play.play(), equals: kept)
    // The first frame is shown; the second one is lost.
    try await expect(play.next(), equals: kept[0])
    play.held = [serials[0]]
    try await expect(play.play(), equals: first)
    play.held = Set(serials)
    try await expect(play.play(), equals: kept)
  }

  @Test func `the same animation goes on with the frames that the terminal has`() async throws {
    let play = Play()
    defer { play.removeFile() }
    let serials = try await play.play().compactMap(\.serial)
    play.held = Set(serials)
    play.request.generation = play.request.generation.next
    var frames = try await play.play()
    #expect(frames.compactMap(\.serial) == serials && !frames.contains(where: \.hasContent))
    // Another picture has other frames.
    play.request.generation = play.request.generation.next
    play.request.pixels?.source = 2
    frames = try await play.play()
    #expect(Set(frames.compactMap(\.serial)).isDisjoint(with: serials) && frames.allSatisfy(\.hasContent))
  }

  @Test func `frames are decoded in pixels as before if the file cannot be opened once more`() async throws {
    let play = Play()
    let first = try await play.play()
    play.held = Set(first.compactMap(\.serial))
    play.removeFile()
    try await expect(play.play(), equals: first)
    try await expect(play.play(), equals: first)
  }

  @Test func `frames in cells play again and again`() async throws {
    let play = Play(inPixels: false)
    defer { play.removeFile() }
    for _ in 0..<3 {
      let frames = try await play.play()
      expect(frames.map(\.color), equals: [Samples.red, Samples.green])
      #expect(frames.allSatisfy { $0.serial == nil })
    }
  }
}
