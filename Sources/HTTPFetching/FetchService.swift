package import Fetching
import Glibc

/// The fetching process without its streams: commands and the time go in, reports come out.
///
/// For one thread at a time. The time is passed in; only waiting uses the real clock.
package final class FetchService {
  private let cache: DiskCache
  private let settings: TransferSettings
  private let engine: TransferEngine
  private let jitter: () -> Double
  private var queue: DownloadQueue
  private var waiting: [FetchReport] = []
  private var passing: TransientBodies
  /// Partial bodies of URLs that will be retried.
  private var partials: [String: PartialBody] = [:]
  /// Bytes in the cache when it was last swept; nil: it has not been yet.
  private var sweptBytes: Int?
  /// Bytes that were stored since.
  private var storedBytes = 0
  /// Bodies in part that wait for their next try: each holds a file open.
  private static let maxPartials = 32
  /// Whether anything was asked for: before that nothing is swept, so that the first picture does not wait for it.
  private var hasWorked = false

  /// A service with nothing to do; nil: no memory.
  ///
  /// - Parameters:
  ///   - limit: downloads at once, 1…16.
  ///   - jitter: chance, 0…1, for the wait before a further try.
  package init?(
    cache: DiskCache, settings: TransferSettings = TransferSettings(), limit: Int = 5,
    policy: RetryPolicy = RetryPolicy(), jitter: @escaping () -> Double = { .random(in: 0...1) }
  ) {
    guard let engine = TransferEngine() else { return nil }
    self.engine = engine
    self.cache = cache
    self.settings = settings
    self.jitter = jitter
    // Four of the largest.
    passing = TransientBodies(maxSpareBytes: 4 * settings.maxBytes)
    queue = DownloadQueue(limit: limit, policy: policy)
  }

  /// Whether nothing is asked for.
  package var isIdle: Bool { queue.isEmpty }

  /// The reports since this was last asked.
  package func popReports() -> [FetchReport] {
    defer { waiting = [] }
    return waiting
  }

  /// Does as the viewer says.
  package func handle(_ command: FetchCommand, at now: Duration) {
    switch command {
    case .fetch(let number, let url, let priority, let isForced):
      hasWorked = true
      do throws(FetchFailure) {
        _ = try RequestURL(url)
        // Cached copies do not wait for a free slot.
        if !isForced, let copy = cache.lookup(url, now: Self.wallClock), copy.isFresh {
          return waiting.append(
            .done(download: number, path: copy.path, wasUnchanged: true, finalURL: copy.finalURL))
        }
        perform(queue.fetch(number, url: url, priority: priority, isForced: isForced, at: now), at: now)
      } catch {
        waiting.append(.failed(download: number, reason: error))
      }
    case .cancel(let number): perform(queue.cancel(number), at: now)
    case .prioritize(let number, let priority): perform(queue.prioritize(number, priority: priority), at: now)
    }
  }

  /// Goes on with the downloads as far as they go without waiting.
  package func advance(to now: Duration) {
    perform(queue.advance(to: now), at: now)
    for event in engine.perform(at: now) {
      switch event {
      case .progress(let url, let received, let expected):
        perform(queue.progressed(url, received: received, expected: expected, at: now), at: now)
      case .ended(let transfer, let outcome): end(transfer, outcome, at: now)
      }
    }
    sweepIfDue()
  }

  /// Sweeps once when all is done, and again whenever the cache may have exceeded its limit since.
  private func sweepIfDue() {
    if let sweptBytes {
      guard storedBytes > 0, sweptBytes + storedBytes > cache.limits.bytes else { return }
    } else {
      guard hasWorked, queue.isEmpty || storedBytes > cache.limits.bytes else { return }
    }
    sweptBytes = cache.sweep(now: Self.wallClock)
    storedBytes = 0
  }

  /// Gives up all that is under way: no file of it stays. Nothing may be asked of it any more.
  package func end() {
    engine.stopAll()
    passing.removeAll()
    partials = [:]
  }

  /// Waits until there is something to go on with: at most so long.
  ///
  /// - Parameters:
  ///   - input: a descriptor that ends the wait when there is something to read from it.
  ///   - output: one that ends the wait when it can be written.
  /// - Returns: which of these are ready.
  package func wait(
    at now: Duration, atMost limit: Duration?, reading input: [Int32] = [], writing output: [Int32] = []
  )
    -> Set<Int32>
  {
    let moments = [queue.nextWake, engine.deadline].compactMap(\.self).map { $0 - now } + [limit].compactMap(\.self)
    // Without a moment to wait for, an hour: a wake-up that costs nothing.
    let patience = max(moments.min() ?? .seconds(3_600), .zero)
    let milliseconds = patience == .zero ? 0 : patience.wholeMilliseconds + 1
    let watches = input.map { TransferEngine.Watch(descriptor: $0) }
    return engine.wait(
      milliseconds: milliseconds,
      watching: watches + output.map { TransferEngine.Watch(descriptor: $0, isForWriting: true) })
  }

  /// Seconds since 1970.
  static var wallClock: Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func perform(_ actions: [DownloadQueue.Action], at now: Duration) {
    for action in actions {
      switch action {
      case .start(let url, let isForced): start(url, isForced: isForced, at: now)
      // One that has to make way begins again later, where it was.
      case .stop(let url): hold(engine.stop(url)?.partial, of: url)
      case .report(let report): waiting.append(report)
      }
    }
    if !partials.isEmpty { partials = partials.filter { queue.isWanted($0.key) } }
  }

  /// Keeps the partial body of a URL until it is retried. Parts in the spare folder are dropped: it may be memory, which is for
  /// pictures on screen.
  private func hold(_ partial: PartialBody?, of url: String) {
    guard let partial, !partial.body.isSpare, partials.count < Self.maxPartials else { return }
    partials[url] = partial
  }

  private func start(_ url: String, isForced: Bool, at now: Duration, asksForBody: Bool = false) {
    let cache = cache
    let former = cache.bodyNumber(of: url)
    var conditions = Transfer.Conditions(isForced: isForced)
    let partial = partials.removeValue(forKey: url)
    if !asksForBody, partial == nil, let head = cache.head(of: url) {
      (conditions.eTag, conditions.lastModified) = (head.eTag, head.lastModified)
    }
    do throws(FetchFailure) {
      let transfer = Transfer(
        url: url, request: try RequestURL(url), conditions: conditions, partial: partial, settings: settings,
        now: now, wall: Int(Self.wallClock),
        makeBody: { () throws(FetchFailure) in try cache.newBody(for: url, replacing: former) })
      guard let transfer else { throw FetchFailure(.other, "out of memory", isTransient: false) }
      engine.start(transfer)
    } catch {
      perform(queue.failed(url, reason: error, jitter: jitter(), at: now), at: now)
    }
  }

  private func end(_ transfer: Transfer, _ outcome: Transfer.Outcome, at now: Duration) {
    let url = transfer.url
    // Its slot may just have been given away: then it starts again later.
    guard queue.isRunning(url) else { return }
    let received = transfer.answered ?? transfer.requested
    do throws(FetchFailure) {
      switch outcome {
      case .failed(let failure):
        if failure.isTransient { hold(transfer.partial, of: url) }
        throw failure
      case .notTheRest: return start(url, isForced: true, at: now)
      case .unchanged(let head):
        let copy = cache.revalidate(
          url, head: head, requested: transfer.requested, received: received, now: Self.wallClock)
        guard let copy else {
          // It was deleted, or is corrupt: the body itself, then.
          return start(url, isForced: true, at: now, asksForBody: true)
        }
        perform(queue.finished(url, path: copy.path, wasUnchanged: true, finalURL: copy.finalURL), at: now)
      case .body(let body, let head):
        let path = try keep(body, of: url, head: head, requested: transfer.requested, received: received)
        perform(queue.finished(url, path: path, wasUnchanged: false, finalURL: head.finalURL), at: now)
      }
    } catch {
      perform(queue.failed(url, reason: error, jitter: jitter(), at: now), at: now)
    }
  }

  /// Keeps a body as its server and the disk allow, and tells where.
  private func keep(
    _ body: CacheBody, of url: String, head: ResponseHead, requested: Int, received: Int
  ) throws(FetchFailure) -> String {
    if head.mayBeKept, !body.isSpare {
      do throws(FetchFailure) {
        let copy = try cache.store(
          body, of: url, head: head, requested: requested, received: received, now: Self.wallClock)
        storedBytes += copy.size
        return copy.path
      } catch {
        try body.moveToSpare(after: error)
      }
    }
    // The cached copy is no longer current.
    cache.remove(url)
    passing.append(body)
    return body.path
  }
}
