import Downloads
import Fetching
import System

/// Reads a remote folder and, if requested, the folders below it, page by page. It blocks.
struct FolderReading {
  private enum Step {
    /// There may be more slides.
    case page
    /// - Parameter isStale: whether it is the last listing, because the server cannot be reached.
    case end(isStale: Bool)
    case failed(FetchFailure)
  }

  /// The maximum number of folders, and of those in a path: a server's links may form loops.
  private static let maximumFolders = 10_000
  private static let maximumDepth = 32

  private let url: String
  private let remote: RemoteFolders
  private let recursive: Bool
  private var listing: RemoteListing
  /// The base of names; that after redirects once the first page is there.
  private var base: String
  private let sort: SlideSort
  private let isWatched: Bool
  /// The sorted hashes of the pictures; empty until the listing is complete and from the server.
  private(set) var hashes: [Int] = []
  private var folders: [[UInt8]] = [[]]
  private var begun = 0
  private var pending: [(folder: [UInt8], listing: any ListingPages)] = []
  private var isStale = false
  /// The hash of each folder's first page; nil for a folder that is in itself.
  private var firstPages: [[UInt8]: Int?] = [:]

  /// Begins to list a folder.
  ///
  /// - Parameters:
  ///   - url: names the folder, or a picture.
  ///   - isWatched: whether hashes of the pictures are needed, which include their sizes and times.
  /// - Returns: nil if the URL certainly names no folder.
  init?(_ url: String, recursive: Bool, sort: SlideSort, isWatched: Bool = false, from remote: RemoteFolders) {
    guard let folder = remote.folder(url) else { return nil }
    (self.url, base, self.remote, self.recursive, self.sort) = (url, folder, remote, recursive, sort)
    self.isWatched = isWatched
    listing = RemoteListing(base: folder, sort: sort, hasHashes: isWatched)
    begin()
  }

  /// Reads everything.
  ///
  /// - Parameter onGrowth: called with `RemoteListing.grown`.
  /// - Returns: The slides in order, and one that stands for what is missing; nil if nothing is.
  mutating func read(onGrowth: (Deck.Segment) -> Void) -> (slides: Deck.Segment, remark: Slide?) {
    while true {
      let step = next()
      guard case .page = step else {
        if case .end(isStale: false) = step { hashes = (listing.hashes ?? []).sorted() }
        return (listing.segment(), remark(on: step))
      }
      if let segment = listing.grown() { onGrowth(segment) }
    }
  }

  /// Reads everything, to find out what has changed since an earlier reading.
  ///
  /// - Returns: The URLs of pictures that are new or have changed, and the hashes of all; nil if the listing fails.
  mutating func changes(since known: [Int]) -> (urls: [String], hashes: [Int])? {
    while true {
      switch next() {
      case .page: continue
      case .end(isStale: false): return (listing.urls(notIn: known), (listing.hashes ?? []).sorted())
      case .end, .failed: return nil
      }
    }
  }

  /// Waits for the next page.
  private mutating func next() -> Step {
    guard let (folder, current) = pending.first else { return .end(isStale: isStale) }
    switch current.next() {
    case .page(let entries, let finalURL):
      if begun == 1, listing.count == 0, let finalURL, finalURL.hasSuffix("/") {
        base = finalURL
        listing = RemoteListing(base: base, sort: sort, hasHashes: isWatched)
      }
      if isLoop(folder, entries) { return .page }
      let found = listing.add(entries, in: folder)
      if recursive {
        let depth = folder.count { $0 == Path.slash }
        if depth < Self.maximumDepth { folders += found.prefix(Self.maximumFolders - folders.count) }
      }
      return .page
    case .end(let isStale):
      self.isStale = self.isStale || isStale
      return endOfFolder()
    case .failed(let failure):
      // A folder in it that cannot be read is left out.
      guard !folder.isEmpty, !failure.isTransient else { return .failed(failure) }
      return endOfFolder()
    }
  }

  private mutating func endOfFolder() -> Step {
    pending.removeFirst()
    begin()
    return pending.isEmpty ? .end(isStale: isStale) : .page
  }

  /// The slide that stands for what is missing at the end of a listing; nil if nothing is.
  private func remark(on end: Step) -> Slide? {
    let name = WebAddress.shown(url)
    switch end {
    case .page: return nil
    case .end where listing.count == 0: return Slide(.broken(entry: name, reason: "no pictures in this folder"))
    case .end(isStale: true): return Slide(.broken(entry: name, reason: "offline: the last listing; r lists again"))
    case .end: return nil
    case .failed(let failure) where listing.count > 0:
      return Slide(.broken(entry: name, reason: "the listing broke off: \(failure.description)"))
    // Any other URL may end in a slash, and a file on a far side look like a folder.
    case .failed(let failure)
    where failure.kind == .noListing && (WebAddress.isFar(url.utf8) || url.lowercased().hasPrefix("http")):
      return Slide(.url(url))
    case .failed(let failure): return Slide(.broken(entry: name, reason: failure.description))
    }
  }

  /// Whether a folder begins with the same page as one above it, as behind a link to that.
  private mutating func isLoop(_ folder: [UInt8], _ page: [ListedEntry]) -> Bool {
    if let first = firstPages[folder] { return first == nil }
    let hash = page.hashValue
    let isLoop = folder.indices.contains { index in
      (index == 0 || folder[index - 1] == Path.slash) && firstPages[Array(folder[..<index])] == hash
    }
    firstPages[folder] = .some(isLoop ? nil : hash)
    return isLoop
  }

  private mutating func begin() {
    while pending.count < remote.concurrency(url), begun < folders.count {
      let folder = folders[begun]
      let url = base + PercentEncoding.encoded(folder, keeping: ListedEntry.plain)
      let hasFacts = isWatched || ![.name, .none].contains(sort)
      pending.append((folder, remote.list(url, isRecursive: recursive, hasFacts: hasFacts)))
      begun += 1
    }
  }
}
