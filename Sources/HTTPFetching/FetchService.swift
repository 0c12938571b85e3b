package import Fetching
import Glibc

/// The fetching process without its streams: takes commands and the time, and returns reports.
///
/// Used by one thread at a time. The time is passed in; only `wait` and the cache's timestamps use real clocks.
package final class FetchService {
  let cache: DiskCache
  private var settings: TransferSettings
  private let engine: TransferEngine
  private let jitter: () -> Double
  var queue: DownloadQueue
  var waiting: [FetchReport] = []
  /// The listings that viewers wait for.
  var listings: [UInt64: FolderListing] = [:]
  private var transientBodies: TransientBodies
  /// Partial bodies of URLs that will be retried.
  private var partials: [String: PartialBody] = [:]
  /// The cache's size in bytes after the last sweep; nil before the first.
  private var sweptBytes: Int?
  /// Bytes stored since the last sweep.
  private var storedBytes = 0
  /// The most partial bodies kept for a retry: each holds a file open.
  private static let maxPartials = 32
  /// Whether any download has been requested. The first sweep waits for this, so as not to delay the first picture.
  private var hasWorked = false

  /// Creates an idle service; nil if there is no memory.
  ///
  /// - Parameters:
  ///   - limit: The most simultaneous downloads, 1…16.
  ///   - jitter: Returns a random number, 0…1, that varies the delay before a retry.
  package init?(
    cache: DiskCache, settings: TransferSettings = TransferSettings(), limit: Int = 5,
    policy: RetryPolicy = RetryPolicy(), jitter: @escaping () -> Double = { .random(in: 0...1) }
  ) {
    guard let engine = TransferEngine() else { return nil }
    self.engine = engine
    self.cache = cache
    self.settings = settings
    self.jitter = jitter
    // Room for four bodies of the largest size.
    transientBodies = TransientBodies(maxSpareBytes: 4 * settings.maxBytes)
    queue = DownloadQueue(limit: limit, policy: policy)
  }

  /// Returns the reports since the last call.
  package func popReports() -> [FetchReport] {
    defer { waiting = [] }
    return waiting
  }

  /// Carries out a command of the viewer.
  package func handle(_ command: FetchCommand, at now: Duration) {
    switch command {
    case .fetch(let number, let url, let priority, let isForced, let isHead):
      hasWorked = true
      do throws(FetchFailure) {
        let wanted = isHead ? RequestKey.head(url) : .body(url)
        _ = try ServerRequest(for: wanted, settings)
        // Cached copies do not wait for a free slot.
        for key in isHead ? [.body(url), wanted] : [wanted] where !isForced {
          guard let copy = cache.lookup(key.text, now: DiskCache.wallClock), copy.isFresh else { continue }
          return waiting.append(
            .done(
              download: number, path: copy.path, wasUnchanged: true, finalURL: copy.finalURL, isHead: key != .body(url))
          )
        }
        perform(queue.fetch(number, url: wanted.text, priority: priority, isForced: isForced, at: now), at: now)
      } catch {
        waiting.append(.failed(download: number, reason: error))
      }
    case .list(let number, let url, let isRecursive):
      hasWorked = true
      do throws(FetchFailure) {
        let listing = try FolderListing(number, url, isRecursive: isRecursive, priority: 0, settings)
        listings[number] = listing
        perform(request(listing, at: now), at: now)
      } catch {
        waiting.append(.failed(download: number, reason: error))
      }
    case .cancel(let number):
      listings[number] = nil
      perform(queue.cancel(number), at: now)
    case .prioritize(let number, let priority): perform(queue.prioritize(number, priority: priority), at: now)
    case .field(let host, let field): settings.hostFields.add(field, for: host)
    }
  }

  /// Advances the downloads as far as possible without waiting.
  package func advance(to now: Duration) {
    perform(queue.advance(to: now), at: now)
    for event in engine.perform(at: now) {
      switch event {
      case .progress(let transfer):
        if let body = transfer.body { read(body, isWhole: false, of: transfer) }
        let (received, expected, path) = (transfer.received, transfer.expected, transfer.body?.path)
        perform(queue.progressed(transfer.url, received: received, expected: expected, path: path, at: now), at: now)
      case .ended(let transfer, let outcome): end(transfer, outcome, at: now)
      }
    }
    sweepIfDue()
  }

  /// Sweeps once when all downloads are done, and again whenever the cache may have exceeded its limit.
  private func sweepIfDue() {
    if let sweptBytes {
      guard storedBytes > 0, sweptBytes + storedBytes > cache.limits.bytes else { return }
    } else {
      guard hasWorked, queue.isEmpty || storedBytes > cache.limits.bytes else { return }
    }
    sweptBytes = cache.sweep(now: DiskCache.wallClock)
    storedBytes = 0
  }

  /// Stops all downloads and deletes their files. The service must not be used afterwards.
  package func end() {
    engine.stopAll()
    transientBodies.removeAll()
    partials = [:]
  }

  /// Waits until there is something to do, for at most `limit`.
  ///
  /// - Parameters:
  ///   - input: Descriptors that end the wait when they are readable.
  ///   - output: Descriptors that end the wait when they are writable.
  /// - Returns: The descriptors that are ready.
  package func wait(
    at now: Duration, atMost limit: Duration?, reading input: [Int32] = [], writing output: [Int32] = []
  )
    -> Set<Int32>
  {
    let moments = [queue.nextWake, engine.deadline].compactMap(\.self).map { $0 - now } + [limit].compactMap(\.self)
    // Without a deadline, an hour: one wake-up an hour costs nothing.
    let timeout = max(moments.min() ?? .seconds(3_600), .zero)
    let milliseconds = timeout == .zero ? 0 : timeout.wholeMilliseconds + 1
    return engine.wait(milliseconds: milliseconds, reading: input, writing: output)
  }

  private func perform(_ actions: [DownloadQueue.Action], at now: Duration) {
    for action in actions {
      switch action {
      case .start(let url, let isForced): start(url, isForced: isForced, at: now)
      // A preempted download resumes later from its partial body.
      case .stop(let url): hold(engine.stop(url)?.partial, of: url)
      case .report(let report):
        guard !listings.isEmpty else {
          waiting.append(report)
          continue
        }
        perform(passOn(report, at: now), at: now)
      }
    }
    if !partials.isEmpty { partials = partials.filter { queue.isWanted($0.key) } }
  }

  /// Keeps the partial body of a URL until it is retried. Bodies in the spare folder are dropped: it may be in memory,
  /// which is meant for pictures on screen.
  private func hold(_ partial: PartialBody?, of url: String) {
    guard let partial, !partial.body.isSpare, partials.count < Self.maxPartials else { return }
    partials[url] = partial
  }

  private func start(
    _ url: String, isForced: Bool, at now: Duration, asksForBody: Bool = false, after redirection: Redirection? = nil
  ) {
    let (cache, key) = (cache, RequestKey(url))
    let former = cache.bodyNumber(of: url)
    var conditions = redirection?.conditions ?? Transfer.Conditions(isForced: isForced)
    let partial = partials.removeValue(forKey: url)
    if redirection == nil, !asksForBody, partial == nil, let head = cache.head(of: copyKey(for: key)) {
      (conditions.eTag, conditions.lastModified) = (head.eTag, head.lastModified)
    }
    do throws(FetchFailure) {
      let request = try ServerRequest(for: key, settings, after: redirection)
      // Validators are for bodies of GET. The keys of a bucket have none.
      if request.method != .get || request.signing != nil && key.isListing {
        conditions = Transfer.Conditions(isForced: true)
      }
      let transfer = Transfer(
        url: url, request: request, conditions: conditions, partial: partial, redirection: redirection,
        settings: settings, now: now, wall: Int(DiskCache.wallClock),
        makeBody: { isHead throws(FetchFailure) in
          let kept = isHead ? key : key.whole
          return try kept == key ? cache.newBody(for: url, replacing: former) : cache.newBody(for: kept.text)
        })
      guard let transfer else { throw FetchFailure(.other, "out of memory", isTransient: false) }
      engine.start(transfer)
    } catch {
      perform(queue.failed(url, reason: error, jitter: jitter(), at: now), at: now)
    }
  }

  /// The key of the copy that a request confirms: for the beginning of a body, the whole of it if it is cached.
  private func copyKey(for key: RequestKey) -> String {
    cache.bodyNumber(of: key.whole.text) == nil ? key.text : key.whole.text
  }

  private func end(_ transfer: Transfer, _ outcome: Transfer.Outcome, at now: Duration) {
    let url = transfer.url
    // If its slot has just been given away, the download starts again later.
    guard queue.isRunning(url) else { return }
    let received = transfer.answered ?? transfer.requested
    switch transfer.handle.asksForBasic {
    case true?: settings.basicOrigins.insert(transfer.request.url.origin)
    case false?: settings.basicOrigins.remove(transfer.request.url.origin)
    case nil: break
    }
    do throws(FetchFailure) {
      switch outcome {
      case .failed(let failure):
        if failure.isTransient { hold(transfer.partial, of: url) }
        throw failure
      case .notTheRest: return start(url, isForced: true, at: now)
      case .redirected(let redirection):
        hold(transfer.partial, of: url)
        return start(url, isForced: false, at: now, after: redirection)
      case .moved(let bucket, let region):
        // Once: a bucket that moves on and on is refused.
        guard settings.s3.regions[bucket] == nil else {
          throw FetchFailure(.status, "the bucket is in another region", isTransient: false)
        }
        settings.s3.regions[bucket] = region
        return start(url, isForced: true, at: now)
      case .unchanged(let head):
        let known = copyKey(for: RequestKey(url))
        let copy = cache.revalidate(
          known, head: head, requested: transfer.requested, received: received, now: DiskCache.wallClock)
        guard let copy else {
          // The copy was deleted or is corrupt, so the body itself is requested.
          return start(url, isForced: true, at: now, asksForBody: true)
        }
        read(copy, of: url, type: cache.head(of: url)?.contentType)
        let isHead = known.hasPrefix(DiskCache.headMark)
        perform(
          queue.finished(url, path: copy.path, wasUnchanged: true, finalURL: copy.finalURL, isHead: isHead), at: now)
      case .body(let body, let head):
        read(body, isWhole: true, of: transfer)
        let isHead = transfer.isHead
        let isKept = !listings.values.contains { $0.key.text == url && !$0.isKept }
        let path =
          try isKept
          ? keep(
            body, of: isHead ? url : RequestKey(url).whole.text, head: head, requested: transfer.requested,
            received: received) : body.path
        perform(
          queue.finished(url, path: path, wasUnchanged: false, finalURL: head.finalURL, isHead: isHead), at: now)
      }
    } catch {
      perform(queue.failed(url, reason: error, jitter: jitter(), at: now), at: now)
    }
  }

  /// Stores a body as far as its server and the disk allow, and returns its path.
  private func keep(
    _ body: CacheBody, of url: String, head: ResponseHead, requested: Int, received: Int
  ) throws(FetchFailure) -> String {
    if head.mayBeKept, !body.isSpare {
      do throws(FetchFailure) {
        let copy = try cache.store(
          body, of: url, head: head, requested: requested, received: received, now: DiskCache.wallClock)
        storedBytes += copy.size
        return copy.path
      } catch {
        try body.moveToSpare(after: error)
      }
    }
    // The cached copy is no longer current.
    cache.remove(url)
    transientBodies.append(body)
    return body.path
  }
}
