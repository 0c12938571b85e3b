import Fetching
import Glibc
import System

/// The fetcher's thread: it takes requests, reports updates and runs at most one fetching process.
final class FetchLoop {
  /// A URL that slides request.
  private struct Tracked {
    var request: DownloadRequest
    /// The number of its download while there is one.
    var number: UInt64?
  }

  /// The maximum number of URLs that are remembered as seen.
  private static let maximumSeen = 100_000

  private let settings: FetchSettings
  private let wakePipe: Int32
  private var client = FetchClient()
  private var process: PipedProcess?
  private var decoder = LineDecoder<FetchReport>()
  /// A dismissed process, until it has exited or another is started.
  private var leaving: PipedProcess?
  private var lastNumber: UInt64 = 0
  private var tracked: [String: Tracked] = [:]
  private var waiters: [UInt64: FetchWaiter] = [:]
  private var events: [DownloadUpdate] = []
  /// The URLs that servers have sent or confirmed to this program: a thumbnail needs no second confirmation.
  private var seen: Set<String> = []
  /// Whether the cache has been swept. The fetching process does so; if none is started, it is done here, once.
  private var isSwept = false

  init(settings: FetchSettings, wakePipe: Int32) {
    self.settings = settings
    self.wakePipe = wakePipe
  }

  /// Runs until the fetcher is stopped, otherwise as long as the program.
  func run(takingFrom fetcher: Fetcher) {
    while true {
      guard let inbox = fetcher.inbox.pop() else {
        process?.dismiss(withinMilliseconds: 300)
        (process, leaving) = (nil, nil)
        return fetcher.inbox.hasEnded()
      }
      handle(inbox)
      perform(client.tick(at: now))
      if !events.isEmpty {
        fetcher.deliver(events)
        events = []
      }
      sweepOnce()
      wait()
    }
  }

  /// Sweeps the cache if every request could be served from it, so that no process has been started to do so.
  private func sweepOnce() {
    guard !isSwept, waiters.isEmpty, process == nil, leaving == nil else { return }
    isSwept = true
    settings.cache.sweep()
  }

  private var now: Duration { MonotonicClock.now }

  // MARK: - Waiting

  private func wait() {
    var waiting = PipedProcess.polled(process, wakePipe: wakePipe)
    let first = waiting.count
    if let leaving { waiting.append(pollfd(fd: leaving.output, events: Int16(POLLIN), revents: 0)) }
    let milliseconds = client.nextWake.map { due in
      // Rounded up: after an early wake-up, the loop would only have to wait again.
      Int32(clamping: max(0, Int((due - now) / .milliseconds(1)) + 1))
    }
    guard unsafe poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1) > 0 else { return }
    if waiting[0].revents != 0 { PipedProcess.drain(wakePipe: wakePipe) }
    if let leaving, waiting[first].revents != 0, case .ended = leaving.read() { self.leaving = nil }
    guard let process, waiting[1..<first].contains(where: { $0.revents != 0 }) else { return }
    process.write()
    switch process.read() {
    case .bytes(let bytes): for result in decoder.consume(bytes) { handle(result) }
    case .ended(let ending):
      self.process = nil
      perform(client.ended(ending.description, at: now))
    }
  }

  private func handle(_ result: Result<FetchReport, LineDecoder<FetchReport>.LineError>) {
    switch result {
    case .success(let report): perform(client.heard(report, at: now))
    case .failure: perform(client.protocolViolation(at: now))
    }
  }

  // MARK: - Requests

  private func handle(_ inbox: Fetcher.Inbox) {
    if inbox.givesUpCalls {
      for (number, waiter) in waiters {
        let reason = FetchFailure(.stopped, "given up", isTransient: true)
        switch waiter {
        case .slides: continue
        case .call(let call, let staleCopy): answer(call, staleCopy, reason)
        case .listing(let listing): listing.answer(.failed(reason))
        }
        giveUp(number)
      }
    }
    if let requests = inbox.requests { reconcile(with: requests) }
    for call in inbox.calls { begin(call) }
    for listing in inbox.listings {
      _ = ask(.listing(listing), WebAddress.request(of: listing.url), 0, .listing(isRecursive: listing.isRecursive))
    }
  }

  private func reconcile(with requests: [DownloadRequest]) {
    let wanted = Dictionary(requests.map { ($0.url, $0) }) { one, _ in one }
    // Starts new requests before it cancels old ones, so that the process does not become idle in between.
    for request in requests where wanted[request.url] == request {
      guard let entry = tracked[request.url], entry.request.generation == request.generation,
        entry.request.asksServer || !request.asksServer
      else {
        let old = tracked[request.url]?.number
        begin(request)
        if let old { giveUp(old) }
        continue
      }
      tracked[request.url]?.request.priority = request.priority
      if let number = entry.number { perform(client.prioritize(number, request.priority)) }
    }
    for (url, entry) in tracked where wanted[url] == nil {
      tracked[url] = nil
      if let number = entry.number { giveUp(number) }
    }
  }

  private func giveUp(_ number: UInt64) {
    waiters[number] = nil
    perform(client.cancel(number, at: now))
  }

  private func begin(_ request: DownloadRequest) {
    tracked[request.url] = Tracked(request: request)
    let url = WebAddress.request(of: request.url)
    if request.discardsCopy { settings.cache.discard(url) }
    if let cached = settings.cached(url) ?? (request.isHead ? settings.cached(url, isHead: true) : nil) {
      let isEnough = !request.isForced && (cached.isFresh || request.isHead && seen.contains(url))
      report(request.url, .copy(cached.copy, isKept: true, isFinal: isEnough))
      if isEnough { return }
    }
    guard request.asksServer else { return }
    let number = ask(
      .slides(url: request.url), url, request.priority, .body(isForced: request.isForced, isHead: request.isHead))
    // The answer may already have arrived, for example if the process could not be started.
    if waiters[number] != nil { tracked[request.url]?.number = number }
  }

  private func begin(_ call: Fetcher.Call) {
    let url = WebAddress.request(of: call.url)
    let cached = settings.cached(url)
    if let cached, cached.isFresh, !call.isForced { return call.answer(.success(cached.copy)) }
    _ = ask(.call(call, staleCopy: cached?.copy), url, call.priority, .body(isForced: call.isForced))
  }

  private func ask(
    _ waiter: FetchWaiter, _ url: String, _ priority: Int, _ purpose: FetchClient.Purpose
  ) -> UInt64 {
    lastNumber += 1
    let number = lastNumber
    waiters[number] = waiter
    perform(client.ask(number, url: url, priority: priority, purpose, at: now))
    return number
  }

  /// What has arrived of a body that a slide on screen waits for; nil for others.
  private func soFar(at path: String, for waiter: FetchWaiter) -> FetchedCopy? {
    guard case .slides(let url) = waiter, let request = tracked[url]?.request, request.priority == 0,
      !request.isHead, let copy = settings.copy(at: path)
    else { return nil }
    var stamp = copy.stamp
    stamp.isGrowing = true
    return FetchedCopy(path: copy.path, stamp: stamp)
  }

  // MARK: - Actions

  private func perform(_ actions: [FetchClient.Action]) {
    for action in actions {
      switch action {
      case .launch: launch()
      case .send(let command):
        guard let process, !process.send(LineEncoder.line(command)) else { continue }
        perform(client.protocolViolation(at: now))
      case .kill: process = nil
      case .dismiss:
        process?.closeInput()
        (leaving, process) = (process, nil)
      case .answer(let number, let answer): handle(answer, for: number)
      }
    }
  }

  private func launch() {
    leaving = nil
    isSwept = true
    guard let program = settings.program() else {
      let reason = FetchFailure(
        .other, "pictures from the network need tui-fetch beside tui: reinstall tui", isTransient: false)
      return perform(client.couldNotStart(reason))
    }
    settings.prepare()
    do throws(ProgramFailure) {
      process = try settings.start(program)
      decoder = LineDecoder()
    } catch {
      perform(client.ended("it cannot be started", at: now))
    }
  }

  private func handle(_ answer: FetchClient.Answer, for number: UInt64) {
    guard let waiter = waiters[number] else { return }
    switch answer {
    case .page(let entries, let finalURL):
      guard case .listing(let listing) = waiter else { return }
      listing.answer(.page(entries, finalURL: finalURL.flatMap(WebAddress.checked)))
    case .listed(let isStale):
      waiters[number] = nil
      guard case .listing(let listing) = waiter else { return }
      listing.answer(.end(isStale: isStale))
    case .progress(let received, let expected, let path):
      report(
        waiter, .progress(received: received, expected: expected, soFar: path.flatMap { soFar(at: $0, for: waiter) }))
    case .retrying(let reason, let milliseconds): report(waiter, .retrying(reason: reason, milliseconds: milliseconds))
    case .done(let path, let wasUnchanged, let finalURL, let isHead):
      let url = WebAddress.request(of: waiter.url)
      if seen.count < FetchLoop.maximumSeen { seen.insert(url) }
      // If the file is gone again, another instance of the program has just replaced it.
      let found = settings.copy(at: path, finalURL, isHead: isHead) ?? settings.cached(url, isHead: isHead)?.copy
      guard let copy = found else {
        let reason = FetchFailure(.other, "tui-fetch named a file outside the cache", isTransient: true)
        return finish(number, waiter, .failure(reason))
      }
      finish(number, waiter, .success(copy), isKept: wasUnchanged)
    case .failed(let reason): finish(number, waiter, .failure(reason))
    }
  }

  private func finish(
    _ number: UInt64, _ waiter: FetchWaiter, _ result: Result<FetchedCopy, FetchFailure>, isKept: Bool = false
  ) {
    waiters[number] = nil
    switch (waiter, result) {
    case (.slides(let url), .success(let copy)):
      report(url, .copy(copy, isKept: isKept, isFinal: true))
      tracked[url]?.number = nil
    case (.slides(let url), .failure(let reason)):
      report(url, .failed(reason))
      tracked[url]?.number = nil
    case (.call(let call, _), .success(let copy)): call.answer(.success(copy))
    case (.listing(let listing), .failure(let reason)): listing.answer(.failed(reason))
    case (.listing, .success): break
    case (.call(let call, let staleCopy), .failure(let reason)): self.answer(call, staleCopy, reason)
    }
  }

  private func answer(_ call: Fetcher.Call, _ staleCopy: FetchedCopy?, _ reason: FetchFailure) {
    // If the network fails, the cached copy is shown, even if stale.
    call.answer(staleCopy.map { .success($0) } ?? .failure(reason))
  }

  private func report(_ waiter: FetchWaiter, _ change: DownloadUpdate.Change) {
    guard case .slides(let url) = waiter else { return }
    report(url, change)
  }

  private func report(_ url: String, _ change: DownloadUpdate.Change) {
    guard let generation = tracked[url]?.request.generation else { return }
    let event = DownloadUpdate(url: url, generation: generation, change)
    // Only the last progress of a URL counts.
    if case .progress = change,
      let same = events.lastIndex(where: { $0.url == url }), case .progress = events[same].change
    {
      events[same] = event
    } else {
      events.append(event)
    }
  }
}
