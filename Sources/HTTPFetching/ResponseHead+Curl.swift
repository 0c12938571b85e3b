import CCurl
import Fetching

extension ResponseHead {
  /// Reads the head of a handle's last response.
  ///
  /// - Parameter finalURL: The URL after redirects; nil if there were none.
  init(_ handle: borrowing CurlHandle, at finalURL: String?) {
    self.init()
    contentType = handle.firstHeader("content-type")
    eTag = handle.firstHeader("etag")
    lastModified = handle.firstHeader("last-modified")
    cacheControl = handle.header("cache-control")
    vary = handle.header("vary")
    lastModifiedTime = lastModified.flatMap(HTTPDate.seconds)
    date = handle.firstHeader("date").flatMap(HTTPDate.seconds)
    expires = handle.firstHeader("expires").map { HTTPDate.seconds($0).map(Expiry.at) ?? .unreadable }
    age = handle.firstHeader("age").flatMap { Int($0) }.map { min(max($0, 0), 1 << 31) } ?? 0
    self.finalURL = finalURL
  }
}

extension CurlHandle {
  /// Whether the body of the last response is encoded, so that its length is not that of the decoded one.
  var hasEncodedBody: Bool { header("content-encoding").map { $0.lowercased() != "identity" } ?? false }

  /// The seconds that the server asks to wait; nil if it does not.
  var retryAfter: Int? { firstHeader("retry-after").flatMap { HTTPDate.wait($0, now: Int(time(nil))) } }
}

/// Parses HTTP dates in all the formats that RFC 9110 (section 5.6.7) requires.
enum HTTPDate {
  /// Seconds since 1970, or nil if the text is not a date.
  static func seconds(_ text: String) -> Int? {
    let time = unsafe curl_getdate(text, nil)
    return time < 0 ? nil : time
  }

  /// The seconds to wait according to a Retry-After field, which holds seconds or a date; nil if it holds neither.
  static func wait(_ field: String, now: Int) -> Int? {
    if let seconds = Int(field) { return max(0, min(seconds, 1 << 31)) }
    return seconds(field).map { max(0, $0 - now) }
  }
}
