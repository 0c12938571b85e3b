package import Downloads
import Fetching

/// A listing of a folder on the far side, whose pages a thread waits for. It ends when it is released.
package final class FarListing {
  private let hosts: FarHosts
  /// The name of the listing that is kept for when the host cannot be reached.
  private let name: String
  private let answers = AnswerQueue()
  private var request: (link: FarLink, number: UInt64)?
  /// The entries so far; nil if there are too many to be kept.
  private var kept: [ListedEntry]? = []
  private var keptBytes = 0
  private var hasPage = false
  /// What has not been returned of the last listing, which takes the place of this one.
  private var last: ArraySlice<ListedEntry>?

  /// The most bytes of the file of a listing that is kept.
  static let maxBytes = 32 << 20

  init(_ hosts: FarHosts, _ address: FarAddress, isRecursive: Bool, hasFacts: Bool) {
    self.hosts = hosts
    name = FarHosts.name(of: address, (isRecursive ? "tree" : "folder") + (hasFacts ? "-facts" : ""))
    let path = FarAddress.encoded(address.path)
    do throws(FetchFailure) {
      let link = try hosts.link(to: address.host)
      let number = link.ask(
        { .list(number: $0, path: path, isRecursive: isRecursive, hasFacts: hasFacts) }, answer: answers.add)
      request = (link, number)
    } catch {
      answers.add(.failed(error))
    }
    hosts.began(answers)
  }

  deinit {
    hosts.ended(answers)
    answers.close()
    if let request { request.link.cancel(request.number) }
  }

  /// Blocks until there is an update. It must not be called after the last one.
  package func next() -> Fetcher.Listing.Update {
    while true {
      if let entries = last {
        last = entries.dropFirst(ListedEntry.maximumPage)
        return entries.isEmpty
          ? .end(isStale: true) : .page(Array(entries.prefix(ListedEntry.maximumPage)), finalURL: nil)
      }
      switch answers.next() {
      case .page(let entries):
        hasPage = true
        // At most this many bytes as JSON.
        keptBytes += entries.reduce(0) { $0 + $1.name.count * 3 + 80 }
        if keptBytes <= FarListing.maxBytes { kept? += entries } else { kept = nil }
        return .page(entries, finalURL: nil)
      case .end:
        if let kept { hosts.keep(kept, as: name) }
        return .end(isStale: false)
      case .isFile: return .failed(FetchFailure(.noListing, "not a folder", isTransient: false))
      case .failed(let failure):
        guard !hasPage, failure.kind == .connectionLost, let entries = hosts.keptListing(name) else {
          return .failed(failure)
        }
        hosts.show("offline: \(failure.description)")
        last = entries[...]
      case .picture, .unchanged, .changed, nil: break
      }
    }
  }
}
