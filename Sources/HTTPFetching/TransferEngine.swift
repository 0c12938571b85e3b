import CCurl

/// Runs the transfers on one thread, with libcurl's multi interface.
///
/// Why libcurl and not URLSession, which is built on it: limits, redirect protocols, proxies, certificates and the end
/// of a transfer are exactly as requested, nothing runs on other threads, and Foundation's networking stays out. Used
/// by one thread at a time.
@safe final class TransferEngine {
  enum Event {
    case progress(Transfer)
    case ended(Transfer, Transfer.Outcome)
  }

  private let multi: UnsafeMutableRawPointer
  private var transfers: [String: Transfer] = [:]
  private var reportedBytes: [String: Int] = [:]

  /// Creates an engine; nil if there is no memory.
  init?() {
    // Initializes once per process; further calls do nothing.
    guard curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK, let multi = unsafe curl_multi_init() else {
      return nil
    }
    unsafe self.multi = multi
    // Idle connections are kept for the next picture from the same server.
    _ = unsafe tui_curl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 16)
  }

  deinit {
    for transfer in transfers.values { _ = unsafe curl_multi_remove_handle(multi, transfer.handle.raw) }
    transfers = [:]
    _ = unsafe curl_multi_cleanup(multi)
  }

  /// Starts a transfer; one of the same URL is cancelled.
  func start(_ transfer: Transfer) {
    stop(transfer.url)
    transfers[transfer.url] = transfer
    _ = unsafe curl_multi_add_handle(multi, transfer.handle.raw)
  }

  /// Cancels a transfer and closes its connection. Its file goes with the returned transfer.
  ///
  /// - Returns: The transfer, or nil if there was none.
  @discardableResult
  func stop(_ url: String) -> Transfer? {
    guard let transfer = transfers.removeValue(forKey: url) else { return nil }
    reportedBytes[url] = nil
    _ = unsafe curl_multi_remove_handle(multi, transfer.handle.raw)
    return transfer
  }

  /// Cancels all transfers.
  func stopAll() {
    for url in transfers.keys { stop(url) }
  }

  /// Waits until a transfer has something to do, one of the caller's descriptors is ready, or the time is over.
  ///
  /// - Returns: The caller's descriptors that are ready.
  func wait(milliseconds: Int, reading input: [Int32], writing output: [Int32]) -> Set<Int32> {
    var polled = input.map { curl_waitfd(fd: $0, events: Int16(CURL_WAIT_POLLIN), revents: 0) }
    polled += output.map { curl_waitfd(fd: $0, events: Int16(CURL_WAIT_POLLOUT), revents: 0) }
    let bounded = Int32(min(max(milliseconds, 0), Int(Int32.max)))
    _ = unsafe curl_multi_poll(multi, &polled, UInt32(polled.count), bounded, nil)
    return Set(polled.filter { $0.revents != 0 }.map(\.fd))
  }

  /// Advances every transfer as far as possible without waiting.
  func perform(at now: Duration) -> [Event] {
    var running: Int32 = 0
    _ = unsafe curl_multi_perform(multi, &running)
    var events: [Event] = []
    for (url, transfer) in transfers where transfer.received > reportedBytes[url, default: 0] {
      reportedBytes[url] = transfer.received
      events.append(.progress(transfer))
    }
    var left: Int32 = 0
    while let message = unsafe curl_multi_info_read(multi, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE,
        let transfer = unsafe Self.transfer(of: message.pointee.easy_handle)
      else { continue }
      let outcome = unsafe transfer.outcome(tui_curl_result(message))
      stop(transfer.url)
      events.append(.ended(transfer, outcome))
    }
    for transfer in transfers.values {
      guard let failure = transfer.overdue(at: now) else { continue }
      stop(transfer.url)
      events.append(.ended(transfer, .failed(failure)))
    }
    return events
  }

  /// When `perform` must be called next if nothing happens; nil without transfers.
  var deadline: Duration? { transfers.values.map(\.deadline).min() }

  private static func transfer(of handle: UnsafeMutableRawPointer?) -> Transfer? {
    guard let handle = unsafe handle else { return nil }
    var pointer: UnsafeMutableRawPointer?
    guard unsafe tui_curl_get_pointer(handle, CURLINFO_PRIVATE, &pointer) == CURLE_OK, let pointer = unsafe pointer
    else {
      return nil
    }
    return unsafe Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
  }
}
