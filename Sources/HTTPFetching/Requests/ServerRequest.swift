import Fetching

/// What is sent to a server for a URL of the viewer's, whose scheme may stand for another protocol over HTTP.
struct ServerRequest {
  enum Method: Hashable {
    case get
    /// The properties of a folder's entries (RFC 4918, section 9.1).
    case propertiesOfEntries
  }

  /// How a request to a bucket is signed.
  struct Signing: Hashable {
    /// Nil: the request is anonymous.
    let credentials: S3Settings.Credentials?
    let region: String
    let address: S3Address
  }

  private(set) var url: RequestURL
  /// Nil unless the server is one of buckets, which answers errors in XML and never redirects to another server.
  var signing: Signing?
  var method = Method.get
  /// The fields for the server of the URL.
  private var hostFields: [String] = []
  /// How many of the first bytes are requested; nil: all.
  var headBytes: Int?
  /// The value of the Accept field.
  var accept = "image/*,application/json;q=0.9,text/plain;q=0.8,*/*;q=0.5"

  /// The request for a key.
  ///
  /// - Parameter redirection: The redirects that have led to it; nil if there were none.
  /// - Throws: A failure of kind `badURL`.
  init(
    for key: RequestKey, _ settings: TransferSettings, after redirection: Redirection? = nil
  ) throws(FetchFailure) {
    switch key {
    case .body(let url), .head(let url):
      if case .head = key { headBytes = Self.headBytes }
      if let address = try S3Address(url) {
        self.url = try RequestURL(address.object(settings.s3))
        signing = Signing(address, settings.s3)
      } else {
        self.url = try RequestURL(Self.overHTTP(url))
      }
    case .listing(let url, let isRecursive, let token):
      if let address = try S3Address(url) {
        self.url = try RequestURL(address.list(settings.s3, isRecursive: isRecursive, token: token))
        (signing, accept) = (Signing(address, settings.s3), "application/xml")
      } else {
        self.url = try RequestURL(Self.overHTTP(url))
        // Caddy sends its index as JSON if the field names it.
        (method, accept) =
          Self.isWebDAV(url)
          ? (.propertiesOfEntries, "application/xml,text/xml") : (.get, "text/html,application/json;q=0.9,*/*;q=0.1")
      }
    }
    if let redirection { url = redirection.url }
    if signing == nil, redirection?.hasLeftHost != true { hostFields = settings.hostFields[url] }
  }

  /// The parser of the listing that the response is.
  ///
  /// - Parameters:
  ///   - finalURL: The URL after redirects; nil without redirects.
  ///   - type: The media type of the response.
  /// - Returns: nil if the response is no listing, or comes from another server.
  func parser(finalURL: String?, type: String?) -> (any ListingParser)? {
    if let signing { return BucketParser(prefix: signing.address.key) }
    let folder = ListedFolder(finalURL ?? url.text)
    guard folder.host == ListedFolder(url.text).host else { return nil }
    let type = type?.prefix { $0 != ";" }.lowercased()
    switch method {
    case .propertiesOfEntries: return MultistatusParser(folder)
    case .get where type?.hasSuffix("/json") == true: return CaddyParser()
    case .get: return type == "text/html" || type == "application/xhtml+xml" ? IndexParser(folder) : nil
    }
  }

  /// The fields and the body of the request, except validators.
  var fields: [String] {
    var fields = ["Accept: \(accept)"] + hostFields
    if let headBytes { fields.append("Range: bytes=0-\(headBytes - 1)") }
    if signing?.credentials != nil {
      // S3 requires the field, which libcurl does not add before version 8: the SHA-256 of the empty body.
      fields.append("x-amz-content-sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
    if let token = signing?.credentials?.token { fields.append("x-amz-security-token: \(token)") }
    if method == .propertiesOfEntries { fields += ["Depth: 1", "Content-Type: application/xml; charset=utf-8"] }
    return fields
  }

  /// The size of a head in bytes: it contains the thumbnail that cameras embed, or the first scans of a progressive JPEG.
  static let headBytes = 128_000

  /// The body of PROPFIND: the properties that slides need.
  static let propertyNames = """
    <?xml version="1.0" encoding="utf-8"?><D:propfind xmlns:D="DAV:"><D:prop><D:resourcetype/><D:getcontentlength/>\
    <D:getlastmodified/></D:prop></D:propfind>
    """

  private static func isWebDAV(_ url: String) -> Bool {
    ["dav://", "davs://"].contains { url.lowercased().hasPrefix($0) }
  }

  private static func overHTTP(_ url: String) -> String {
    // dav: and davs: differ from http: and https: in nothing else.
    isWebDAV(url) ? "http" + url.dropFirst(3) : url
  }
}

extension ServerRequest.Signing {
  fileprivate init(_ address: S3Address, _ settings: S3Settings) {
    self.init(credentials: settings.credentials, region: address.region(settings), address: address)
  }
}
