package import Fetching

/// The viewer's end of the protocol with the fetching process: a value that receives requests, reports and process
/// events with their timestamps, and returns the actions to perform.
///
/// The process runs while downloads are wanted and for a while after. If it exits while downloads are wanted, it is
/// restarted after an exponential backoff, and they are requested again. After too many early exits, the wanted
/// downloads fail, and the next request tries again. Reports on downloads that are not wanted are ignored. If the
/// process violates the protocol or sends too many reports, it is killed.
package struct FetchClient: Sendable {
  /// The progress or result of a download.
  package enum Answer: Hashable, Sendable {
    /// The path is as the process reported it, not yet validated.
    case progress(received: Int, expected: Int?, path: String? = nil)
    case retrying(reason: FetchFailure, milliseconds: Int)
    /// The final answer of this download. The path and the URL after redirects are as the process reported them, not
    /// yet validated.
    case done(path: String, wasUnchanged: Bool, finalURL: String? = nil, isHead: Bool = false)
    /// The final answer of this download.
    case failed(FetchFailure)
    /// Entries of a folder, as the process reported them. The URL after redirects is not yet validated.
    case page([ListedEntry], finalURL: String?)
    /// The final answer of this listing.
    case listed(isStale: Bool)
  }

  /// What is requested of a URL.
  package enum Purpose: Hashable, Sendable {
    /// The body, or its first bytes.
    case body(isForced: Bool, isHead: Bool = false)
    /// The entries of the folder, or of all below it.
    case listing(isRecursive: Bool)
  }

  /// An action for the caller to perform.
  package enum Action: Hashable, Sendable {
    /// Start the process. Report a failure with `couldNotStart` or `ended`.
    case launch
    case send(FetchCommand)
    /// Kill the process. Report nothing more from it, not even its exit.
    case kill
    /// Close the input of the process, so that it exits. Report nothing more from it.
    case dismiss
    case answer(UInt64, Answer)
  }

  /// A process that exits sooner than this adds to the consecutive crashes. A finished download resets their count.
  package static let quickLife = Duration.seconds(5)
  /// The number of consecutive crashes after which the wanted downloads fail.
  package static let maxConsecutiveCrashes = 5
  /// The wait after the first crash; it doubles with each consecutive one.
  package static let firstWait = Duration.milliseconds(250)
  /// How long an idle process is kept.
  package static let idleLife = Duration.seconds(30)
  /// The maximum number of reports per second. Sixteen downloads report their progress ten times a second each.
  package static let maxReports = 5_000

  private struct Download: Sendable {
    let url: String
    var priority: Int
    let purpose: Purpose
  }

  private enum State: Sendable {
    /// No process is running, and nothing is wanted. Next: `running`.
    case idle
    /// The process is running. Next: `idle` or `resting` if it exits, `idle` after a long time without downloads.
    case running(since: Duration, idleSince: Duration?)
    /// The process exited while downloads were wanted. Next: `running`, or `idle` if nothing is wanted any more.
    case resting(until: Duration)
  }

  private var state = State.idle
  private var downloads: [UInt64: Download] = [:]
  private var consecutiveCrashes = 0
  /// The start of the current second, and the number of reports in it.
  private var reportsSince = Duration.zero
  private var reports = 0

  /// A client without downloads.
  package init() {}

  /// When to call `tick` next if nothing else happens; nil if there is no need.
  package var nextWake: Duration? {
    switch state {
    case .idle: nil
    case .running(_, let idleSince): idleSince.map { $0 + FetchClient.idleLife }
    case .resting(let until): until
    }
  }

  // MARK: - What is wanted

  /// Requests a download or listing. Its number must be new.
  package mutating func ask(
    _ number: UInt64, url: String, priority: Int, _ purpose: Purpose, at now: Duration
  ) -> [Action] {
    let download = Download(url: url, priority: priority, purpose: purpose)
    downloads[number] = download
    switch state {
    case .idle:
      state = .running(since: now, idleSince: nil)
      return [.launch, command(number, download)]
    case .running(let since, _):
      state = .running(since: since, idleSince: nil)
      return [command(number, download)]
    case .resting: return []
    }
  }

  /// Cancels a download.
  package mutating func cancel(_ number: UInt64, at now: Duration) -> [Action] {
    guard downloads.removeValue(forKey: number) != nil else { return [] }
    let actions: [Action] = isRunning ? [.send(.cancel(download: number))] : []
    restIfEmpty(at: now)
    return actions
  }

  /// Changes the priority of a download.
  package mutating func prioritize(_ number: UInt64, _ priority: Int) -> [Action] {
    guard let download = downloads[number], download.priority != priority else { return [] }
    downloads[number]?.priority = priority
    return isRunning ? [.send(.prioritize(download: number, priority: priority))] : []
  }

  // MARK: - What the process does

  /// Handles a report from the process.
  package mutating func heard(_ report: FetchReport, at now: Duration) -> [Action] {
    guard isRunning else { return [] }
    if now - reportsSince >= .seconds(1) {
      reportsSince = now
      reports = 0
    }
    reports += 1
    guard reports <= FetchClient.maxReports else { return protocolViolation(at: now) }
    switch report {
    case .progress(let number, let received, let expected, let path):
      guard downloads[number] != nil, received >= 0 else { return [] }
      // A length that has been exceeded was wrong.
      let length = expected.flatMap { $0 > 0 && $0 >= received ? $0 : nil }
      return [.answer(number, .progress(received: received, expected: length, path: path))]
    case .retrying(let number, let reason, let milliseconds):
      guard downloads[number] != nil else { return [] }
      // The process never waits longer than an hour.
      return [.answer(number, .retrying(reason: reason, milliseconds: min(max(0, milliseconds), 3_600_000)))]
    case .done(let number, let path, let wasUnchanged, let finalURL, let isHead):
      guard case .body(_, let mayBeHead) = downloads[number]?.purpose, mayBeHead || !isHead else { return [] }
      return finish(number, .done(path: path, wasUnchanged: wasUnchanged, finalURL: finalURL, isHead: isHead), at: now)
    case .page(let number, let entries, let finalURL):
      guard isListing(number), entries.count <= ListedEntry.maximumPage else { return [] }
      return [.answer(number, .page(entries, finalURL: finalURL))]
    case .listed(let number, let isStale):
      return isListing(number) ? finish(number, .listed(isStale: isStale), at: now) : []
    case .failed(let number, let reason): return finish(number, .failed(reason), at: now)
    }
  }

  /// Handles output that is not a valid report, or too much output: kills the process, which counts as an exit.
  package mutating func protocolViolation(at now: Duration) -> [Action] {
    guard isRunning else { return [] }
    return [.kill] + ended("protocol violation", at: now)
  }

  /// Handles a permanent failure to start the process: all wanted downloads fail.
  package mutating func couldNotStart(_ reason: FetchFailure) -> [Action] {
    state = .idle
    return failAll(reason)
  }

  /// Handles an exit of the process that was not requested.
  ///
  /// - Parameter how: the reason, as text for the user.
  package mutating func ended(_ how: String, at now: Duration) -> [Action] {
    guard case .running(let since, _) = state else { return [] }
    // The next process starts with its own count.
    reports = 0
    consecutiveCrashes = now - since < FetchClient.quickLife ? consecutiveCrashes + 1 : 1
    state = .idle
    guard !downloads.isEmpty else { return [] }
    let reason = FetchFailure(.stopped, "tui-fetch exited: \(how)", isTransient: true)
    guard consecutiveCrashes < FetchClient.maxConsecutiveCrashes else { return failAll(reason) }
    // Part of a listing has been passed on already, so it does not begin again.
    let listings = numbers.filter(isListing)
    for number in listings { downloads[number] = nil }
    let failures = listings.map { Action.answer($0, .failed(reason)) }
    guard !downloads.isEmpty else { return failures }
    let wait = FetchClient.firstWait * (1 << min(consecutiveCrashes - 1, 6))
    state = .resting(until: now + wait)
    let milliseconds = Int(wait / .milliseconds(1))
    return failures + numbers.map { .answer($0, .retrying(reason: reason, milliseconds: milliseconds)) }
  }

  /// Handles the passage of time: the end of a backoff or of the idle time.
  package mutating func tick(at now: Duration) -> [Action] {
    switch state {
    case .idle: return []
    case .running(_, let idleSince):
      guard let idleSince, now - idleSince >= FetchClient.idleLife else { return [] }
      state = .idle
      return [.dismiss]
    case .resting(let until):
      guard until <= now else { return [] }
      state = .running(since: now, idleSince: nil)
      // The most urgent first, so that they are started first.
      let wanted = downloads.sorted { ($0.value.priority, $0.key) < ($1.value.priority, $1.key) }
      return [.launch] + wanted.map { command($0.key, $0.value) }
    }
  }

  // MARK: - Parts

  private var isRunning: Bool {
    switch state {
    case .running: true
    case .idle, .resting: false
    }
  }

  private var numbers: [UInt64] { downloads.keys.sorted() }

  private func command(_ number: UInt64, _ download: Download) -> Action {
    switch download.purpose {
    case .body(let isForced, let isHead):
      .send(
        .fetch(
          download: number, url: download.url, priority: download.priority, isForced: isForced, isHead: isHead))
    case .listing(let isRecursive): .send(.list(download: number, url: download.url, isRecursive: isRecursive))
    }
  }

  private func isListing(_ number: UInt64) -> Bool {
    if case .listing = downloads[number]?.purpose { true } else { false }
  }

  private mutating func finish(_ number: UInt64, _ answer: Answer, at now: Duration) -> [Action] {
    guard downloads.removeValue(forKey: number) != nil else { return [] }
    // A finished download shows that the process works.
    consecutiveCrashes = 0
    restIfEmpty(at: now)
    return [.answer(number, answer)]
  }

  private mutating func failAll(_ reason: FetchFailure) -> [Action] {
    defer { downloads = [:] }
    return numbers.map { .answer($0, .failed(reason)) }
  }

  private mutating func restIfEmpty(at now: Duration) {
    guard downloads.isEmpty else { return }
    switch state {
    case .idle: break
    case .running(let since, _): state = .running(since: since, idleSince: now)
    case .resting: state = .idle
    }
  }
}
