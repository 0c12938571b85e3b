package import Fetching
import System

/// The viewer's side of the talk with the fetching process: a value that is told what is wanted, what the process says
/// and how it fares, each at its time, and answers what is to be done.
///
/// The process is there when something is wanted and for a while after. When it ends before its time it is started
/// again, after a wait that doubles, and asked again for all that is wanted; when it has ended too often too soon, what
/// is wanted has failed, and the next request is one more try. What it says of downloads that nobody wants is passed over;
/// when it makes no sense, or says too much, it is ended.
package struct FetchClient: Sendable {
  /// What comes of a download.
  package enum Answer: Hashable, Sendable {
    case progress(received: Int, expected: Int?)
    case retrying(reason: FetchFailure, milliseconds: Int)
    /// The last of this download. The path and the URL to which redirects led are as the process told them: not yet
    /// looked at.
    case done(path: String, wasUnchanged: Bool, finalURL: String? = nil)
    /// The last of this download.
    case failed(FetchFailure)
  }

  /// What is to be done.
  package enum Action: Hashable, Sendable {
    /// Start the process; `started` or `ended` tells how that went.
    case launch
    case send(FetchCommand)
    /// End the process. No more is to be heard of it, not even its end.
    case kill
    /// Let the process go, which ends by itself when it is told nothing more. No more is to be heard of it.
    case dismiss
    case answer(UInt64, Answer)
  }

  /// A process that ends sooner than this has not been of use, unless it has finished a download.
  package static let quickLife = Duration.seconds(5)
  /// So many ends in a row too soon are enough.
  package static let maxConsecutiveCrashes = 5
  /// The wait after the first end; each further one doubles it.
  package static let firstWait = Duration.milliseconds(250)
  /// How long a process with nothing to do is kept.
  package static let idleLife = Duration.seconds(30)
  /// Reports in a second at most. Sixteen downloads tell their progress ten times a second each.
  package static let maxReports = 5_000

  private struct Download: Sendable {
    let url: String
    var priority: Int
    let isForced: Bool
  }

  private enum State: Sendable {
    /// There is no process, and nothing is wanted; then `running`.
    case idle
    /// Until it ends (`idle`, `resting`) or has had nothing to do for long (`idle`).
    case running(since: Duration, idleSince: Duration?)
    /// The process ended while something was wanted; then `running`, or `idle` when nothing is wanted any more.
    case resting(until: Duration)
  }

  private var state = State.idle
  private var downloads: [UInt64: Download] = [:]
  private var consecutiveCrashes = 0
  /// The second that is counted, by its beginning, and what it has brought.
  private var reportsSince = Duration.zero
  private var reports = 0

  /// A client that wants nothing.
  package init() {}

  /// Whether nothing is wanted.
  package var isEmpty: Bool { downloads.isEmpty }

  /// When `tick` is to be called next if nothing else happens; nil: no need.
  package var nextWake: Duration? {
    switch state {
    case .idle: nil
    case .running(_, let idleSince): idleSince.map { $0 + FetchClient.idleLife }
    case .resting(let until): until
    }
  }

  // MARK: - What is wanted

  /// A download is wanted. Its number must be new.
  package mutating func ask(
    _ number: UInt64, url: String, priority: Int, isForced: Bool, at now: Duration
  ) -> [Action] {
    let download = Download(url: url, priority: priority, isForced: isForced)
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

  /// It is no longer wanted.
  package mutating func cancel(_ number: UInt64, at now: Duration) -> [Action] {
    guard downloads.removeValue(forKey: number) != nil else { return [] }
    let actions: [Action] = isRunning ? [.send(.cancel(download: number))] : []
    restIfEmpty(at: now)
    return actions
  }

  /// It is wanted more, or less.
  package mutating func prioritize(_ number: UInt64, _ priority: Int) -> [Action] {
    guard let download = downloads[number], download.priority != priority else { return [] }
    downloads[number]?.priority = priority
    return isRunning ? [.send(.prioritize(download: number, priority: priority))] : []
  }

  // MARK: - What the process does

  /// It has said something.
  package mutating func heard(_ report: FetchReport, at now: Duration) -> [Action] {
    guard isRunning else { return [] }
    if now - reportsSince >= .seconds(1) {
      reportsSince = now
      reports = 0
    }
    reports += 1
    guard reports <= FetchClient.maxReports else { return protocolViolation(at: now) }
    switch report {
    case .progress(let number, let received, let expected):
      guard downloads[number] != nil, received >= 0 else { return [] }
      // A length that is exceeded was a lie.
      let length = expected.flatMap { $0 > 0 && $0 >= received ? $0 : nil }
      return [.answer(number, .progress(received: received, expected: length))]
    case .retrying(let number, let reason, let milliseconds):
      guard downloads[number] != nil else { return [] }
      // An hour is more than the process waits.
      return [.answer(number, .retrying(reason: reason, milliseconds: min(max(0, milliseconds), 3_600_000)))]
    case .done(let number, let path, let wasUnchanged, let finalURL):
      return finish(number, .done(path: path, wasUnchanged: wasUnchanged, finalURL: finalURL), at: now)
    case .failed(let number, let reason): return finish(number, .failed(reason), at: now)
    }
  }

  /// It has said something that is no report, or more than it may: it is not what we take it for.
  package mutating func protocolViolation(at now: Duration) -> [Action] {
    guard isRunning else { return [] }
    return [.kill] + ended("protocol violation", at: now)
  }

  /// It could not be started, for good: what is wanted has failed.
  package mutating func couldNotStart(_ reason: FetchFailure) -> [Action] {
    state = .idle
    return failAll(reason)
  }

  /// It has ended without having been told to.
  ///
  /// - Parameter how: in words for people.
  package mutating func ended(_ how: String, at now: Duration) -> [Action] {
    guard case .running(let since, _) = state else { return [] }
    // Its successor answers for itself.
    reports = 0
    consecutiveCrashes = now - since < FetchClient.quickLife ? consecutiveCrashes + 1 : 1
    state = .idle
    guard !downloads.isEmpty else { return [] }
    let reason = FetchFailure(.stopped, "tui-fetch exited: \(how)", isTransient: true)
    guard consecutiveCrashes < FetchClient.maxConsecutiveCrashes else { return failAll(reason) }
    let wait = FetchClient.firstWait * (1 << min(consecutiveCrashes - 1, 6))
    state = .resting(until: now + wait)
    let milliseconds = Int(wait / .milliseconds(1))
    return numbers.map { .answer($0, .retrying(reason: reason, milliseconds: milliseconds)) }
  }

  /// Time has passed.
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
      // The most urgent first: they get the first places.
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
    .send(.fetch(download: number, url: download.url, priority: download.priority, isForced: download.isForced))
  }

  private mutating func finish(_ number: UInt64, _ answer: Answer, at now: Duration) -> [Action] {
    guard downloads.removeValue(forKey: number) != nil else { return [] }
    // It is of use.
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
