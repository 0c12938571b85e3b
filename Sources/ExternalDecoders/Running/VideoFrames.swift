package import Imaging
import Synchronization
import System

/// A video's pictures, one after the other, as ffmpeg decodes them.
///
/// One task at a time asks for the next, which blocks it; `stop()` may come from anywhere. ffmpeg runs ahead by what its
/// pipe holds, and waits there: a video that is paused costs nothing. When this is let go, ffmpeg is killed.
package final class VideoFrames: Sendable {
  /// A picture, and how long it is shown.
  package typealias Frame = (bitmap: Bitmap, delay: Duration)

  private enum State {
    case idle
    case playing(ProgramRun)
    case ended
  }

  /// The size of each picture.
  package let size: PixelSize
  /// How long each is shown.
  package let delay: Duration
  private let session: DecoderSession
  private let arguments: [String]
  private let input: ProgramInput
  /// Held by whoever asks for the next picture, for as long as that takes.
  private let state = Mutex(State.idle)
  private let control = Mutex(Control())

  /// What `stop` can reach while a picture is awaited.
  private struct Control {
    var group: ProgramGroup?
    var isStopped = false
  }

  init(session: DecoderSession, arguments: [String], input: ProgramInput, size: PixelSize, delay: Duration) {
    self.session = session
    self.arguments = arguments
    self.input = input
    self.size = size
    self.delay = delay
  }

  deinit { stop() }

  /// The next picture, waited for as long as a program may take.
  ///
  /// - Returns: nil after the last, and when it was stopped.
  /// - Throws: `ExternalDecodeError` where there is not even a first, or it takes too long; `.cancelled` when the task is cancelled.
  package func next() throws(ExternalDecodeError) -> Frame? {
    let result: Result<Frame?, ExternalDecodeError> = state.withLock { state in
      do throws(ExternalDecodeError) {
        return .success(try next(&state))
      } catch {
        state = .ended
        return .failure(control.withLock(\.isStopped) ? .cancelled : error)
      }
    }
    return try result.get()
  }

  /// Begins again with the first picture.
  package func rewind() {
    stop()
    state.withLock { $0 = .idle }
    control.withLock { $0 = Control() }
  }

  /// Kills ffmpeg, at once and for good (until `rewind`): there are no further pictures.
  package func stop() {
    control.withLock { control in
      control.isStopped = true
      control.group?.stop()
    }
  }

  private func next(_ state: inout sending State) throws(ExternalDecodeError) -> Frame? {
    if control.withLock(\.isStopped) { state = .ended }
    let run: ProgramRun
    let isFirst: Bool
    switch state {
    case .ended: return nil
    case .playing(let playing): (run, isFirst) = (playing, false)
    case .idle:
      (run, isFirst) = (try session.start(arguments, input: input, outputLimit: nil), true)
      let isStopped = control.withLock { control in
        control.group = run.group
        return control.isStopped
      }
      if isStopped { run.group.stop() }
    }
    run.restartClock()
    var samples = [UInt8](repeating: 0, count: size.width * size.height * 3)
    guard try session.translating({ () throws(ProgramFailure) in try run.fill(&samples) }) else {
      state = .ended
      if isFirst, !control.withLock(\.isStopped) { throw try session.failure(of: run) }
      return nil
    }
    state = .playing(run)
    return (VideoFrames.bitmap(samples, size), delay)
  }

  /// Samples of 8 bits, red, green and blue, as linear light.
  private static func bitmap(_ samples: [UInt8], _ size: PixelSize) -> Bitmap {
    let pixels = (0..<size.width * size.height).map { pixel in
      SIMD4(
        SRGB.linear16(samples[3 * pixel]), SRGB.linear16(samples[3 * pixel + 1]),
        SRGB.linear16(samples[3 * pixel + 2]), UInt16.max)
    }
    return Bitmap(size: size, pixels: pixels, isOpaque: true)
  }
}
