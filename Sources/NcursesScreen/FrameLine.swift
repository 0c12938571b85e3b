import Glibc
import System
import Terminal

/// The output queue of both screens: writes whole frames in order, as far as the terminal
/// accepts them without blocking.
final class FrameLine {
  /// The most bytes in one `write`.
  private static let pieceLimit = 65_536
  /// The longest that one call of `drain` waits for the line, in nanoseconds: less than half a frame.
  private static let timeout: Int64 = 6_000_000
  private static let synchronizedBegin = Array("\u{1B}[?2026h".utf8)
  private static let synchronizedEnd = Array("\u{1B}[?2026l".utf8)

  /// A frame, or a part sent between frames, on its way to the terminal or received by it.
  struct Delivery {
    let kind: FrameKind
    let bytes: Int
    /// Whether this is a frame rather than a part sent between frames.
    fileprivate let isFrame: Bool
    /// Whether a receipt was requested from the terminal.
    fileprivate let hasReceipt: Bool
    /// When its first byte was written; once it has arrived, how long it took.
    fileprivate(set) var nanoseconds: Int64
  }

  /// The most deliveries kept until `popDeliveries` is called.
  private static let deliveryLimit = 8

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var written = 0
  /// When the line has last accepted bytes, or the terminal has acknowledged them.
  private var lastProgress: Int64 = 0

  /// Whether frames are enclosed in synchronized-output marks (mode 2026), so that no half-drawn frame is visible.
  var isSynchronized = false
  /// Whether a status report is requested after each frame, as a receipt.
  var asksForReceipts = false
  /// The number of receipts still to come.
  var unacknowledgedFrames: Int { underWay.count { $0.hasReceipt } }
  /// Deliveries written but, as far as is known, not received yet.
  private var underWay: [Delivery] = []
  /// Deliveries received since the last `popDeliveries`.
  private var arrived: [Delivery] = []
  private(set) var statistics = FrameStatistics()
  /// Whether the terminal is gone; nothing is written any more.
  private(set) var isGone = false

  /// Creates a line over a non-blocking descriptor, which the caller keeps.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether bytes are still to be written.
  var isDraining: Bool { written < bytes.count }

  /// Writes a frame whose bytes `encode` appends; without bytes there is no frame.
  func writeFrame(as kind: FrameKind, _ encode: (inout [UInt8]) -> Void) {
    if isGone { return }
    let startTime = Self.now()
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
    statistics.encode.add(nanoseconds: encoded - startTime)
    underWay.append(
      Delivery(kind: kind, bytes: bytes.count - start, isFrame: true, hasReceipt: asksForReceipts, nanoseconds: encoded)
    )
    drain()
  }

  /// The time until nothing will have been under way for some time, unless more is written.
  func delay(untilQuietFor time: Duration, at now: Int64) -> Duration {
    isDraining || unacknowledgedFrames > 0 ? time : max(.zero, time - .nanoseconds(now - lastProgress))
  }

  /// Writes a part of data sent between frames. It requests a receipt as a frame does, so
  /// that it cannot fill a slow line.
  func writePart(_ part: [UInt8]) {
    if isGone || part.isEmpty { return }
    bytes.append(contentsOf: part)
    if asksForReceipts { bytes.append(contentsOf: TerminalQuery.status.bytes) }
    underWay.append(
      Delivery(kind: .still, bytes: part.count, isFrame: false, hasReceipt: asksForReceipts, nanoseconds: Self.now()))
    drain()
  }

  /// Writes bytes after the frames that are still queued.
  func write(_ more: [UInt8]) {
    if isGone || more.isEmpty { return }
    bytes.append(contentsOf: more)
    drain()
  }

  /// Writes as much as the line accepts.
  ///
  /// A terminal that reads at full speed takes a few kilobytes at a time and is ready for more at once. `drain` briefly
  /// waits for it, since returning to the main queue after each piece would take many times as long.
  func drain() {
    let deadline = Self.now() + Self.timeout
    while isDraining && !isGone {
      let piece = min(Self.pieceLimit, bytes.count - written)
      // The piece lies within the array.
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), piece)
      }
      if count > 0 { (written, lastProgress) = (written + count, Self.now()) }
      if count == piece || count < 0 && errno == EINTR { continue }
      // A line that has taken only some of the piece is full: to be told so once more takes longer than to ask when it is ready.
      if count > 0 || count < 0 && errno == EAGAIN {
        guard Self.now() < deadline, TTY.wait(on: descriptor, for: POLLOUT, milliseconds: 1) else { return }
      } else {
        isGone = true
      }
    }
    bytes.removeAll(keepingCapacity: true)
    written = 0
    // Without receipts, bytes that the line has accepted count as received.
    while let first = underWay.first, !first.hasReceipt { finishDelivery() }
  }

  /// Discards the bytes still to be written.
  func discard() {
    bytes.removeAll(keepingCapacity: true)
    written = 0
  }

  /// Records that a receipt has arrived.
  func acknowledge() {
    lastProgress = Self.now()
    while let first = underWay.first {
      finishDelivery()
      if first.hasReceipt { return }
    }
  }

  /// Stops waiting for receipts.
  func forgetReceipts() { underWay.removeAll() }

  /// Returns the deliveries received since the last call, oldest first.
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
    let now = MonotonicClock.now.components
    return now.seconds * 1_000_000_000 + now.attoseconds / 1_000_000_000
  }
}
