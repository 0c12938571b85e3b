import CCurl
import Fetching
import Glibc

extension ResponseHead {
  /// What the last response to a handle said.
  init(_ handle: borrowing CurlHandle) {
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
    finalURL = handle.finalURL
  }
}

/// HTTP's dates, in all the forms that RFC 9110 (section 5.6.7) wants read.
enum HTTPDate {
  /// Seconds since 1970; nil: it is no date.
  static func seconds(_ text: String) -> Int? {
    let time = unsafe curl_getdate(text, nil)
    return time < 0 ? nil : time
  }

  /// Seconds to wait by a Retry-After field: a number of them, or a date.
  static func wait(_ field: String, now: Int) -> Int? {
    if let seconds = Int(field) { return max(0, min(seconds, 1 << 31)) }
    return seconds(field).map { max(0, $0 - now) }
  }
}
