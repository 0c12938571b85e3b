import Glibc
import Terminal

/// Where both screens put their bytes: whole frames in order, written as far as the line takes them without waiting.
final class FrameLine {
  /// Bytes written in one go.
  private static let pieceLimit = 65_536
  /// Nanoseconds that one call of `drain` waits for the line at most, less than half a frame.
  private static let patience: Int64 = 6_000_000
  private static let synchronizedBegin = Array("\u{1B}[?2026h".utf8)
  private static let synchronizedEnd = Array("\u{1B}[?2026l".utf8)

  /// A frame on its way to the terminal, or there.
  struct Delivery {
    let kind: FrameKind
    let bytes: Int
    /// Whether it is a frame, not a part of something between frames.
    fileprivate let isFrame: Bool
    /// Whether the terminal was asked for a receipt.
    fileprivate let hasReceipt: Bool
    /// When its first byte was written; then how long it took.
    fileprivate(set) var nanoseconds: Int64
  }

  /// Deliveries that are remembered until someone asks.
  private static let deliveryLimit = 8

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var written = 0

  /// Whether frames are enclosed in synchronized-output marks (mode 2026), so that no half-drawn one is seen.
  var isSynchronized = false
  /// Whether a status report is asked for after each frame, as a receipt.
  var asksForReceipts = false
  /// Receipts still to come.
  var unacknowledgedFrames: Int { underWay.count { $0.hasReceipt } }
  /// Frames written that have not arrived yet, as far as that can be told.
  private var underWay: [Delivery] = []
  /// Frames that have arrived and that nobody has asked for.
  private var arrived: [Delivery] = []
  /// What became of the frames.
  private(set) var statistics = FrameStatistics()
  /// Whether the terminal has gone: nothing is written any more.
  private(set) var isGone = false

  /// A line over a non-blocking descriptor, which stays the caller's.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether bytes wait for the line.
  var isDraining: Bool { written < bytes.count }

  /// Writes a frame, of which `encode` appends the bytes; none are no frame.
  func writeFrame(as kind: FrameKind, _ encode: (inout [UInt8]) -> Void) {
    if isGone { return }
    let beginning = Self.now()
    let start = bytes.count
    if isSynchronized { bytes.append(contentsOf: Self.synchronizedBegin) }
    let before = bytes.count
    encode(&bytes)
    if bytes.count == before {
      bytes.removeLast(before - start)
      return
    }
    if isSynchronized { bytes.append(contentsOf: Self.synchronizedEnd) }
    if asksForReceipts { bytes.append(contentsOf: TerminalQuery.status.bytes) }
    let encoded = Self.now()
    statistics.frames += 1
    statistics.bytes += bytes.count - start
    statistics.encode.add(nanoseconds: encoded - beginning)
    underWay.append(
      Delivery(kind: kind, bytes: bytes.count - start, isFrame: true, hasReceipt: asksForReceipts, nanoseconds: encoded)
    )
    drain()
  }

  /// Writes a part of what is sent between frames, with a receipt as a frame has: a slow line must not be filled with it.
  func writePart(_ part: [UInt8]) {
    if isGone || part.isEmpty { return }
    bytes.append(contentsOf: part)
    if asksForReceipts { bytes.append(contentsOf: TerminalQuery.status.bytes) }
    underWay.append(
      Delivery(kind: .still, bytes: part.count, isFrame: false, hasReceipt: asksForReceipts, nanoseconds: Self.now()))
    drain()
  }

  /// Writes bytes after the frames that wait.
  func write(_ more: [UInt8]) {
    if isGone { return }
    bytes.append(contentsOf: more)
    drain()
  }

  /// Writes what the line takes.
  ///
  /// A terminal that reads as fast as it can takes a few kilobytes at a time, and is ready for more at once: it is waited
  /// for, a moment and no longer, since going back to the queue after each takes many times as long.
  func drain() {
    let deadline = Self.now() + Self.patience
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
        guard Self.now() < deadline, TTY.wait(on: descriptor, for: POLLOUT, milliseconds: 1) else { return }
      } else {
        isGone = true
      }
    }
    bytes.removeAll(keepingCapacity: true)
    written = 0
    // Where no receipt comes, what the line has taken counts as received.
    while let first = underWay.first, !first.hasReceipt { finishDelivery() }
  }

  /// Forgets what waits.
  func discard() {
    bytes.removeAll(keepingCapacity: true)
    written = 0
  }

  /// A receipt has come.
  func acknowledge() {
    while let first = underWay.first {
      finishDelivery()
      if first.hasReceipt { return }
    }
  }

  /// No receipts are expected any more.
  func forgetReceipts() { underWay.removeAll() }

  /// Tells which frames have arrived since it was last asked, oldest first.
  func popDeliveries() -> [Delivery] {
    defer { arrived.removeAll() }
    return arrived
  }

  private func finishDelivery() {
    var delivery = underWay.removeFirst()
    delivery.nanoseconds = Self.now() - delivery.nanoseconds
    if delivery.isFrame { statistics.delivery.add(nanoseconds: delivery.nanoseconds) }
    arrived.append(delivery)
    if arrived.count > Self.deliveryLimit { arrived.removeFirst() }
  }

  /// The monotonic clock in nanoseconds.
  static func now() -> Int64 {
    var time = timespec()
    // One structure, ours.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
