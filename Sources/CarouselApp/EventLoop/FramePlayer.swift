import Bitmaps
import Pictures
import Rendering
import Synchronization
import Terminal

/// Has the frames of the animation that plays decoded one at a time, and reports them.
///
/// Frames in pixels are decoded at the size of their place. Once the terminal has all frames of a loop, only the cells
/// under them are decoded, which takes a fraction of the time.
@MainActor
final class FramePlayer {
  private enum Phase {
    case stopped
    /// The session has not requested the next frame yet.
    case waiting(Play)
    case decoding(Play)
  }

  /// An animation that plays.
  private struct Play {
    /// The last request that was acted on.
    var request: PlaybackRequest
    var decoder: Decoder
  }

  /// What decodes the frames of a play.
  private enum Decoder {
    case one(PicturePlayer)
    /// A player for cells, until it has returned its first frame: if it fails, the one for pixels goes on.
    case tentative(PicturePlayer, fallback: PicturePlayer)

    var player: PicturePlayer {
      switch self {
      case .one(let player), .tentative(let player, _): player
      }
    }

    func stop() {
      player.stop()
      if case .tentative(_, let fallback) = self { fallback.stop() }
    }

    /// The same decoder after its first frame.
    var confirmed: Decoder {
      if case .tentative(_, let fallback) = self { fallback.stop() }
      return .one(player)
    }
  }

  private let loader: PictureLoader
  private let report: @MainActor (SessionEvent) -> Void
  private var phase = Phase.stopped
  /// The frames of the animation that has played last, which the terminal may keep.
  private var loop = LoopFrames()
  /// The samples of frames in pixels.
  private var memory = SampleMemory()

  /// Samples that players use again, each on its own queue.
  private final class SampleMemory: Sendable {
    let samples = Mutex(RecycledMemory<UInt8>())
  }

  /// - Parameter report: receives the frames, on the main queue.
  init(_ loader: PictureLoader, report: @escaping @MainActor (SessionEvent) -> Void) {
    (self.loader, self.report) = (loader, report)
  }

  func stop() {
    switch phase {
    case .stopped: return
    case .waiting(let play), .decoding(let play): play.decoder.stop()
    }
    phase = .stopped
    memory = SampleMemory()
  }

  /// Has the next frame decoded if it is requested; nil ends the animation.
  ///
  /// - Parameter holds: whether the terminal has a frame, by its serial.
  func reconcile(with next: PlaybackRequest?, holding holds: (UInt64) -> Bool) {
    if playing?.generation != next?.generation { stop() }
    guard let next else { return }
    var play: Play
    switch phase {
    case .decoding: return
    case .stopped: play = Play(request: next, decoder: begin(next, holding: holds))
    case .waiting(let current):
      play = current
      if next.repeats != play.request.repeats {
        play.decoder = rewound(play.decoder, next, holding: holds)
      } else if loop.isHeld, let frame = loop.next, !holds(frame.image.serial) {
        // The terminal has lost the frame: all of them are decoded again.
        play.decoder.stop()
        loop.rewind()
        play.decoder = .one(makePlayer(for: next, inPixels: true))
      }
      play.request = next
    }
    if next.wantsFrame { requestFrame(of: play) } else { phase = .waiting(play) }
  }

  /// The request whose animation plays; nil if none does.
  private var playing: PlaybackRequest? {
    switch phase {
    case .stopped: nil
    case .waiting(let play), .decoding(let play): play.request
    }
  }

  private func begin(_ request: PlaybackRequest, holding holds: (UInt64) -> Bool) -> Decoder {
    // The same animation as before, after a moment: the terminal may still have its frames.
    if let pixels = request.pixels, pixels == loop.pixels {
      loop.rewind(holding: holds)
    } else {
      loop = LoopFrames(request.pixels)
    }
    let whole = makePlayer(for: request, inPixels: true)
    return loop.isHeld ? .tentative(makePlayer(for: request, inPixels: false), fallback: whole) : .one(whole)
  }

  /// The decoder of the next play.
  private func rewound(
    _ decoder: Decoder, _ request: PlaybackRequest, holding holds: (UInt64) -> Bool
  ) -> Decoder {
    let wasHeld = loop.isHeld
    loop.rewind(holding: holds)
    if loop.isHeld == wasHeld {
      decoder.player.rewind()
      return decoder
    }
    if loop.isHeld {
      memory = SampleMemory()
      return .tentative(makePlayer(for: request, inPixels: false), fallback: decoder.player)
    }
    decoder.stop()
    return .one(makePlayer(for: request, inPixels: true))
  }

  /// A player of frames in pixels, if they are shown so, or of the cells under them.
  private func makePlayer(for request: PlaybackRequest, inPixels: Bool) -> PicturePlayer {
    // If another player holds memory, to wait for more could last forever.
    PicturePlayer(
      inPixels ? request.pixels?.key.picture ?? request.key : request.key, natural: request.natural, loader: loader,
      waitsForMemory: inPixels)
  }

  private func requestFrame(of play: Play) {
    phase = .decoding(play)
    let (request, known, isHeld) = (play.request, loop.next, loop.isHeld)
    play.decoder.player.next { [weak self, memory] answer in
      let (answer, pixels) = memory.samples.withLock {
        FramePlayer.prepared(answer, request.pixels, known: known, isHeld: isHeld, reusing: &$0)
      }
      MainQueue.async { self?.arrived(answer, pixels, of: request) }
    }
  }

  /// Prepares a frame in pixels; on any thread.
  ///
  /// - Parameters:
  ///   - known: the same frame of an earlier play.
  ///   - isHeld: whether the terminal has its samples.
  ///   - memory: the samples of earlier frames.
  nonisolated private static func prepared(
    _ answer: PicturePlayer.Answer, _ pixels: PlaybackPixels?, known: PixelPicture?, isHeld: Bool,
    reusing memory: inout RecycledMemory<UInt8>
  ) -> (PicturePlayer.Answer, PixelPicture?) {
    guard case .frame(let frame) = answer, let pixels else { return (answer, nil) }
    let numbered = PictureFrame(bitmap: frame.bitmap, delay: frame.delay, serial: known?.image.serial)
    if isHeld { return known == nil ? (.end, nil) : (.frame(numbered), known) }
    let (samples, picture) = pixels.prepared(numbered, reusing: &memory)
    return (.frame(samples), picture)
  }

  private func arrived(_ answer: PicturePlayer.Answer, _ pixels: PixelPicture?, of request: PlaybackRequest) {
    guard case .decoding(var play) = phase, play.request.generation == request.generation else {
      return report(.playback(request, answer, pixels))
    }
    switch answer {
    case .frame:
      loop.add(pixels)
      play.decoder = play.decoder.confirmed
    case .end: loop.endPlay()
    case .failed:
      // The file may be gone, or memory short.
      guard case .tentative(_, let fallback) = play.decoder else { break }
      play.decoder = .one(fallback)
      fallback.rewind()
      loop.giveUp()
      loop.rewind()
      return requestFrame(of: play)
    }
    phase = .waiting(play)
    report(.playback(request, answer, pixels))
  }
}
