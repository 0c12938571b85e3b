package import Bitmaps
import Dispatch
import Imaging
import Synchronization

/// Decodes the frames of an animated picture one by one on request, on a separate serial queue.
package final class PicturePlayer: Sendable {
  /// The result of a request for a frame.
  package enum Answer: Sendable {
    case frame(PictureFrame)
    /// There are no more frames. After `rewind`, the next request returns the first one again.
    case end
    /// The file can no longer be played.
    case failed
  }

  private let key: PictureKey
  private let natural: PixelSize
  private let loader: PictureLoader
  private let waitsForMemory: Bool
  /// Opened by the first request; accessed only on the queue.
  private let frames = Mutex<(any PlayerFrameSource)?>(nil)
  private let queue = DispatchQueue(label: "tui.player")
  /// Ends a wait for a frame; nil until the picture is open, and if its frames need no waiting.
  private let stopper = Mutex<(@Sendable () -> Void)?>(nil)
  private let isStopped = Atomic(false)

  /// A player of a picture with a natural size, at the shape of its key.
  ///
  /// - Parameter waitsForMemory: Whether it waits if memory is short; otherwise it fails.
  package init(_ key: PictureKey, natural: PixelSize, loader: PictureLoader, waitsForMemory: Bool = true) {
    self.key = key
    self.natural = natural
    self.loader = loader
    self.waitsForMemory = waitsForMemory
  }

  /// Requests the next frame; `body` is called on the player's queue.
  package func next(_ body: @escaping @Sendable (Answer) -> Void) { queue.async { body(self.nextNow()) } }

  /// Stops playing immediately and for good: an external decoder is killed, and none is started.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    stopper.withLock { $0 }?()
  }

  /// Goes back to the first frame.
  package func rewind() {
    queue.async {
      self.frames.withLock { frames in
        // If rewinding fails, the picture is opened again.
        do { try frames?.rewind() } catch { frames = nil }
      }
    }
  }

  private func open() throws(LoadError) -> any PlayerFrameSource {
    try loader.frames(of: key, natural: natural) { waitsForMemory && !isStopped.load(ordering: .relaxed) }
  }

  private func nextNow() -> Answer {
    frames.withLock { frames in
      do throws(LoadError) {
        let open = if let frames { frames } else { try open() }
        if frames == nil {
          frames = open
          stopper.withLock { $0 = open.stopper }
        }
        // `stop` cannot reach frames that are still being opened.
        if isStopped.load(ordering: .relaxed) {
          open.stopper?()
          return .end
        }
        guard let frame = try open.next() else { return .end }
        return .frame(frame)
      } catch {
        return .failed
      }
    }
  }
}

/// A source of a player's frames: a file's decoder or an external program.
protocol PlayerFrameSource: AnyObject {
  /// Returns the next frame; nil after the last.
  func next() throws(LoadError) -> PictureFrame?
  /// Goes back to the first frame.
  func rewind() throws(LoadError)
  /// A function that ends a wait for a frame and can be called from any thread; nil if frames need no waiting.
  var stopper: (@Sendable () -> Void)? { get }
}

extension PlayerFrameSource {
  /// Frames that are decoded in this process need no waiting.
  var stopper: (@Sendable () -> Void)? { nil }
}

/// The frames of a file that `Imaging` decodes.
final class DecodedFrames: PlayerFrameSource {
  private let source: any FrameSource
  private let plan: PicturePlan
  /// Held as long as frames may be decoded.
  private let reservation: DecodeBudget.Reservation
  /// The serials of the frames of a play, which later plays repeat.
  private var serials: [UInt64] = []
  /// The number of frames of this play that were returned.
  private var position = 0

  /// The maximum number of frames with the same serial in each play.
  private static let maximumSerials = 4096

  /// The frames of a source, cropped and repeated according to a plan.
  init(_ source: any FrameSource, plan: PicturePlan, reservation: DecodeBudget.Reservation) {
    self.source = source
    self.reservation = reservation
    self.plan = plan
  }

  func next() throws(LoadError) -> PictureFrame? {
    try LoadError.wrapping { () throws(ImageError) in
      guard let frame = try source.next() else { return nil }
      defer { position += 1 }
      let serial = position < serials.count ? serials[position] : nil
      let picture = PictureFrame(bitmap: plan.finished(frame.bitmap), delay: frame.delay, serial: serial)
      if serial == nil, serials.count < Self.maximumSerials { serials.append(picture.serial) }
      return picture
    }
  }

  func rewind() throws(LoadError) {
    try LoadError.wrapping { () throws(ImageError) in try source.rewind() }
    position = 0
  }
}

/// A frame of an animated picture, ready to be drawn.
package struct PictureFrame: Sendable {
  /// The samples, for the same grid as the picture's.
  package let bitmap: Bitmap
  /// The time for which the frame is shown.
  package let delay: Duration
  /// A number that no other picture or frame has, except the same frame of a later play.
  package let serial: UInt64

  /// A frame that has just been decoded. It gets the next serial unless one is given.
  package init(bitmap: Bitmap, delay: Duration, serial: UInt64? = nil) {
    self.bitmap = bitmap
    self.delay = delay
    self.serial = serial ?? PictureSerial.next()
  }
}
