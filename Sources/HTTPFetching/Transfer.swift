import CCurl
import Fetching

/// A running download: a libcurl handle, and the file that receives the body.
///
/// Not thread-safe; libcurl calls back only within `perform`.
@safe final class Transfer {
  enum Outcome {
    case body(CacheBody, ResponseHead)
    /// Not modified (304).
    case unchanged(ResponseHead)
    /// The response is not the rest of the partial body, so the whole body must be requested.
    case notTheRest
    case failed(FetchFailure)
    /// The server has the resource at another URL.
    case redirected(Redirection)
    /// The bucket is in another region.
    case moved(bucket: String, region: String)
  }

  /// The key of the request.
  let url: String
  let request: ServerRequest
  let handle: CurlHandle
  /// Bytes of the body received so far, including those of earlier attempts.
  private(set) var received = 0
  /// Bytes of the body received by earlier attempts.
  private var resumedAt = 0
  private(set) var expected: Int?
  /// When the request was sent and when the response arrived, in seconds since 1970.
  let requested: Int
  private(set) var answered: Int?
  private(set) var timeouts: TransferTimeouts

  let settings: TransferSettings
  let conditions: Conditions
  /// The redirects so far; nil if there were none.
  let redirection: Redirection?
  private let makeBody: (_ isHead: Bool) throws(FetchFailure) -> CacheBody
  /// Whether the body is only the beginning of a longer one, or may be.
  private(set) var isHead = false
  /// Whether the transfer was ended because there are enough bytes.
  private var isCut = false
  /// The size of the first part in bytes, if the response names it.
  private var partSize: Int?
  /// The body so far; nil if none has arrived.
  private(set) var body: CacheBody?
  /// The partial body that another attempt could resume; at first, the one that this attempt resumes.
  private(set) var partial: PartialBody?
  private let asksForRest: Bool
  /// Whether the response to a request for the rest cannot be used.
  private var isNotTheRest = false
  /// Whether the response is the rest of the partial body.
  private var isRest = false
  /// Whether the last response's head is complete. libcurl (7.88) accepts a truncated one.
  private var hasWholeHead = false
  /// Where the response redirects to; nil if it does not.
  private var location: String?
  /// Bytes of the body of a redirect, or of an answer that there are none.
  private var ignored = 0
  /// Why we ended the transfer ourselves.
  private var failure: FetchFailure?
  private var fields: UnsafeMutablePointer<curl_slist>?
  /// The beginning of the body of a bucket's error.
  private var errorBody: [UInt8] = []

  /// Creates a transfer that has not started; nil if there is no memory.
  ///
  /// - Parameters:
  ///   - partial: The bytes of an earlier attempt; only the rest is requested, if the body has not changed.
  ///   - makeBody: Returns an empty body, for the beginning of a longer one or for all of it.
  init?(
    url: String, request: ServerRequest, conditions: Conditions, partial: PartialBody? = nil,
    redirection: Redirection? = nil, settings: TransferSettings, now: Duration, wall: Int,
    makeBody: @escaping (_ isHead: Bool) throws(FetchFailure) -> CacheBody
  ) {
    guard let handle = CurlHandle() else { return nil }
    self.handle = handle
    (self.url, self.request) = (url, request)
    (self.settings, self.conditions, self.redirection) = (settings, conditions, redirection)
    self.makeBody = makeBody
    timeouts = TransferTimeouts(settings, now: now, begun: redirection?.begun ?? now)
    requested = redirection?.requested ?? wall
    self.partial = partial
    asksForRest = partial != nil
    self.handle.prepare(request, settings)
    setFields()
    setCallbacks()
  }

  deinit { unsafe curl_slist_free_all(fields) }

  private func setFields() {
    var lines = request.fields
    if let eTag = conditions.eTag { lines.append("If-None-Match: \(eTag)") }
    if let lastModified = conditions.lastModified { lines.append("If-Modified-Since: \(lastModified)") }
    if let partial { lines += partial.fields }
    if conditions.isForced { lines.append("Cache-Control: max-age=0") }
    for line in lines { unsafe fields = curl_slist_append(fields, line) ?? fields }
    _ = unsafe tui_curl_set_list(handle.raw, CURLOPT_HTTPHEADER, fields)
  }

  private func setCallbacks() {
    // The handle is a member of this object, so the object outlives every callback.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    _ = unsafe tui_curl_set_pointer(handle.raw, CURLOPT_WRITEDATA, context)
    _ = unsafe tui_curl_set_pointer(handle.raw, CURLOPT_HEADERDATA, context)
    _ = unsafe tui_curl_set_pointer(handle.raw, CURLOPT_PRIVATE, context)
    _ = unsafe tui_curl_set_pointer(handle.raw, CURLOPT_PREREQDATA, context)
    _ = unsafe tui_curl_set_prerequest(handle.raw) { transfer, _, _, _, _ in
      guard let transfer = unsafe transfer else { return CURL_PREREQFUNC_OK }
      unsafe Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().connected()
      return CURL_PREREQFUNC_OK
    }
    _ = unsafe tui_curl_set_writer(handle.raw, CURLOPT_HEADERFUNCTION) { line, size, count, transfer in
      guard let transfer = unsafe transfer else { return 0 }
      let line = unsafe UnsafeRawBufferPointer(start: line, count: size * count)
      unsafe Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().consume(line: line)
      return size * count
    }
    _ = unsafe tui_curl_set_writer(handle.raw, CURLOPT_WRITEFUNCTION) { bytes, size, count, transfer in
      guard let transfer = unsafe transfer else { return 0 }
      let bytes = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
      let isTaken = unsafe Unmanaged<Transfer>.fromOpaque(transfer).takeUnretainedValue().consume(bytes)
      return isTaken ? size * count : 0
    }
  }

  /// Records that the connection is ready for the request.
  private func connected() { (timeouts.isAlive, timeouts.isConnected) = (true, true) }

  /// Consumes a line of a response's head, the last of which is empty, or a trailer field after a chunked body.
  private func consume(line: UnsafeRawBufferPointer) {
    timeouts.isAlive = true
    if unsafe line.starts(with: "HTTP/".utf8) { (hasWholeHead, location) = (false, nil) }
    guard unsafe line.first == 0x0D || line.first == 0x0A, !hasWholeHead else { return }
    hasWholeHead = true
    let isRedirect = [301, 302, 303, 307, 308].contains(handle.number(CURLINFO_RESPONSE_CODE))
    if isRedirect, request.signing == nil { location = handle.firstHeader("location", longest: RequestURL.longest) }
  }

  /// The URL that is requested after redirects; nil if there were none.
  var finalURL: String? { redirection?.url.text }

  /// Consumes bytes of the body; returns false to stop the transfer.
  private func consume(_ bytes: UnsafeRawBufferPointer) -> Bool {
    timeouts.isAlive = true
    if request.signing != nil, handle.number(CURLINFO_RESPONSE_CODE) >= 300 {
      unsafe errorBody += bytes.prefix(S3Error.longestBody - errorBody.count)
      return true
    }
    if location != nil || hasNoFirstBytes {
      ignored += bytes.count
      return ignored <= 65_536
    }
    do throws(FetchFailure) {
      if body == nil {
        guard let body = try begin() else { return false }
        self.body = body
      }
      var bytes = unsafe bytes
      if let limit = request.headBytes, received + bytes.count > limit {
        unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes.prefix(limit - received))
        isCut = true
      }
      received += bytes.count
      guard received <= settings.maxBytes else { throw .tooLarge(limit: settings.maxBytes) }
      if isRest, let total = partial?.total, received > total { return refuseRest() }
      try unsafe body?.append(bytes)
      return !isCut
    } catch {
      failure = error
      return false
    }
  }

  /// The body to which the response's bytes belong, or nil if they are not wanted.
  private func begin() throws(FetchFailure) -> CacheBody? {
    let status = handle.number(CURLINFO_RESPONSE_CODE)
    if asksForRest, status == 206, var partial {
      guard partial.merge(with: handle, at: finalURL) else {
        _ = refuseRest()
        return nil
      }
      answer()
      (self.partial, expected, received, isRest) = (partial, partial.total, partial.body.count, true)
      resumedAt = received
      return partial.body
    }
    guard bringsBody(status) else {
      // The body of an error response is not needed, so the connection is closed.
      failure = FetchFailure(status: status, retryAfter: handle.retryAfter)
      return nil
    }
    answer()
    partial = nil
    if let limit = request.headBytes, !hasNoFirstBytes {
      let range = status == 206 ? handle.header("content-range").flatMap(ContentRange.init) : nil
      guard range?.first ?? 0 == 0 else {
        throw FetchFailure(.other, "the server sent another part", isTransient: false)
      }
      partSize = range.map { $0.last + 1 }
      // A server may send less than it was asked for.
      isHead = status == 206 ? range.map { $0.last + 1 < $0.total } ?? true : expected ?? .max > limit
    }
    let body = try makeBody(isHead)
    if status == 200, request.headBytes == nil {
      partial = PartialBody(body, of: handle, at: finalURL, total: expected)
    }
    return body
  }

  /// Discards this response and the partial body; always returns false.
  private func refuseRest() -> Bool {
    (isNotTheRest, partial) = (true, nil)
    return false
  }

  /// Whether the response says that the resource has no first byte, and so is empty (RFC 9110, section 15.5.17).
  private var hasNoFirstBytes: Bool { request.headBytes != nil && handle.number(CURLINFO_RESPONSE_CODE) == 416 }

  /// Whether the body of a response with this status is the requested resource.
  private func bringsBody(_ status: Int) -> Bool {
    switch request.method {
    case .get: status == 200 || status == 203 || status == 206 && request.headBytes != nil || hasNoFirstBytes
    case .propertiesOfEntries: status == 207
    }
  }

  private func answer() {
    guard answered == nil else { return }
    answered = Int(time(nil))
    let length = handle.size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    expected = length >= 0 && !handle.hasEncodedBody ? length : nil
  }

  /// The outcome, given libcurl's result code.
  func outcome(_ code: CURLcode) -> Outcome {
    if let location, failure == nil { return outcome(ofRedirectTo: location) }
    if isNotTheRest || asksForRest && handle.number(CURLINFO_RESPONSE_CODE) == 416 { return .notTheRest }
    // An encoded part cannot be the rest of our body.
    if asksForRest, !isRest, code == CURLE_BAD_CONTENT_ENCODING { return .notTheRest }
    if let failure { return .failed(failure) }
    if let signing = request.signing, code == CURLE_OK, hasWholeHead,
      let outcome = Outcome(refusalOf: signing, handle, errorBody)
    {
      return outcome
    }
    // More bytes than announced are no whole body.
    guard code == CURLE_OK || isCut && isHead else {
      return .failed(
        FetchFailure(code, number: handle.number(CURLINFO_OS_ERRNO), limit: settings.maxBytes))
    }
    guard hasWholeHead else { return .failed(FetchFailure(.connectionLost, "connection lost", isTransient: true)) }
    let status = handle.number(CURLINFO_RESPONSE_CODE)
    if status == 304, conditions.isConditional {
      answer()
      return .unchanged(redirected())
    }
    do throws(FetchFailure) {
      if body == nil { body = try begin() }
      guard let body else {
        return isNotTheRest ? .notTheRest : .failed(FetchFailure(status: status, retryAfter: handle.retryAfter))
      }
      // A server may send less than the whole rest.
      guard body.count == (isRest ? partial?.total : isCut ? nil : partSize) ?? body.count else {
        return .failed(FetchFailure(.truncated, "truncated by the server", isTransient: true))
      }
      return .body(body, redirected(isRest ? partial?.head : nil))
    } catch {
      return .failed(error)
    }
  }

  /// The head of the response, or an earlier one.
  private func redirected(_ earlier: ResponseHead? = nil) -> ResponseHead {
    var head = earlier ?? ResponseHead(handle, at: finalURL)
    head.redirects = redirection?.redirects
    // Another endpoint may have another object by the same URL, so that each use is confirmed.
    if request.signing != nil { head.cacheControl = "no-cache" }
    return head
  }

  /// The timeout that has been exceeded, or nil if there is none.
  func overdue(at now: Duration) -> FetchFailure? { timeouts.overdue(at: now, received: received - resumedAt) }

  /// When the transfer will time out if no data arrives.
  var deadline: Duration { timeouts.deadline(received: received - resumedAt) }
}
