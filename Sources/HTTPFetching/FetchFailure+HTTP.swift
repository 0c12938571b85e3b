import CCurl
import Fetching
import Glibc

/// Failure reasons for users. None contains text from a server.
extension FetchFailure {
  /// A status without a usable body.
  init(status: Int, retryAfter: Int?) {
    let phrase = statusPhrases[status].map { "\(status) \($0)" } ?? "status \(status)"
    // 501 and 505 report what the server cannot do at all.
    let isTransient =
      status == 408 || status == 425 || status == 429 || (500...599).contains(status) && status != 501 && status != 505
    self.init(.status, phrase, isTransient: isTransient, retryAfter: isTransient ? retryAfter : nil)
  }

  /// More bytes than allowed.
  static func tooLarge(limit: Int) -> FetchFailure {
    let size = limit >= 1 << 20 ? "\(limit >> 20) MB" : "\(limit) bytes"
    return FetchFailure(.tooLarge, "larger than \(size)", isTransient: false)
  }

  /// No data has arrived for too long.
  static func timedOut(_ message: String) -> FetchFailure { FetchFailure(.timedOut, message, isTransient: true) }

  /// No connection in time, or no TLS on it. The system has repeated its packets all the while, so the download is not
  /// retried.
  static let notConnected = FetchFailure(.timedOut, "timed out while connecting", isTransient: false)

  /// A failure of libcurl.
  ///
  /// - Parameter number: The system's error number, or 0 for none.
  init(_ code: CURLcode, number: Int, limit: Int) {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST:
      if Network.isThere {
        self.init(.hostNotFound, "host not found", isTransient: false)
      } else {
        self.init(.offline, "no network", isTransient: true)
      }
    case CURLE_COULDNT_RESOLVE_PROXY: self.init(.hostNotFound, "proxy not found", isTransient: false)
    case CURLE_COULDNT_CONNECT:
      switch Int32(number) {
      case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL:
        self.init(.offline, "network unreachable", isTransient: true)
      case ETIMEDOUT: self = .notConnected
      default: self.init(.refused, "connection refused", isTransient: false)
      }
    case CURLE_OPERATION_TIMEDOUT: self = .notConnected
    case CURLE_PARTIAL_FILE: self.init(.truncated, "truncated by the server", isTransient: true)
    case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      self.init(.connectionLost, "connection lost", isTransient: true)
    case CURLE_URL_MALFORMAT: self.init(.badURL, "not a URL", isTransient: false)
    // The URL's scheme has been checked: this is a response without a head, as in HTTP 0.9.
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
      self.init(.other, "not an HTTP server", isTransient: false)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      self.init(.untrusted, "certificate not trusted", isTransient: false)
    case CURLE_SSL_CONNECT_ERROR: self.init(.untrusted, "no secure connection", isTransient: false)
    case CURLE_FILESIZE_EXCEEDED: self = .tooLarge(limit: limit)
    case CURLE_BAD_CONTENT_ENCODING: self.init(.other, "invalid content encoding", isTransient: false)
    default: self.init(.other, "failed (libcurl error \(code.rawValue))", isTransient: false)
    }
  }
}

/// The reason phrases of the HTTP status codes (IANA's registry). A server's own phrases are never shown.
let statusPhrases: [Int: String] = [
  300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
  307: "Temporary Redirect", 308: "Permanent Redirect",
  400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
  405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
  409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
  414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
  421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency", 425: "Too Early",
  426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
  431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons",
  500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
  504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
  507: "Insufficient Storage", 508: "Loop Detected", 511: "Network Authentication Required",
]
