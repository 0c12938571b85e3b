import CarouselApp
import Decks
import Dispatch
import Glibc
import NcursesScreen
import Pictures
import Synchronization
import Terminal

/// The first picture's decoding, begun before the terminal is taken: that takes as long as a photograph of ordinary size does.
///
/// The shape is that of the window as it seems to be. A wrong guess costs the processor's time and nothing else: only who
/// asks for the very same picture in the same shape gets it.
final class HeadStart: Sendable {
  private let key: PictureKey
  private let task: Task<Void, Never>
  private let outcome = Outcome()
  /// The same picture for pixels, begun once the other is there, so that it holds nothing up; nil: none are expected.
  private let pixels: (key: PictureKey, outcome: Outcome)?

  /// What came of it.
  private final class Outcome: Sendable {
    let picture = Mutex<LoadedPicture?>(nil)
    let arrival = DispatchSemaphore(value: 0)

    func arrive(_ picture: LoadedPicture?) {
      self.picture.withLock { $0 = picture }
      arrival.signal()
    }

    /// It serves once: whoever asks for the same again does so because the file has changed.
    func claim() -> LoadedPicture? {
      defer { arrival.signal() }
      return picture.withLock { picture in
        defer { picture = nil }
        return picture
      }
    }
  }

  /// Begins; nil: it is no file.
  ///
  /// - Parameter pixelShape: the picture's shape in pixels; nil: none are expected.
  init?(_ location: Location, shape: PictureShape, pixelShape: PictureShape?, loader: PictureLoader) {
    guard case .file = location else { return nil }
    let key = PictureKey(location: location, shape: shape)
    self.key = key
    // A failure is not kept: who asks then finds it out again, and says so.
    let pixels = pixelShape.map { (key: PictureKey(location: location, shape: $0), outcome: Outcome()) }
    self.pixels = pixels
    task = loader.begin(key) { [outcome] picture in
      outcome.arrive(picture)
      guard let pixels else { return }
      _ = loader.begin(pixels.key) { pixels.outcome.arrive($0) }
    }
  }

  /// The picture for pixels, waited for; nil: it is another one that was begun, or nothing came of it.
  func pixels(for key: PictureKey) -> LoadedPicture? {
    guard let pixels, pixels.key == key else { return nil }
    pixels.outcome.arrival.wait()
    return pixels.outcome.claim()
  }

  /// The picture, waited for; nil: it is another one that was begun, which is then given up, or nothing came of it.
  ///
  /// It waits as long as decoding takes: not to be asked on the main queue.
  func picture(for key: PictureKey) -> LoadedPicture? {
    guard key == self.key else {
      task.cancel()
      return nil
    }
    outcome.arrival.wait()
    return outcome.claim()
  }

  /// The picture, if it comes in time; nil: it does not, or nothing came of it.
  func picture(within patience: DispatchTimeInterval) -> (key: PictureKey, picture: LoadedPicture)? {
    guard outcome.arrival.wait(timeout: .now() + patience) == .success else { return nil }
    return outcome.claim().map { (key, $0) }
  }

}

extension Options {
  /// The shapes of pictures in the window as it seems to be before the terminal is taken; nil: there is none to be seen.
  ///
  /// - Parameter expectsPixels: whether they will be shown in pixels, too.
  func shapesOfWindow(expectsPixels: Bool) -> (cells: PictureShape, pixels: PictureShape?)? {
    let window = TerminalWindow(ofFirst: [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO])
    guard let size = window?.size else { return nil }
    let viewport = Viewport(
      size: size, cellAspect: window?.cellPixels?.aspect ?? CellPixels.usualAspect, pixels: window?.cellPixels)
    return (slideShape(in: viewport), expectsPixels ? slidePixelShape(in: viewport) : nil)
  }
}
