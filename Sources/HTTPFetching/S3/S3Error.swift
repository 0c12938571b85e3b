import CCurl
import Fetching

/// The error of an S3 server: a code in XML. None of its text is shown.
struct S3Error {
  /// The most bytes of the body that are read.
  static let longestBody = 8_192

  private(set) var code = ""
  private var region: String?

  init(_ body: [UInt8]) {
    var scanner = XMLScanner()
    var fields: [String: String] = [:]
    for case .end(let name, let text) in scanner.events(in: body[...]) {
      fields[name] = String(decoding: text, as: UTF8.self)
    }
    (code, region) = (fields["Code"] ?? "", fields["Region"])
  }

  /// The region that the bucket is in, if a request went to another.
  ///
  /// - Parameter field: The value of the x-amz-bucket-region field.
  func region(status: Int, field: String?) -> String? {
    guard status == 301 || code == "AuthorizationHeaderMalformed" || code == "PermanentRedirect" else { return nil }
    return (field ?? region).flatMap { S3Settings.isRegion($0) ? $0 : nil }
  }

  /// The failure of a response.
  ///
  /// - Parameter clock: The server's time, in seconds since 1970; nil if the response has none.
  func failure(status: Int, clock: Int?, retryAfter: Int?, isSigned: Bool) -> FetchFailure {
    func refused(_ text: String) -> FetchFailure { FetchFailure(.status, text, isTransient: false) }
    switch code {
    case "NoSuchBucket": return refused("no such bucket")
    case "NoSuchKey": return refused("no such object in the bucket")
    case "InvalidAccessKeyId": return refused("wrong credentials: the access key is unknown")
    case "SignatureDoesNotMatch": return refused("wrong credentials: the secret does not match the access key")
    case "ExpiredToken", "InvalidToken", "TokenRefreshRequired":
      return refused("wrong credentials: the session token has expired")
    case "AccessDenied" where isSigned: return refused("these credentials may not read the bucket")
    case "AccessDenied": return refused("the bucket needs credentials, and there are none")
    case "RequestTimeTooSkewed":
      let minutes = clock.map { (Int(time(nil)) - $0) / 60 }
      let difference = minutes.map { "\(abs($0)) minutes \($0 < 0 ? "behind" : "ahead of")" } ?? "not that of"
      return refused("the clock here is \(difference) the server's")
    case "PermanentRedirect", "AuthorizationHeaderMalformed": return refused("the bucket is in another region")
    case "SlowDown", "RequestLimitExceeded", "Throttling":
      return FetchFailure(.status, "the server asks for fewer requests", isTransient: true, retryAfter: retryAfter)
    default: return FetchFailure(status: status, retryAfter: retryAfter)
    }
  }
}

extension Transfer.Outcome {
  /// What a bucket's error means; nil for other responses.
  init?(refusalOf signing: ServerRequest.Signing, _ handle: borrowing CurlHandle, _ body: [UInt8]) {
    let status = handle.number(CURLINFO_RESPONSE_CODE)
    guard status >= 300, status != 304, status != 416 else { return nil }
    let error = S3Error(body)
    if let region = error.region(status: status, field: handle.firstHeader("x-amz-bucket-region")) {
      self = .moved(bucket: signing.address.bucket, region: region)
      return
    }
    let clock = handle.firstHeader("date").flatMap(HTTPDate.seconds)
    let isSigned = signing.credentials != nil
    self = .failed(
      error.failure(status: status, clock: clock, retryAfter: handle.retryAfter, isSigned: isSigned))
  }
}
