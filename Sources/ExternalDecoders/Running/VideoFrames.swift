package import Bitmaps
import Synchronization
import System

/// A video's frames in sequence, decoded by ffmpeg.
///
/// One task at a time requests the next frame, which blocks it; `stop()` may be called from any thread. ffmpeg decodes
/// ahead until its pipe is full and then blocks, so that a paused video uses no processor time. ffmpeg is killed on
/// deinitialization.
package final class VideoFrames: Sendable {
  /// A frame, and the time for which it is shown.
  package typealias Frame = (bitmap: Bitmap, delay: Duration)

  private enum State {
    case idle
    case playing(ProgramRun)
    case ended
  }

  /// The size of each frame.
  package let size: PixelSize
  /// The time for which each frame is shown.
  package let delay: Duration
  private let session: DecoderSession
  private let arguments: [String]
  private let input: ProgramInput
  /// Locked while a frame is being decoded.
  private let state = Mutex(State.idle)
  private let control = Mutex(Control())

  /// The state that `stop` can access while a frame is being decoded.
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

  /// The next frame. Blocks until it is decoded, at most for the time limit of a program.
  ///
  /// - Returns: nil after the last frame, and after `stop()`.
  /// - Throws: `ExternalDecodeError` if there is no first frame, or if a frame takes too long; `.cancelled` if the task
  ///   is cancelled.
  package func next() throws(ExternalDecodeError) -> Frame? {
    let result: Result<Frame?, ExternalDecodeError> = state.withLock { state in
      let last = state
      state = .ended
      do throws(ExternalDecodeError) {
        let (next, frame) = try advance(from: last)
        state = next
        return .success(frame)
      } catch {
        return .failure(control.withLock(\.isStopped) ? .cancelled : error)
      }
    }
    return try result.get()
  }

  /// Restarts with the first frame.
  package func rewind() {
    stop()
    state.withLock { $0 = .idle }
    control.withLock { $0 = Control() }
  }

  /// Kills ffmpeg immediately. There are no further frames until `rewind()`.
  package func stop() {
    control.withLock { control in
      control.isStopped = true
      control.group?.stop()
    }
  }

  /// Decodes a frame; nil after the last one. Returns the state after it.
  private func advance(from state: State) throws(ExternalDecodeError) -> (State, Frame?) {
    let run: ProgramRun
    let isFirst: Bool
    switch state {
    case _ where control.withLock(\.isStopped), .ended: return (.ended, nil)
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
      if isFirst, !control.withLock(\.isStopped) { throw try session.failure(of: run) }
      return (.ended, nil)
    }
    return (.playing(run), (VideoFrames.bitmap(samples, size), delay))
  }

  /// Converts 8-bit RGB samples into linear light.
  private static func bitmap(_ samples: [UInt8], _ size: PixelSize) -> Bitmap {
    let pixels = (0..<size.width * size.height).map { pixel in
      SIMD4(
        SRGB.linear16(samples[3 * pixel]), SRGB.linear16(samples[3 * pixel + 1]),
        SRGB.linear16(samples[3 * pixel + 2]), UInt16.max)
    }
    return Bitmap(size: size, pixels: pixels, isOpaque: true)
  }
}
