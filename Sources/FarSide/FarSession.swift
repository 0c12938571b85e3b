import Fetching
import Glibc
import System

/// The connection to a host: a value that takes requests, output and process events with their timestamps, and returns the
/// actions to perform.
///
/// `ssh` runs while replies are awaited, and stays connected. If a connection that has worked is lost, it is made again,
/// and what is still awaited is requested again. One that cannot be made fails all requests; the next one tries again.
struct FarSession: Sendable {
  /// An action for the caller to perform.
  enum Action: Sendable {
    /// Start `ssh`.
    ///
    /// - Parameters:
    ///   - isSFTP: whether it starts the far side's SFTP server instead of `tui --serve`.
    ///   - asks: whether it may ask for passwords on the terminal.
    case launch(isSFTP: Bool, asks: Bool)
    case send([UInt8])
    /// Kill it. Report nothing more from it, not even its exit.
    case kill
    case answer(UInt64, FarAnswer)
    /// The first attempt to connect is over: there is a conversation, or a reason why not.
    case settled(FetchFailure?)
    /// A line to show.
    case note(String)
  }

  private enum State: Sendable {
    case idle
    /// `ssh` has been started; the far side has not greeted.
    case connecting(since: Duration, asks: Bool)
    case ready
    /// A connection was lost.
    case resting(until: Duration)
  }

  private struct Pending: Sendable {
    let request: FarRequest
    /// Whether a part of the reply has arrived.
    var hasPart = false
  }

  /// How often a connection is made again before the requests fail, unless something has arrived.
  static let maxRetries = 4
  /// The wait before the first retry; it doubles with each one.
  static let firstWait = Duration.milliseconds(250)
  /// How long a message may arrive slowly, and what is slow: the rule of downloads.
  static let slowTime = Duration.seconds(60)
  static let slowBytesPerSecond = 1_000.0

  let host: FarAddress.Host
  /// How long the far side may be silent while a reply is awaited.
  private let timeout: Duration
  private var state = State.idle
  private var conversation: any FarConversation = ServeConversation()
  private var isSFTP = false
  private var pending: [UInt64: Pending] = [:]
  private var retries = 0
  /// When something that is awaited has arrived.
  private var lastHeard = Duration.zero
  /// Since when a message has been arriving, and how many bytes have; nil between messages.
  private var message: (since: Duration, bytes: Int)?

  init(host: FarAddress.Host, timeout: Duration) { (self.host, self.timeout) = (host, timeout) }

  /// When to call `tick` next if nothing else happens; nil if there is no need.
  var nextWake: Duration? {
    switch state {
    case .idle: nil
    case .connecting(let since, let asks): asks ? nil : since + timeout
    case .ready: isAwaiting ? lastHeard + timeout : nil
    case .resting(let until): until
    }
  }

  /// Whether `ssh` may be asking for something on the terminal.
  var isAsking: Bool { if case .connecting(_, true) = state { true } else { false } }

  /// Whether a reply is awaited that should not take long.
  private var isAwaiting: Bool {
    pending.values.contains { if case .watch = $0.request { false } else { true } }
  }

  // MARK: - Requests

  /// Connects, unless that has been done.
  mutating func connect(asks: Bool, at now: Duration) -> [Action] {
    switch state {
    case .idle: launch(asks: asks, at: now)
    case .connecting, .resting: []
    case .ready: [.settled(nil)]
    }
  }

  /// Sends a request, whose number must be new.
  mutating func ask(_ request: FarRequest, at now: Duration) -> [Action] {
    if isSFTP, case .watch = request { return [.answer(request.number, .failed(FarSession.followsNothing))] }
    if !isAwaiting { lastHeard = now }
    pending[request.number] = Pending(request: request)
    switch state {
    case .idle: return launch(asks: false, at: now)
    case .resting: return []
    // The far side need not have greeted: a round trip less.
    case .connecting: return isSFTP ? [] : [.send(conversation.ask(request))]
    case .ready: return [.send(conversation.ask(request))]
    }
  }

  /// Cancels a request.
  mutating func cancel(_ number: UInt64) -> [Action] {
    guard pending.removeValue(forKey: number) != nil else { return [] }
    switch state {
    case .idle, .resting: return []
    case .connecting where isSFTP: return []
    case .connecting, .ready: break
    }
    return [.send(conversation.ask(.cancel(number: number)))]
  }

  private mutating func launch(asks: Bool, at now: Duration) -> [Action] {
    state = .connecting(since: now, asks: asks)
    conversation = isSFTP ? SFTPConversation() : ServeConversation()
    (lastHeard, message) = (now, nil)
    return [.launch(isSFTP: isSFTP, asks: asks), .send(conversation.greeting)] + (isSFTP ? [] : sendAll())
  }

  private mutating func sendAll() -> [Action] {
    pending.keys.sorted().compactMap { number in pending[number].map { .send(conversation.ask($0.request)) } }
  }

  // MARK: - What the process does

  /// Handles output.
  mutating func heard(_ bytes: [UInt8], at now: Duration) -> [Action] {
    let outputs: [FarOutput]
    do throws(FarViolation) { outputs = try conversation.consume(bytes) } catch {
      return [.kill] + violated(error, at: now)
    }
    if conversation.isWithinMessage {
      message = (since: message?.since ?? now, bytes: (message?.bytes ?? 0) + bytes.count)
    } else {
      message = nil
    }
    if let message, case let time = now - message.since, time >= FarSession.slowTime,
      Double(message.bytes) < FarSession.slowBytesPerSecond * (time / .seconds(1))
    {
      return [.kill] + rest("too slow", at: now)
    }
    // Answers that nobody awaits any longer do not count.
    if message != nil { lastHeard = now }
    var actions: [Action] = []
    if case .connecting = state, conversation.isReady {
      (state, lastHeard) = (.ready, now)
      actions.append(.settled(nil))
      if isSFTP { actions += sendAll() }
      // What has changed in the meantime has not been seen.
      for number in pending.keys.sorted() where retries > 0 {
        if case .watch = pending[number]?.request { actions.append(.answer(number, .changed([]))) }
      }
    }
    for output in outputs {
      switch output {
      case .send(let bytes):
        lastHeard = now
        actions.append(.send(bytes))
      case .answer(let number, let answer):
        guard let request = pending[number]?.request else { continue }
        guard answer.answers(request) else { return actions + [.kill] + violated(.broken, at: now) }
        (retries, lastHeard) = (0, now)
        if answer.isLast { pending[number] = nil } else { pending[number]?.hasPart = true }
        actions.append(.answer(number, answer))
      }
    }
    return actions
  }

  private mutating func violated(_ violation: FarViolation, at now: Duration) -> [Action] {
    switch violation {
    case .broken: return fail(FetchFailure(ssh: "the far side breaks the protocol", to: host))
    case .otherVersion: return useSFTP("the far side has another version of tui", at: now)
    case .otherProgram: return useSFTP("the far side has no tui", at: now)
    }
  }

  /// Goes on without `tui` on the far side.
  private mutating func useSFTP(_ reason: String, at now: Duration) -> [Action] {
    guard !isSFTP else { return fail(FetchFailure(ssh: "the far side breaks the protocol", to: host)) }
    isSFTP = true
    let watches = pending.filter { if case .watch = $0.value.request { true } else { false } }
    for number in watches.keys { pending[number] = nil }
    return launch(asks: isAsking, at: now) + [.note("\(host.name): \(reason); whole files are fetched")]
      + watches.keys.sorted().map { .answer($0, .failed(FarSession.followsNothing)) }
  }

  private static let followsNothing = FetchFailure(.other, "changes are not followed", isTransient: false)

  /// Handles an exit of `ssh` that was not requested.
  mutating func ended(_ status: ProgramEnding, _ reason: String, at now: Duration) -> [Action] {
    switch state {
    case .idle, .resting: return []
    case .connecting(_, asks: true) where [.signaled(SIGINT), .signaled(SIGTSTP)].contains(status):
      // Keys of a user who does not answer a question.
      return fail(FetchFailure(.stopped, "interrupted", isTransient: true))
    case .connecting:
      // ssh exits with 255 if it fails itself, and otherwise with the status of the far side's program.
      if !isSFTP, case .exited(let code) = status, code != 255 { return useSFTP("the far side has no tui", at: now) }
      if retries > 0 { return rest(reason, at: now) }
      return fail(FetchFailure(ssh: reason, to: host))
    case .ready:
      return rest(reason, at: now)
    }
  }

  /// Handles a failure to start `ssh`.
  mutating func couldNotStart(_ reason: String) -> [Action] { fail(FetchFailure(.other, reason, isTransient: true)) }

  /// Handles the passage of time.
  mutating func tick(at now: Duration) -> [Action] {
    guard let due = nextWake, due <= now else { return [] }
    switch state {
    case .idle: return []
    case .resting: return launch(asks: false, at: now)
    case .connecting:
      return [.kill] + fail(FetchFailure(ssh: "no answer for \(timeout.components.seconds) s", to: host))
    case .ready: return [.kill] + rest("no answer for \(timeout.components.seconds) s", at: now)
    }
  }

  /// Waits before another attempt, if anything is awaited. A listing of which a part has arrived breaks off.
  private mutating func rest(_ reason: String, at now: Duration) -> [Action] {
    state = .idle
    retries += 1
    guard retries <= FarSession.maxRetries else { return fail(FetchFailure(ssh: reason, to: host)) }
    var actions: [Action] = []
    for (number, request) in pending.sorted(by: { $0.key < $1.key }) where request.hasPart {
      guard case .list = request.request else { continue }
      pending[number] = nil
      actions.append(.answer(number, .failed(FetchFailure(ssh: reason, to: host))))
    }
    if !pending.isEmpty { state = .resting(until: now + FarSession.firstWait * (1 << (retries - 1))) }
    return actions
  }

  private mutating func fail(_ reason: FetchFailure) -> [Action] {
    (state, retries) = (.idle, 0)
    defer { pending = [:] }
    return pending.keys.sorted().map { .answer($0, .failed(reason)) } + [.settled(reason)]
  }
}
