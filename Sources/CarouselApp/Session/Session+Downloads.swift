import Carousel
import Decks
import Downloads
import Fetching
import Pictures
import Rendering

extension Session {
  /// Keeps only the downloads in demand, and retries failed ones that come back on screen.
  mutating func followDownloads(visible: [Location], soon: [Location], at now: Timestamp) {
    let (visible, soon) = (visible.compactMap(\.url), soon.compactMap(\.url))
    let hasURLs = !visible.isEmpty || !soon.isEmpty
    let appeared = downloads.reconcile(
      visible: visible, soon: soon, destination: hasURLs ? destination(at: now)?.slide.location : nil, at: now)
    for url in appeared {
      if case .failed = downloads[url]?.stage {
        downloads.request(url, isForced: false)
      } else if case .failed = pictures.state(of: key(for: .url(url))) {
        // The download was not a picture, but the server may have another one by now. If not, its card stays.
        downloads.request(url, isForced: true)
      }
    }
  }

  /// Has a copy that could not be decoded fetched again, if that may help; returns whether it is.
  mutating func refetch(_ key: PictureKey, after error: LoadError) -> Bool {
    guard error != .cancelled, case .url(let url) = key.location, let copy = key.copy else { return false }
    return downloads.refetch(url, copy, after: error)
  }

  /// Why a URL could not be downloaded, until the next attempt makes progress; nil if it could.
  func downloadFailure(of location: Location) -> String? {
    guard case .url(let url) = location, let download = downloads[url], download.copy == nil else { return nil }
    return download.lastFailure?.description
  }

  /// The download progress of a slide's picture; nil if it is not being downloaded.
  func progress(of location: Location, at now: Timestamp) -> LoadingProgress? {
    guard case .url(let url) = location, let download = downloads[url], download.copy == nil else { return nil }
    switch download.stage {
    case .waiting: return .waiting
    case .receiving(let received, let expected): return .receiving(received: received, expected: expected)
    case .retrying(let until, let reason):
      return .retrying(seconds: DownloadStates.seconds(from: now, to: until), reason: reason.description)
    case .settled, .failed: return nil
    }
  }
}

extension Location {
  /// The URL, if the location is one.
  fileprivate var url: String? {
    guard case .url(let url) = self else { return nil }
    return url
  }
}
