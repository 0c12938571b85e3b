import CCurl

extension CurlHandle {
  /// Sets everything but fields, callbacks and what depends on earlier attempts.
  func prepare(_ request: ServerRequest, _ settings: TransferSettings) {
    set(CURLOPT_URL, request.url.text)
    if request.method == .propertiesOfEntries {
      // Copied by libcurl.
      set(CURLOPT_COPYPOSTFIELDS, ServerRequest.propertyNames)
      set(CURLOPT_CUSTOMREQUEST, "PROPFIND")
    }
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    authenticate(request, settings)
    // Signals are handled by the program, not by libcurl.
    set(CURLOPT_NOSIGNAL, 1)
    set(CURLOPT_CONNECTTIMEOUT_MS, settings.idleLimit.wholeMilliseconds)
    set(CURLOPT_MAXFILESIZE_LARGE, size: settings.maxBytes)
    set(CURLOPT_USERAGENT, settings.userAgent)
    // Pictures are already compressed. A body that is encoded nevertheless is decoded.
    set(CURLOPT_ACCEPT_ENCODING, "identity")
    // A proxy's response to CONNECT is not the server's.
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_SSL_VERIFYPEER, settings.isInsecure ? 0 : 1)
    set(CURLOPT_SSL_VERIFYHOST, settings.isInsecure ? 0 : 2)
    if let file = settings.certificateFile { set(CURLOPT_CAINFO, file) }
  }

  private func authenticate(_ request: ServerRequest, _ settings: TransferSettings) {
    if let signing = request.signing {
      guard let credentials = signing.credentials else { return }
      set(CURLOPT_AWS_SIGV4, "aws:amz:\(signing.region):s3")
      set(CURLOPT_USERNAME, credentials.key)
      set(CURLOPT_PASSWORD, credentials.secret)
      return
    }
    if let file = settings.netrcFile {
      set(CURLOPT_NETRC, Self.optionalNetrc)
      set(CURLOPT_NETRC_FILE, file)
    }
    // A server that accepts digests never gets a password, so the first request has none.
    let isBasic = settings.basicOrigins.contains(request.url.origin)
    set(CURLOPT_HTTPAUTH, isBasic ? Self.basic : Self.basic | Self.digest)
  }

  /// Whether the server accepts passwords only, not their digests; nil if it has not asked for either.
  var asksForBasic: Bool? {
    let methods = number(CURLINFO_HTTPAUTH_AVAIL)
    return methods == 0 ? nil : methods == Self.basic
  }

  /// CURL_NETRC_OPTIONAL, which is an enumerator or, in newer versions, a macro with a cast.
  private static let optionalNetrc = 1
  /// CURLAUTH_BASIC and CURLAUTH_DIGEST, which are macros with casts.
  private static let (basic, digest) = (1, 2)
}
