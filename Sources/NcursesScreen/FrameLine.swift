import Glibc
import Terminal

/// Where both screens put their bytes: whole frames in order, written as far as the line takes them without waiting.
final class FrameLine {
  /// Bytes written in one go.
  private static let pieceLimit = 65_536
  private static let synchronizedBegin = Array("\u{1B}[?2026h".utf8)
  private static let synchronizedEnd = Array("\u{1B}[?2026l".utf8)

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var written = 0

  /// Whether frames are enclosed in synchronized-output marks (mode 2026), so that no half-drawn one is seen.
  var isSynchronized = false
  /// Whether a status report is asked for after each frame, as a receipt.
  var asksForReceipts = false
  /// Receipts still to come.
  private(set) var unacknowledgedFrames = 0
  /// Whether the terminal has gone: nothing is written any more.
  private(set) var isGone = false

  /// A line over a non-blocking descriptor, which stays the caller's.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether bytes wait for the line.
  var isDraining: Bool { written < bytes.count }

  /// Writes a frame, of which `encode` appends the bytes; none are no frame.
  func writeFrame(_ encode: (inout [UInt8]) -> Void) {
    if isGone { return }
    let start = bytes.count
    if isSynchronized { bytes.append(contentsOf: Self.synchronizedBegin) }
    let before = bytes.count
    encode(&bytes)
    if bytes.count == before {
      bytes.removeLast(before - start)
      return
    }
    if isSynchronized { bytes.append(contentsOf: Self.synchronizedEnd) }
    if asksForReceipts {
      bytes.append(contentsOf: TerminalQuery.status.bytes)
      unacknowledgedFrames += 1
    }
    drain()
  }

  /// Writes bytes after the frames that wait.
  func write(_ more: [UInt8]) {
    if isGone { return }
    bytes.append(contentsOf: more)
    drain()
  }

  /// Writes what the line takes.
  func drain() {
    while isDraining && !isGone {
      let piece = min(Self.pieceLimit, bytes.count - written)
      // The piece lies within the array.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), piece)
      }
      if count > 0 {
        written += count
      } else if count < 0 && errno == EINTR {
        continue
      } else if count < 0 && errno == EAGAIN {
        return
      } else {
        isGone = true
      }
    }
    discard()
  }

  /// Forgets what waits.
  func discard() {
    bytes.removeAll(keepingCapacity: true)
    written = 0
  }

  /// A receipt has come.
  func acknowledge() { unacknowledgedFrames = max(0, unacknowledgedFrames - 1) }

  /// No receipts are expected any more.
  func forgetReceipts() { unacknowledgedFrames = 0 }
}
