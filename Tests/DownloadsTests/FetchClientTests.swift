import Downloads
import Fetching
import PictureTestSupport
import Testing

/// The viewer's end of the protocol with the fetching process, with time that the test passes.
struct FetchClientTests {
  private var client = FetchClient()

  private func fetch(_ number: UInt64, _ url: String = "http://h/a", priority: Int = 0, isForced: Bool = false)
    -> FetchClient.Action
  { .send(.fetch(download: number, url: url, priority: priority, isForced: isForced)) }

  @Test mutating func `the process is started for the first request and not for the second`() {
    #expect(client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero) == [.launch, fetch(1)])
    #expect(
      client.ask(2, url: "http://h/b", priority: 3, isForced: true, at: .zero) == [
        fetch(2, "http://h/b", priority: 3, isForced: true)
      ])
  }

  @Test mutating func `reports of open requests are passed on; all others are dropped`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero)
    #expect(
      client.heard(.progress(download: 1, received: 5, expected: 10), at: .zero) == [
        .answer(1, .progress(received: 5, expected: 10))
      ])
    #expect(client.heard(.progress(download: 7, received: 5, expected: 10), at: .zero) == [])
    #expect(client.heard(.done(download: 7, path: "/c/x", wasUnchanged: false), at: .zero) == [])
    #expect(
      client.heard(.done(download: 1, path: "/c/x", wasUnchanged: true), at: .zero) == [
        .answer(1, .done(path: "/c/x", wasUnchanged: true))
      ])
    #expect(client.heard(.done(download: 1, path: "/c/y", wasUnchanged: false), at: .zero) == [])
    _ = client.ask(2, url: "http://h/b", priority: 0, isForced: false, at: .zero)
    #expect(
      client.heard(.done(download: 2, path: "/c/z", wasUnchanged: false, finalURL: "http://h/e"), at: .zero) == [
        .answer(2, .done(path: "/c/z", wasUnchanged: false, finalURL: "http://h/e"))
      ])
    #expect(client.isEmpty)
  }

  @Test mutating func `an expected length that is exceeded or negative is ignored`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero)
    #expect(
      client.heard(.progress(download: 1, received: 5, expected: 4), at: .zero) == [
        .answer(1, .progress(received: 5, expected: nil))
      ])
    #expect(
      client.heard(.progress(download: 1, received: 0, expected: -1), at: .zero) == [
        .answer(1, .progress(received: 0, expected: nil))
      ])
    #expect(client.heard(.progress(download: 1, received: -5, expected: nil), at: .zero) == [])
  }

  @Test mutating func `a process that dies is restarted after a wait and receives all open requests again`() {
    _ = client.ask(1, url: "http://h/a", priority: 2, isForced: false, at: .zero)
    _ = client.ask(2, url: "http://h/b", priority: 0, isForced: true, at: .zero)
    _ = client.ask(3, url: "http://h/c", priority: 1, isForced: false, at: .zero)
    _ = client.heard(.done(download: 3, path: "/c/x", wasUnchanged: false), at: .zero)
    let reason = FetchFailure(.stopped, "tui-fetch exited: signal 11", isTransient: true)
    #expect(
      client.ended("signal 11", at: .seconds(1)) == [
        .answer(1, .retrying(reason: reason, milliseconds: 250)),
        .answer(2, .retrying(reason: reason, milliseconds: 250)),
      ])
    #expect(client.nextWake == .milliseconds(1250))
    #expect(client.tick(at: .milliseconds(1249)) == [])
    #expect(
      client.tick(at: .milliseconds(1250)) == [
        .launch, fetch(2, "http://h/b", isForced: true), fetch(1, priority: 2),
      ])
  }

  @Test mutating func `changes made while no process runs are applied when it starts`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero)
    _ = client.ask(2, url: "http://h/b", priority: 0, isForced: false, at: .zero)
    _ = client.ended("signal 9", at: .zero)
    #expect(client.cancel(1, at: .zero) == [])
    #expect(client.prioritize(2, 4) == [])
    #expect(client.ask(3, url: "http://h/c", priority: 9, isForced: false, at: .zero) == [])
    #expect(
      client.tick(at: .seconds(1)) == [
        .launch, fetch(2, "http://h/b", priority: 4), fetch(3, "http://h/c", priority: 9),
      ])
  }

  @Test mutating func `restart waits double, and after five quick crashes the open requests fail`() {
    var now = Duration.zero
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: now)
    var waits: [Int] = []
    for _ in 0..<4 {
      guard case .answer(1, .retrying(_, let milliseconds))? = client.ended("signal 6", at: now).first else {
        Issue.record("no wait")
        return
      }
      waits.append(milliseconds)
      now += .milliseconds(milliseconds)
      #expect(client.tick(at: now).first == .launch)
    }
    #expect(waits == [250, 500, 1000, 2000])
    let reason = FetchFailure(.stopped, "tui-fetch exited: signal 6", isTransient: true)
    #expect(client.ended("signal 6", at: now) == [.answer(1, .failed(reason))])
    #expect(client.nextWake == nil)
    // A further request gets one more attempt, not five.
    #expect(client.ask(2, url: "http://h/a", priority: 0, isForced: false, at: now) == [.launch, fetch(2)])
    #expect(client.ended("signal 6", at: now) == [.answer(2, .failed(reason))])
  }

  @Test mutating func `a process that lived long resets the restart count`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero)
    for second in 0..<20 {
      let now = Duration.seconds(second * 10)
      guard case .answer(1, .retrying(_, 250))? = client.ended("signal 6", at: now + .seconds(6)).first else {
        Issue.record("it gave up")
        return
      }
      _ = client.tick(at: now + .seconds(10))
    }
  }

  @Test mutating func `a process that violates the protocol or floods reports is killed`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero)
    #expect(client.protocolViolation(at: .zero).first == .kill)
    _ = client.tick(at: .seconds(1))
    var kills = 0
    for _ in 0..<100_000 {
      let actions = client.heard(.progress(download: 1, received: 1, expected: nil), at: .seconds(1))
      kills += actions.count { $0 == .kill }
    }
    #expect(kills == 1)
    // The limit starts over for the restarted process.
    #expect(client.tick(at: .milliseconds(1500)).first == .launch)
    #expect(client.heard(.progress(download: 1, received: 1, expected: nil), at: .milliseconds(1500)).count == 1)
  }

  @Test mutating func `an idle process is dismissed after half a minute`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero)
    #expect(client.cancel(1, at: .seconds(2)) == [.send(.cancel(download: 1))])
    #expect(client.nextWake == .seconds(32))
    #expect(client.tick(at: .seconds(32)) == [.dismiss])
    #expect(client.nextWake == nil)
    #expect(client.ask(2, url: "http://h/a", priority: 0, isForced: false, at: .seconds(40)).first == .launch)
  }

  @Test mutating func `a process that ends while idle is not restarted`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero)
    _ = client.heard(.failed(download: 1, reason: FetchFailure(.refused, "refused", isTransient: false)), at: .zero)
    #expect(client.ended("status 0", at: .seconds(1)) == [])
    #expect(client.nextWake == nil)
  }

  @Test mutating func `a missing program fails all open requests at once`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, isForced: false, at: .zero)
    let reason = FetchFailure(.other, "install it", isTransient: false)
    #expect(client.couldNotStart(reason) == [.answer(1, .failed(reason))])
    #expect(client.nextWake == nil)
  }
}
