import Decks
import Dispatch
import Downloads
import ExternalDecoders
package import Imaging
import Synchronization
import System

/// Decodes the frames of a picture that moves, one after the other as they are asked for, on a thread of its own.
package final class PicturePlayer: Sendable {
  /// What a request for a frame comes to.
  package enum Answer: Sendable {
    case frame(PictureFrame)
    /// All frames have been given; the next request gives the first again, after `rewind`.
    case end
    /// The file cannot be played any more.
    case failed
  }

  private let key: PictureKey
  private let natural: PixelSize
  private let loader: PictureLoader
  /// Opened by the first request; touched on the queue alone.
  private let frames = Mutex<(any PictureFraming)?>(nil)
  private let queue = DispatchQueue(label: "tui.player")
  /// Ends what a frame may be waited for.
  private let stopper = Mutex<(@Sendable () -> Void)?>(nil)
  private let isStopped = Atomic(false)

  /// A player of a picture of some size of its own, at the shape of its key.
  package init(_ key: PictureKey, natural: PixelSize, loader: PictureLoader) {
    self.key = key
    self.natural = natural
    self.loader = loader
  }

  /// Asks for the next frame; `body` is told, on the player's thread.
  package func next(_ body: @escaping @Sendable (Answer) -> Void) { queue.async { body(self.nextNow()) } }

  /// Ends it at once: a program that decodes for it is killed.
  package func stop() {
    isStopped.store(true, ordering: .relaxed)
    stopper.withLock { $0 }?()
  }

  /// Back to the first frame.
  package func rewind() {
    queue.async {
      self.frames.withLock { frames in
        // What cannot be rewound is opened anew.
        do { try frames?.rewind() } catch { frames = nil }
      }
    }
  }

  private func open() throws(LoadError) -> any PictureFraming {
    try loader.frames(of: key, natural: natural) { !isStopped.load(ordering: .relaxed) }
  }

  private func nextNow() -> Answer {
    frames.withLock { frames in
      do throws(LoadError) {
        let open = if let frames { frames } else { try open() }
        if frames == nil {
          frames = open
          stopper.withLock { $0 = open.stopper }
        }
        guard let frame = try open.next() else { return .end }
        return .frame(frame)
      } catch {
        return .failed
      }
    }
  }
}

/// Where a player's frames come from: a file's decoder, or a program.
protocol PictureFraming: AnyObject {
  /// The next frame; nil after the last.
  func next() throws(LoadError) -> PictureFrame?
  /// Back to the first frame.
  func rewind() throws(LoadError)
  /// What ends a wait for a frame, from anywhere; nil where there is no waiting.
  var stopper: (@Sendable () -> Void)? { get }
}

extension PictureFraming {
  /// What is decoded here is not waited for.
  var stopper: (@Sendable () -> Void)? { nil }
}

/// The frames of a file that is decoded here.
final class DecodedFrames: PictureFraming {
  private let source: any FrameSource
  private let plan: PicturePlan
  /// Held as long as there may be frames.
  private let reservation: DecodeBudget.Reservation

  /// Frames of a source, each place repeated as often as the shape's samples want.
  init(_ source: any FrameSource, plan: PicturePlan, reservation: DecodeBudget.Reservation) {
    self.source = source
    self.reservation = reservation
    self.plan = plan
  }

  func next() throws(LoadError) -> PictureFrame? {
    do throws(ImageError) {
      guard let frame = try source.next() else { return nil }
      return PictureFrame(bitmap: plan.finished(frame.bitmap), delay: frame.delay)
    } catch {
      throw .image(error)
    }
  }

  func rewind() throws(LoadError) {
    do throws(ImageError) { try source.rewind() } catch { throw .image(error) }
  }
}

/// A moving picture's frame, ready to be drawn.
package struct PictureFrame: Sendable {
  /// Samples of the same grid as the picture's.
  package let bitmap: Bitmap
  /// How long it is shown.
  package let delay: Duration
  /// Unlike any other picture's or frame's.
  package let serial: UInt64

  /// A frame that has just been decoded: it gets the next serial, unless its maker has one for it.
  package init(bitmap: Bitmap, delay: Duration, serial: UInt64? = nil) {
    self.bitmap = bitmap
    self.delay = delay
    self.serial = serial ?? PictureSerial.next()
  }
}
