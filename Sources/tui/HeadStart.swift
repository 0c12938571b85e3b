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

  /// What came of it.
  private final class Outcome: Sendable {
    let picture = Mutex<LoadedPicture?>(nil)
    let arrival = DispatchSemaphore(value: 0)
  }

  /// Begins; nil: it is no file.
  init?(_ location: Location, shape: PictureShape, loader: PictureLoader) {
    guard case .file = location else { return nil }
    let key = PictureKey(location: location, shape: shape)
    self.key = key
    // A failure is not kept: who asks then finds it out again, and says so.
    task = loader.begin(key) { [outcome] picture in
      outcome.picture.withLock { $0 = picture }
      outcome.arrival.signal()
    }
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
    return claim()
  }

  /// The picture, if it comes in time; nil: it does not, or nothing came of it.
  func picture(within patience: DispatchTimeInterval) -> (key: PictureKey, picture: LoadedPicture)? {
    guard outcome.arrival.wait(timeout: .now() + patience) == .success else { return nil }
    return claim().map { (key, $0) }
  }

  /// It serves once: whoever asks for the same again does so because the file has changed.
  private func claim() -> LoadedPicture? {
    defer { outcome.arrival.signal() }
    return outcome.picture.withLock { picture in
      defer { picture = nil }
      return picture
    }
  }
}

extension Options {
  /// The shape of pictures in the window as it seems to be before the terminal is taken; nil: there is none to be seen.
  var shapeOfWindow: PictureShape? {
    let window = TerminalWindow(ofFirst: [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO])
    guard let size = window?.size else { return nil }
    return slideShape(in: Viewport(size: size, cellAspect: window?.cellPixels?.aspect ?? CellPixels.usualAspect))
  }
}
