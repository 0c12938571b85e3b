import CarouselValues
import Decks
import Downloads
import ExternalDecoders
import Fetching
import Imaging
import Pictures
import System

/// The states of the URLs that slides in demand need: one for each URL, even if several slides and shapes share it.
///
/// They outlive resizes and reloads, so that downloads under way continue. A URL that leaves demand is forgotten, and
/// requested again when it comes back, so no failure is permanent.
struct DownloadStates {
  enum Stage: Hashable {
    /// Nothing has arrived yet.
    case waiting
    case receiving(received: Int, expected: Int?)
    case retrying(until: Timestamp, reason: FetchFailure)
    /// The copy is what the server has.
    case settled
    case failed(FetchFailure)
  }

  /// How much of a body is requested.
  fileprivate enum Extent {
    case whole, head
    /// Nothing until others have arrived.
    case none
  }

  struct Download {
    /// Whether an answer from the server is outstanding.
    fileprivate var isAsked: Bool { !isOver && heldUntil == nil }

    fileprivate(set) var stage = Stage.waiting
    /// The copy to show, which may be stale at first; nil until there is one.
    fileprivate(set) var copy: FetchedCopy?
    /// The first bytes of the body, which suffice for most thumbnails; nil if they do not, or have not arrived.
    fileprivate(set) var head: FetchedCopy?
    /// What has arrived of the body that is being received; nil if that is not known.
    fileprivate(set) var soFar: FetchedCopy?
    /// Whether the copy comes from the cache, where it may have been damaged.
    fileprivate(set) var isKept = false
    /// Why the last attempt failed, until the next one reports something.
    fileprivate(set) var lastFailure: FetchFailure?
    fileprivate var extent = Extent.whole
    /// Whether its first bytes may suffice for a thumbnail.
    fileprivate var isHeadEnough = true
    fileprivate var generation: Generation
    fileprivate var isForced = false
    /// Whether a copy that could not be decoded is fetched again.
    fileprivate var discardsCopy = false
    fileprivate var priority = 0
    /// Until when the server is not contacted because swiping passes the slide; nil: it is contacted.
    fileprivate var heldUntil: Timestamp?

    /// Whether no further answer is expected.
    fileprivate var isOver: Bool {
      switch stage {
      case .waiting, .receiving, .retrying: false
      case .settled, .failed: true
      }
    }

    /// Begins to wait for the answer to another request.
    fileprivate mutating func restart(_ generation: Generation, isForced: Bool) {
      (self.generation, self.isForced, stage, discardsCopy) = (generation, isForced, .waiting, false)
      soFar = nil
    }
  }

  /// How long swiping must rest at a slide before further servers are contacted: slides that are passed sooner cost no
  /// request and delay no other.
  static let restingTime: Duration = .milliseconds(100)

  private(set) var downloads: [String: Download] = [:]
  private var generation = Generation.first
  private var lastVisible: Set<String> = []
  private var destination: Location?
  /// When the destination last changed.
  private var lastMove: Timestamp?
  /// When fast swiping will count as over; nil if the destination changes slowly or not at all.
  private var restsAt: Timestamp?

  subscript(url: String) -> Download? { downloads[url] }

  /// All current requests, most urgent first.
  var requests: [DownloadRequest] {
    downloads.compactMap { url, download in
      download.extent == .none
        ? nil
        : DownloadRequest(
          url: url, priority: download.priority, generation: download.generation, isForced: download.isForced,
          discardsCopy: download.discardsCopy, asksServer: download.heldUntil == nil,
          isHead: download.extent == .head)
    }.sorted { ($0.priority, $0.generation) < ($1.priority, $1.generation) }
  }

  /// Keeps only the URLs in demand; `visible` and `soon` are sorted, most urgent first.
  ///
  /// - Parameters:
  ///   - asHeads: whether thumbnails are needed, for which the first bytes of most pictures suffice.
  ///   - destination: the current slide, or the one that a motion leads to.
  /// - Returns: the URLs that have just come on screen.
  mutating func reconcile(
    visible: [String], soon: [String], asHeads: Bool = false, destination: Location?, at now: Timestamp
  ) -> [String] {
    let wanted = Set(visible).union(soon)
    noteDestination(destination, at: now)
    if downloads.isEmpty, wanted.isEmpty { return [] }
    downloads = downloads.filter { wanted.contains($0.key) }
    for url in visible + soon where downloads[url] == nil {
      downloads[url] = Download(generation: generation.advance())
      let isPassed = visible.contains(url) && destination != .url(url)
      downloads[url]?.heldUntil = restsAt ?? (isPassed ? now.advanced(by: DownloadStates.restingTime) : nil)
    }
    // If a URL is requested twice, the more urgent position counts.
    for (index, url) in soon.enumerated().reversed() { downloads[url]?.priority = index + 1 }
    for url in visible { downloads[url]?.priority = 0 }
    requestExtents(visible, soon, asHeads: asHeads)
    let appeared = Set(visible).subtracting(lastVisible)
    lastVisible = Set(visible)
    return visible.filter { appeared.contains($0) }
  }

  /// How many pictures are requested whole at a time because their first bytes do not suffice for a thumbnail.
  private static let wholeThumbnails = 2

  /// Chooses how much of each body is requested. For thumbnails that is the beginning; where it does not suffice, all of it, while the
  /// thumbnail is on screen and once every other there has been tried.
  private mutating func requestExtents(_ visible: [String], _ soon: [String], asHeads: Bool) {
    let shown = visible.compactMap { downloads[$0] }
    let running = shown.count { !$0.isHeadEnough && $0.extent == .whole && !$0.isOver }
    var places = shown.allSatisfy { !$0.isHeadEnough || $0.isOver } ? DownloadStates.wholeThumbnails - running : 0
    for (index, url) in (visible + soon).enumerated() {
      guard let download = downloads[url] else { continue }
      if download.stage == .settled, download.copy != nil {
        downloads[url]?.extent = .whole
        continue
      }
      var extent = Extent.whole
      if asHeads, download.isHeadEnough {
        extent = .head
      } else if asHeads, download.extent != .whole || index >= visible.count && !download.isOver {
        extent = index < visible.count && places > 0 ? .whole : .none
        if extent == .whole { places -= 1 }
      }
      guard extent != download.extent else { continue }
      downloads[url]?.extent = extent
      downloads[url]?.restart(generation.advance(), isForced: download.isForced)
    }
  }

  /// Holds requests back while the destination changes quickly, from its second change on.
  private mutating func noteDestination(_ destination: Location?, at now: Timestamp) {
    if let rest = restsAt, rest <= now { restsAt = nil }
    if destination != self.destination {
      let isQuick = lastMove.map { $0.duration(to: now) < DownloadStates.restingTime } ?? false
      if isQuick { restsAt = now.advanced(by: DownloadStates.restingTime) }
      // The first destination is not the result of a swipe.
      lastMove = self.destination == nil ? nil : now
      self.destination = destination
    }
    for (url, download) in downloads {
      guard let due = download.heldUntil else { continue }
      downloads[url]?.heldUntil = restsAt ?? (due <= now ? nil : due)
    }
  }

  /// When the next server that was held back is contacted; nil if there is none.
  func nextRequest(after now: Timestamp) -> Timestamp? {
    downloads.values.compactMap(\.heldUntil).filter { $0 > now }.min()
  }

  /// Applies an update, unless it is stale.
  mutating func apply(_ update: DownloadUpdate, at now: Timestamp) {
    guard var download = downloads[update.url], download.generation == update.generation else { return }
    download.soFar = nil
    switch update.change {
    case .copy(let copy, let isKept, let isFinal):
      if copy.isHead { download.head = copy } else { download.copy = copy }
      // The first bytes of a newer body.
      if copy.isHead, isFinal { download.copy = nil }
      download.isKept = isKept
      if isFinal {
        download.stage = .settled
        download.lastFailure = nil
      }
    case .progress(let received, let expected, let soFar):
      download.stage = .receiving(received: received, expected: expected)
      download.soFar = soFar
      download.lastFailure = nil
    case .retrying(let reason, let milliseconds):
      download.stage = .retrying(until: now.advanced(by: .milliseconds(milliseconds)), reason: reason)
      download.lastFailure = nil
    case .failed(let reason):
      download.stage = .failed(reason)
      download.lastFailure = reason
    }
    downloads[update.url] = download
  }

  /// Requests a URL again.
  mutating func request(_ url: String, isForced: Bool) {
    guard var download = downloads[url] else { return }
    download.restart(generation.advance(), isForced: isForced)
    download.heldUntil = restsAt
    downloads[url] = download
  }

  /// Deletes a copy that could not be decoded and fetches it again, once, if it may have been damaged in the cache or
  /// is gone. If the copy is only the first bytes, the rest is needed.
  ///
  /// - Returns: whether another copy is on its way.
  mutating func refetch(_ url: String, _ copy: FetchedCopy, after error: LoadError) -> Bool {
    if copy.isHead {
      downloads[url]?.head = nil
      downloads[url]?.isHeadEnough = false
      return true
    }
    guard var download = downloads[url], download.copy == copy, !download.discardsCopy else { return false }
    if error == .file(.noSuchFile), download.isAsked {
      // A new body has already replaced it, and the update about it is on its way.
      download.copy = nil
      downloads[url] = download
      return true
    }
    switch error {
    case .file(.tooLarge), .image(.needsMemory): return false
    case .file: break
    case .image, .content, .program(.failed): guard download.isKept else { return false }
    case .program, .archive, .broken, .fetch: return false
    }
    download.restart(generation.advance(), isForced: true)
    (download.copy, download.discardsCopy) = (nil, true)
    downloads[url] = download
    return true
  }

  /// When the text about a URL on screen next changes with time: the countdown to a retry.
  func nextTextChange(after now: Timestamp) -> Timestamp? {
    lastVisible.compactMap { url -> Timestamp? in
      guard let download = downloads[url], download.copy == nil, case .retrying(let until, _) = download.stage,
        until > now
      else { return nil }
      let seconds = max(0, DownloadStates.seconds(from: now, to: until) - 1)
      return until.advanced(by: .zero - .seconds(seconds))
    }.min()
  }

  /// Whole seconds from one timestamp to a later one, rounded up; at least 0.
  static func seconds(from now: Timestamp, to later: Timestamp) -> Int {
    let rest = now.duration(to: later).components
    return max(0, Int(rest.seconds) + (rest.attoseconds > 0 ? 1 : 0))
  }
}
