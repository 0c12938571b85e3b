import Dispatch
package import Downloads
package import FarSide
import Synchronization
import System

/// Where folders of servers are listed: by the fetching process, and on the far sides of ssh.
package struct RemoteFolders: Sendable {
  private let fetcher: Fetcher?
  private let far: FarHosts?

  /// - Parameters:
  ///   - fetcher: nil to list nothing on servers.
  ///   - far: nil to list nothing on far sides.
  package init(fetcher: Fetcher?, far: FarHosts?) { (self.fetcher, self.far) = (fetcher, far) }

  /// The URL of a folder, with a slash at its end; nil if a URL certainly names none, or cannot be listed.
  func folder(_ url: String) -> String? {
    guard WebAddress.isFar(url.utf8) else { return fetcher == nil ? nil : WebAddress.folder(url) }
    guard far != nil, let address = FarAddress(url) else { return nil }
    let isPicture = address.path.last != Path.slash && PictureNames.isPicture(Path(address.path).name)
    return isPicture ? nil : address.folderURL
  }

  /// The number of folders that are listed at a time. A far side waits until its pages have been taken: it could not send
  /// those that are needed first.
  func concurrency(_ url: String) -> Int { WebAddress.isFar(url.utf8) ? 1 : 4 }

  /// Begins to list a folder.
  ///
  /// - Parameters:
  ///   - isRecursive: whether everything below it is listed at once, where the protocol can.
  ///   - hasFacts: whether its entries need sizes and times.
  func list(_ folder: String, isRecursive: Bool, hasFacts: Bool) -> any ListingPages {
    if let far, var address = FarAddress(folder) {
      // It may turn out to be a file, which has no slash.
      if address.path.count > 1, address.path.last == Path.slash { address.path.removeLast() }
      return far.list(address, isRecursive: isRecursive, hasFacts: hasFacts)
    }
    return PendingListing(folder, isRecursive: isRecursive, from: fetcher)
  }

  /// Whether changes of a folder are found only by listing it again.
  func isListedAgain(_ folder: String) -> Bool {
    FarAddress(folder).map { far?.follows($0.host) == false } ?? true
  }

  /// Ends the listings of far sides, so that another reading need not wait for them.
  func giveUp() { far?.giveUpListings() }
}

/// A listing under way, whose pages a thread waits for.
protocol ListingPages {
  /// Blocks until there is an update. It must not be called after the last one.
  func next() -> Fetcher.Listing.Update
}

extension FarListing: ListingPages {}

/// A listing that the fetcher's thread receives.
private final class PendingListing: ListingPages, Sendable {
  private let updates = Mutex<[Fetcher.Listing.Update]>([])
  private let arrival = DispatchSemaphore(value: 0)

  init(_ url: String, isRecursive: Bool, from fetcher: Fetcher?) {
    fetcher?.list(url, isRecursive: isRecursive) { [self] update in
      updates.withLock { $0.append(update) }
      arrival.signal()
    }
  }

  func next() -> Fetcher.Listing.Update {
    arrival.wait()
    return updates.withLock { $0.removeFirst() }
  }
}
