import Carousel
import Decks
import Downloads
import ExternalDecoders
import Fetching
import Imaging
import Pictures
import System

/// The states of the URLs that slides in demand need, one each, however many slides and shapes share it.
///
/// They outlive resizes and reloads: what is under way goes on. What leaves demand is forgotten, and requested again when it
/// comes back, so no failure is for ever.
struct DownloadStates {
  /// How far a URL has come.
  enum Stage: Hashable {
    /// Nothing has come yet.
    case waiting
    case receiving(received: Int, expected: Int?)
    case retrying(until: Timestamp, reason: FetchFailure)
    /// What there is, is what the server has.
    case settled
    case failed(FetchFailure)
  }

  struct Download {
    /// Whether an answer of the server's is on its way.
    fileprivate var isAsked: Bool {
      switch stage {
      case .waiting, .receiving, .retrying: heldUntil == nil
      case .settled, .failed: false
      }
    }

    fileprivate(set) var stage = Stage.waiting
    /// What can be shown: at first perhaps a stale copy.
    fileprivate(set) var copy: FetchedCopy?
    /// Whether the copy was there before, and may have been damaged since.
    fileprivate(set) var isKept = false
    /// Why the last try failed, while nothing is known of the next.
    fileprivate(set) var lastFailure: FetchFailure?
    fileprivate var generation: Generation
    fileprivate var isForced = false
    fileprivate var discardsCopy = false
    /// Whether a copy that could not be decoded has been fetched again already.
    fileprivate var hasBeenMended = false
    fileprivate var priority = 0
    /// Until when its server is not asked, for its slide is being passed; nil: it is asked.
    fileprivate var heldUntil: Timestamp?
  }

  /// How long swiping must rest at a slide before further servers are asked: slides that are passed sooner cost no request and
  /// take no other's place.
  static let restingTime: Duration = .milliseconds(100)

  private(set) var downloads: [String: Download] = [:]
  private var generation = Generation.first
  private var lastVisible: Set<String> = []
  private var destination: Location?
  /// When the destination last changed.
  private var lastMove: Timestamp?
  /// When quick swiping will have rested; nil: the destination changes slowly, if at all.
  private var restsAt: Timestamp?

  subscript(url: String) -> Download? { downloads[url] }

  /// All that is wanted now, most urgent first.
  var requests: [DownloadRequest] {
    downloads.map { url, download in
      DownloadRequest(
        url: url, priority: download.priority, generation: download.generation, isForced: download.isForced,
        discardsCopy: download.discardsCopy, asksServer: download.heldUntil == nil)
    }.sorted { ($0.priority, $0.generation) < ($1.priority, $1.generation) }
  }

  /// Holds only the URLs in demand, most urgent first.
  ///
  /// - Parameter destination: the slide that is shown, or that a motion leads to.
  /// - Returns: the URLs that have come on screen just now.
  mutating func reconcile(
    visible: [String], soon: [String], destination: Location?, at now: Timestamp
  ) -> [String] {
    let wanted = Set(visible).union(soon)
    follow(destination, at: now)
    if downloads.isEmpty, wanted.isEmpty { return [] }
    downloads = downloads.filter { wanted.contains($0.key) }
    for url in visible + soon where downloads[url] == nil {
      downloads[url] = Download(generation: generation.advance())
      let isPassed = visible.contains(url) && destination != .url(url)
      downloads[url]?.heldUntil = restsAt ?? (isPassed ? now.advanced(by: DownloadStates.restingTime) : nil)
    }
    // Where a URL is wanted twice, the more urgent place counts.
    for (place, url) in soon.enumerated().reversed() { downloads[url]?.priority = place + 1 }
    for url in visible { downloads[url]?.priority = 0 }
    let appeared = Set(visible).subtracting(lastVisible)
    lastVisible = Set(visible)
    return visible.filter { appeared.contains($0) }
  }

  /// Holds requests back while the destination changes quickly, from its second change on.
  private mutating func follow(_ destination: Location?, at now: Timestamp) {
    if let rest = restsAt, rest <= now { restsAt = nil }
    if destination != self.destination {
      let isQuick = lastMove.map { $0.duration(to: now) < DownloadStates.restingTime } ?? false
      if isQuick { restsAt = now.advanced(by: DownloadStates.restingTime) }
      // Before the first slide there was nothing to swipe from.
      lastMove = self.destination == nil ? nil : now
      self.destination = destination
    }
    for (url, download) in downloads {
      guard let due = download.heldUntil else { continue }
      downloads[url]?.heldUntil = restsAt ?? (due <= now ? nil : due)
    }
  }

  /// When a server is asked that was held back.
  func nextRequest(after now: Timestamp) -> Timestamp? {
    downloads.values.compactMap(\.heldUntil).filter { $0 > now }.min()
  }

  /// Something has come of a URL; false where the update is stale.
  mutating func apply(_ update: DownloadUpdate, at now: Timestamp) -> Bool {
    guard var download = downloads[update.url], download.generation == update.generation else { return false }
    switch update.change {
    case .copy(let copy, let isKept, let isFinal):
      download.copy = copy
      download.isKept = isKept
      if isFinal {
        download.stage = .settled
        download.lastFailure = nil
      }
    case .progress(let received, let expected):
      download.stage = .receiving(received: received, expected: expected)
      download.lastFailure = nil
    case .retrying(let reason, let milliseconds):
      download.stage = .retrying(until: now.advanced(by: .milliseconds(milliseconds)), reason: reason)
      download.lastFailure = nil
    case .failed(let reason):
      download.stage = .failed(reason)
      download.lastFailure = reason
    }
    downloads[update.url] = download
    return true
  }

  /// Requests everything again, from servers in any case; what there is stays on screen.
  mutating func askAll() {
    for url in downloads.keys { ask(url, isForced: true) }
  }

  /// Requests a URL again.
  mutating func ask(_ url: String, isForced: Bool) {
    guard var download = downloads[url] else { return }
    download.generation = generation.advance()
    download.stage = .waiting
    download.isForced = isForced
    download.discardsCopy = false
    download.heldUntil = restsAt
    download.hasBeenMended = false
    downloads[url] = download
  }

  /// A copy could not be decoded: if it is one that may have been damaged where it lay, or that is gone, it is deleted and
  /// fetched again, once.
  ///
  /// - Returns: whether it is.
  mutating func mend(_ url: String, _ copy: FetchedCopy, after error: LoadError) -> Bool {
    guard var download = downloads[url], download.copy == copy, !download.hasBeenMended else { return false }
    if error == .file(.noSuchFile), download.isAsked {
      // The new body has taken its place already, and the update about it is on its way.
      download.copy = nil
      downloads[url] = download
      return true
    }
    switch error {
    case .file(.tooLarge), .image(.needsMemory): return false
    case .file: break
    case .image, .content, .program(.failed): guard download.isKept else { return false }
    case .program, .broken, .fetch: return false
    }
    download.generation = generation.advance()
    download.stage = .waiting
    download.copy = nil
    download.isForced = true
    download.discardsCopy = true
    download.hasBeenMended = true
    downloads[url] = download
    return true
  }

  /// When the words of a URL on screen change by themselves: those that count seconds.
  func nextWords(after now: Timestamp) -> Timestamp? {
    lastVisible.compactMap { url -> Timestamp? in
      guard let download = downloads[url], download.copy == nil, case .retrying(let until, _) = download.stage,
        until > now
      else { return nil }
      let seconds = max(0, DownloadStates.seconds(from: now, to: until) - 1)
      return until.advanced(by: .zero - .seconds(seconds))
    }.min()
  }

  /// Whole seconds from one moment to a later one, rounded up.
  static func seconds(from now: Timestamp, to later: Timestamp) -> Int {
    let rest = now.duration(to: later).components
    return max(0, Int(rest.seconds) + (rest.attoseconds > 0 ? 1 : 0))
  }
}
