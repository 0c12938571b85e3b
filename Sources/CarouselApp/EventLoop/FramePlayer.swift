import Pictures
import Rendering
import Terminal

/// Has the frames of the animation that plays decoded one at a time, and reports them.
///
/// Frames in pixels are decoded at the size of their place. Once the terminal has all frames of a loop, only the cells
/// under them are decoded, which takes a fraction of the time.
@MainActor
final class FramePlayer {
  private let loader: PictureLoader
  private let report: @MainActor (SessionEvent) -> Void
  private var request: PlaybackRequest?
  private var player: PicturePlayer?
  /// The player of the frames in pixels, until the one for cells has returned its first frame.
  private var fallback: PicturePlayer?
  private var isFrameUnderWay = false
  private var loop = LoopFrames()
  /// How the frames of `loop` are prepared.
  private var loopPixels: PlaybackPixels?

  /// - Parameter report: receives the frames, on the main queue.
  init(_ loader: PictureLoader, report: @escaping @MainActor (SessionEvent) -> Void) {
    (self.loader, self.report) = (loader, report)
  }

  /// Stops decoding.
  func stop() {
    player?.stop()
    fallback?.stop()
    (player, fallback) = (nil, nil)
  }

  /// Has the next frame decoded if it is requested; nil ends the animation.
  ///
  /// - Parameter holds: whether the terminal has a frame, by its serial.
  func reconcile(with next: PlaybackRequest?, holding holds: (UInt64) -> Bool) {
    if next?.generation != request?.generation {
      stop()
      isFrameUnderWay = false
      if let next { begin(next, holding: holds) }
    } else if !isFrameUnderWay, let next, let request {
      if next.repeats != request.repeats {
        rewind(next, holding: holds)
      } else if loop.isHeld, let frame = loop.next, !holds(frame.image.serial) {
        // The terminal has lost the frame: all of them are decoded again.
        stop()
        loop.rewind()
        player = makePlayer(for: next)
      }
    }
    guard !isFrameUnderWay else { return }
    request = next
    if let next, next.wantsFrame { requestFrame(next) }
  }

  private func begin(_ request: PlaybackRequest, holding holds: (UInt64) -> Bool) {
    // The same animation as before, after a moment: the terminal may still have its frames.
    if let pixels = request.pixels, pixels == loopPixels { loop.rewind(holding: holds) } else { loop = LoopFrames() }
    loopPixels = request.pixels
    if loop.isHeld { fallback = makePlayer(for: request, inPixels: true) }
    player = makePlayer(for: request)
  }

  private func rewind(_ request: PlaybackRequest, holding holds: (UInt64) -> Bool) {
    let wasHeld = loop.isHeld
    loop.rewind(holding: holds)
    if loop.isHeld == wasHeld {
      player?.rewind()
    } else if loop.isHeld {
      fallback = player
      player = makePlayer(for: request)
    } else {
      stop()
      player = makePlayer(for: request)
    }
  }

  private func makePlayer(for request: PlaybackRequest) -> PicturePlayer {
    makePlayer(for: request, inPixels: !loop.isHeld)
  }

  private func makePlayer(for request: PlaybackRequest, inPixels: Bool) -> PicturePlayer {
    // If another player holds memory, to wait for more could last forever.
    PicturePlayer(
      inPixels ? request.pixels?.key.picture ?? request.key : request.key, natural: request.natural, loader: loader,
      waitsForMemory: inPixels)
  }

  private func requestFrame(_ request: PlaybackRequest) {
    isFrameUnderWay = true
    let (known, isHeld) = (loop.next, loop.isHeld)
    player?.next { [weak self] answer in
      let (answer, pixels) = FramePlayer.prepared(answer, request.pixels, known: known, isHeld: isHeld)
      MainQueue.async { self?.arrived(answer, pixels, of: request) }
    }
  }

  /// Prepares a frame in pixels; on any thread.
  ///
  /// - Parameters:
  ///   - known: the same frame of an earlier play.
  ///   - isHeld: whether the terminal has its samples.
  nonisolated private static func prepared(
    _ answer: PicturePlayer.Answer, _ pixels: PlaybackPixels?, known: PixelPicture?, isHeld: Bool
  ) -> (PicturePlayer.Answer, PixelPicture?) {
    guard case .frame(let frame) = answer, let pixels else { return (answer, nil) }
    let numbered = PictureFrame(bitmap: frame.bitmap, delay: frame.delay, serial: known?.image.serial)
    if isHeld { return known == nil ? (.end, nil) : (.frame(numbered), known) }
    let (samples, picture) = pixels.prepared(numbered)
    return (.frame(samples), picture)
  }

  private func arrived(_ answer: PicturePlayer.Answer, _ pixels: PixelPicture?, of request: PlaybackRequest) {
    guard self.request?.generation == request.generation else { return report(.playback(request, answer, pixels)) }
    isFrameUnderWay = false
    switch answer {
    case .frame:
      loop.add(pixels)
      fallback?.stop()
      fallback = nil
    case .end: loop.endPlay()
    case .failed:
      // The file may be gone, or memory short.
      guard let fallback else { break }
      (player, self.fallback) = (fallback, nil)
      fallback.rewind()
      loop.giveUp()
      loop.rewind()
      return requestFrame(request)
    }
    report(.playback(request, answer, pixels))
  }
}
