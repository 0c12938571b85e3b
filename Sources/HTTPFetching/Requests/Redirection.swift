import CCurl
import Fetching

/// The redirects that have led to a request, and what goes on from the first one.
///
/// libcurl follows none, because it would send our own header fields to every server on the way.
struct Redirection {
  let url: RequestURL
  let count: Int
  /// How long they are fresh.
  let redirects: ResponseHead.Redirects
  /// Whether one has led to another host, so that fields for single hosts are sent no more.
  let hasLeftHost: Bool
  let conditions: Transfer.Conditions
  /// When the first request was begun, and when it was sent in seconds since 1970.
  let begun: Duration
  let requested: Int
}

extension Transfer {
  /// The validators of the cached copy, sent to the server.
  struct Conditions: Hashable {
    var eTag: String?
    var lastModified: String?
    /// Whether intermediate caches must revalidate, too.
    var isForced = false

    /// Whether the server may answer that nothing has changed.
    var isConditional: Bool { eTag != nil || lastModified != nil }
  }

  /// What follows a redirect to a location.
  func outcome(ofRedirectTo location: String) -> Outcome {
    let count = (redirection?.count ?? 0) + 1
    guard count <= settings.maxRedirects else {
      return .failed(FetchFailure(.tooManyRedirects, "too many redirects", isTransient: false))
    }
    guard let next = try? RequestURL(location, relativeTo: request.url) else {
      let reason = "redirected to a URL that is neither http nor https"
      return .failed(FetchFailure(.badRedirect, reason, isTransient: false))
    }
    let redirects = ResponseHead.Redirects(
      after: redirection?.redirects, ResponseHead(handle, at: finalURL), status: handle.number(CURLINFO_RESPONSE_CODE),
      requested: requested, received: Int(time(nil)))
    return .redirected(
      Redirection(
        url: next, count: count, redirects: redirects,
        hasLeftHost: redirection?.hasLeftHost == true || next.host != request.url.host, conditions: conditions,
        begun: timeouts.begun, requested: requested))
  }
}
