import CarouselApp
import Decks
import Dispatch
import Glibc
import NcursesScreen
import Pictures
import Rendering
import Synchronization
import Terminal

/// Decodes the first picture before the terminal is taken over, which takes about as long as
/// decoding an ordinary photograph.
///
/// The picture's shape is derived from a guess at the window's size. A wrong guess only wastes processor time: the
/// picture is used only if requested in exactly the same shape.
final class FirstPicturePreload: Sendable {
  private let key: PictureKey
  private let loader: PictureLoader
  private let location: Location
  /// The decode; nil before it begins.
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let outcome = Outcome()
  /// The same picture in pixels, started once the one for cells is decoded, so as not to delay it;
  /// nil if pixels are not expected.
  private let pixels: (key: PictureKey, outcome: Outcome)?
  private let drawing = Drawing()

  /// The drawing of the picture for cells, made once that is decoded, if it is known by then how.
  private final class Drawing: Sendable {
    let plan = Mutex<FirstDrawing.Plan?>(nil)
    private let result = Mutex<FirstDrawing?>(nil)
    private let end = DispatchSemaphore(value: 0)

    func draw(_ picture: LoadedPicture?, at location: Location) {
      if let picture, let plan = plan.withLock({ $0 }) {
        let drawing = plan.drawing(of: picture, at: location)
        result.withLock { $0 = drawing }
      }
      end.signal()
    }

    /// Waits for the end of the drawing, which has begun; nil if it was not drawn.
    func claim() -> FirstDrawing? {
      end.wait()
      return result.withLock { $0.take() }
    }
  }

  /// The result of decoding, for one waiter at a time.
  private final class Outcome: Sendable {
    let picture = Mutex<LoadedPicture?>(nil)
    let arrival = DispatchSemaphore(value: 0)

    func arrive(_ picture: LoadedPicture?) {
      self.picture.withLock { $0 = picture }
      arrival.signal()
    }

    /// Returns the picture once: a second request for it means that the file has changed.
    func claim() -> LoadedPicture? {
      defer { arrival.signal() }
      return picture.withLock { picture in
        defer { picture = nil }
        return picture
      }
    }
  }

  /// A picture that is not being decoded yet; nil if the location is not a file.
  ///
  /// - Parameter pixelShape: The picture's shape in pixels, or nil if pixels are not expected.
  init?(_ location: Location, shape: PictureShape, pixelShape: PictureShape?, loader: PictureLoader) {
    guard case .file = location else { return nil }
    (self.location, self.loader) = (location, loader)
    key = PictureKey(location: location, shape: shape)
    pixels = pixelShape.map { (key: PictureKey(location: location, shape: $0), outcome: Outcome()) }
  }

  /// Starts decoding. Must be called once.
  func begin() {
    // Failures are not kept: the next request meets the same failure and reports it.
    let task = loader.begin(key) { [outcome, drawing, pixels, location, loader] picture in
      outcome.arrive(picture)
      drawing.draw(picture, at: location)
      guard let pixels else { return }
      _ = loader.begin(pixels.key) { pixels.outcome.arrive($0) }
    }
    self.task.withLock { $0 = task }
  }

  /// Waits for the picture in pixels; nil if another one was started, or decoding failed.
  func pixels(for key: PictureKey) -> LoadedPicture? {
    guard let pixels, pixels.key == key else { return nil }
    pixels.outcome.arrival.wait()
    return pixels.outcome.claim()
  }

  /// Waits for the picture; nil if another one was started, which is then cancelled, or decoding failed.
  ///
  /// Waits as long as decoding takes, so it must not be called on the main queue.
  func picture(for key: PictureKey) -> LoadedPicture? {
    guard key == self.key else {
      task.withLock { $0?.cancel() }
      return nil
    }
    outcome.arrival.wait()
    return outcome.claim()
  }

  /// Whether the picture is decoded and has not been claimed.
  var isLoaded: Bool { outcome.picture.withLock { $0 != nil } }

  /// Has the picture drawn as soon as it is decoded.
  func draw(as plan: FirstDrawing.Plan) { drawing.plan.withLock { $0 = plan } }

  /// Waits for the picture for at most `timeout`, and then for its drawing if that suits a slot and a style; nil if the timeout is too
  /// short, or decoding failed.
  func picture(within timeout: DispatchTimeInterval, slot: CellSize, style: SlideStyle) -> FirstPicture? {
    guard outcome.arrival.wait(timeout: .now() + timeout) == .success else {
      // Another thread will draw it.
      drawing.plan.withLock { $0 = nil }
      return nil
    }
    guard let picture = outcome.claim() else { return nil }
    let suits = drawing.plan.withLock { $0?.suits(slot: slot, style: style) } ?? false
    return FirstPicture(key, picture, suits ? drawing.claim() : nil)
  }
}

extension Options {
  /// The shapes of pictures in the window as it appears before the terminal is taken over; nil if its size is unknown.
  ///
  /// - Parameter expectsPixels: Whether pictures will be shown in pixels, too.
  func shapesOfWindow(expectsPixels: Bool) -> (cells: PictureShape, pixels: PictureShape?)? {
    let window = TerminalWindow.ofProgram
    guard let size = window?.size else { return nil }
    let viewport = Viewport(
      size: size, cellAspect: window?.cellPixels?.aspect ?? CellPixels.defaultAspect, pixels: window?.cellPixels)
    return (slideShape(in: viewport), expectsPixels ? slidePixelShape(in: viewport) : nil)
  }
}

extension TerminalWindow {
  /// The window as it appears before the terminal is taken over.
  static var ofProgram: TerminalWindow? { TerminalWindow(ofFirst: [STDOUT_FILENO, STDIN_FILENO, STDERR_FILENO]) }
}
