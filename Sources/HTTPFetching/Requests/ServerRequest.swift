import Fetching

/// What is sent to a server for a URL of the viewer's, whose scheme may stand for another protocol over HTTP.
struct ServerRequest {
  enum Method: Hashable {
    case get
    /// The properties of a folder's entries (RFC 4918, section 9.1).
    case propertiesOfEntries
  }

  let url: RequestURL
  var method = Method.get
  /// The value of the Accept field.
  var accept = "image/*,application/json;q=0.9,text/plain;q=0.8,*/*;q=0.5"

  /// The request for a key.
  ///
  /// - Throws: A failure of kind `badURL`.
  init(for key: RequestKey) throws(FetchFailure) {
    switch key {
    case .body(let url): self.url = try RequestURL(Self.overHTTP(url))
    case .listing(let url, _, _):
      self.url = try RequestURL(Self.overHTTP(url))
      if Self.isWebDAV(url) {
        (method, accept) = (.propertiesOfEntries, "application/xml,text/xml")
      } else {
        // Caddy sends its index as JSON if the field names it.
        accept = "text/html,application/json;q=0.9,*/*;q=0.1"
      }
    }
  }

  /// The parser of the listing that the response is.
  ///
  /// - Parameters:
  ///   - finalURL: The URL after redirects; nil without redirects.
  ///   - type: The media type of the response.
  /// - Returns: nil if the response is no listing, or comes from another server.
  func parser(finalURL: String?, type: String?) -> (any ListingParser)? {
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
    var fields = ["Accept: \(accept)"]
    if method == .propertiesOfEntries { fields += ["Depth: 1", "Content-Type: application/xml; charset=utf-8"] }
    return fields
  }

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
