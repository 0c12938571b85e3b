import Downloads
import Fetching
import Glibc
import System

/// A link's thread: it takes requests, passes on answers, and runs at most one `ssh`.
final class FarLoop {
  /// How often a stopped `ssh` is looked for while it may ask for a password, in milliseconds.
  private static let askingInterval = 200
  /// The least bytes that a rate is measured with.
  private static let leastMeasured = 16_384

  private let settings: FarSettings
  private let wakePipe: Int32
  private var session: FarSession
  private var process: PipedProcess?
  private var loan: ForegroundLoan?
  private var answers: [UInt64: @Sendable (FarAnswer) -> Void] = [:]
  private var connects: [@Sendable (FetchFailure?) -> Void] = []
  /// The bytes of output that arrive one after the other, and since when.
  private var burst: (bytes: Int, since: Duration, last: Duration)?

  init(_ session: FarSession, _ settings: FarSettings, wakePipe: Int32) {
    (self.session, self.settings, self.wakePipe) = (session, settings, wakePipe)
  }

  /// Runs until the link is stopped, otherwise as long as the program.
  func run(for link: FarLink) {
    while true {
      guard let inbox = link.inbox.pop() else {
        (process, loan) = (nil, nil)
        return link.inbox.hasEnded()
      }
      connects += inbox.connects
      if !inbox.connects.isEmpty { perform(session.connect(asks: ForegroundLoan.isPossible, at: now), link) }
      for (request, answer) in inbox.requests {
        answers[request.number] = answer
        perform(session.ask(request, at: now), link)
      }
      for number in inbox.cancelled {
        answers[number] = nil
        perform(session.cancel(number), link)
      }
      perform(session.tick(at: now), link)
      wait(link)
    }
  }

  private var now: Duration { MonotonicClock.now }

  private func wait(_ link: FarLink) {
    var waiting = PipedProcess.polled(process, wakePipe: wakePipe)
    var milliseconds = session.nextWake.map { Int32(clamping: max(0, Int(($0 - now) / .milliseconds(1)) + 1)) }
    if session.isAsking { milliseconds = Int32(FarLoop.askingInterval) }
    let count = unsafe poll(&waiting, nfds_t(waiting.count), milliseconds ?? -1)
    if session.isAsking, let process, process.group.isStopped {
      self.process = nil
      return perform(session.ended(.signaled(SIGTSTP), "suspended", at: now), link)
    }
    guard count > 0 else { return }
    if waiting[0].revents != 0 { PipedProcess.drain(wakePipe: wakePipe) }
    guard let process, waiting.dropFirst().contains(where: { $0.revents != 0 }) else { return }
    process.write()
    switch process.read() {
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return }
      measure(bytes.count, link)
      perform(session.heard(bytes, at: now), link)
    case .ended(let ending):
      self.process = nil
      perform(session.ended(ending.status, ending.description, at: now), link)
    }
  }

  /// Measures the rate at which a burst of output arrives.
  private func measure(_ count: Int, _ link: FarLink) {
    let now = now
    guard let current = burst, now - current.last < .milliseconds(30) else {
      if let burst, burst.bytes >= FarLoop.leastMeasured {
        link.measured(burst.bytes, within: burst.last - burst.since)
      }
      // The first bytes have waited for nothing.
      burst = (0, now, now)
      return
    }
    burst = (current.bytes + count, current.since, now)
  }

  private func perform(_ actions: [FarSession.Action], _ link: FarLink) {
    for action in actions {
      switch action {
      case .launch(let isSFTP, let asks): launch(isSFTP: isSFTP, asks: asks, link)
      case .send(let bytes):
        guard let process, !process.send(bytes) else { continue }
        self.process = nil
        perform(session.ended(.signaled(SIGKILL), "it does not read", at: now), link)
      case .kill: process = nil
      case .answer(let number, let answer):
        answers[number]?(answer)
        if answer.isLast { answers[number] = nil }
      case .settled(let failure):
        loan = nil
        for connect in connects { connect(failure) }
        connects = []
      case .note(let line): link.note(line)
      }
    }
  }

  private func launch(isSFTP: Bool, asks: Bool, _ link: FarLink) {
    (loan, burst) = (nil, nil)
    guard let program = settings.program() else {
      return perform(session.couldNotStart("ssh is not installed"), link)
    }
    do throws(ProgramFailure) {
      let process = try PipedProcess(
        settings.invocation(of: program, to: session.host, isSFTP: isSFTP, asks: asks))
      self.process = process
      if asks { loan = ForegroundLoan(to: process.group.identifier) }
    } catch {
      perform(session.couldNotStart("ssh cannot be started"), link)
    }
  }
}
