import Glibc

/// The environment variables that name a proxy.
package enum ProxyEnvironment {
  /// Makes libcurl read `HTTP_PROXY` in capitals, too.
  ///
  /// libcurl reads the other variables in both spellings, but this one only as `http_proxy`: in a CGI program, the
  /// capitals hold the client's header field "Proxy" (httpoxy, CVE-2016-5385). Such a program has `REQUEST_METHOD`.
  package static func apply(_ environment: [String: String]) {
    guard environment["http_proxy"] == nil, environment["REQUEST_METHOD"] == nil, let proxy = environment["HTTP_PROXY"]
    else { return }
    unsafe setenv("http_proxy", proxy, 1)
  }
}
