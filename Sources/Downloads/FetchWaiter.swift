/// The receiver of a download.
enum FetchWaiter {
  case slides(url: String)
  /// - Parameter staleCopy: the stale cached copy, to return if the download fails.
  case call(Fetcher.Call, staleCopy: FetchedCopy?)
  case listing(Fetcher.Listing)

  var url: String {
    switch self {
    case .slides(let url): url
    case .call(let call, _): call.url
    case .listing(let listing): listing.url
    }
  }
}
