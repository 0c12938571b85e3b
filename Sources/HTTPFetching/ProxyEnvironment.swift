import Glibc

/// The variables that name a proxy.
package enum ProxyEnvironment {
  /// Lets libcurl see `HTTP_PROXY` in capitals, too.
  ///
  /// libcurl reads every other variable in both spellings, but this one only as `http_proxy`, since in a CGI program the
  /// capitals are what a client sends as a field "Proxy" (httpoxy, CVE-2016-5385). Such a program has `REQUEST_METHOD`.
  package static func adopt(_ environment: [String: String]) {
    guard environment["http_proxy"] == nil, environment["REQUEST_METHOD"] == nil, let proxy = environment["HTTP_PROXY"]
    else { return }
    unsafe setenv("http_proxy", proxy, 1)
  }
}
