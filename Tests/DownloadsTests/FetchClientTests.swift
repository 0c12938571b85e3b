import Downloads
import Fetching
import PictureTestSupport
import TestSupport
import Testing

/// The viewer's end of the protocol with the fetching process, with time that the test passes.
struct FetchClientTests {
  private var client = FetchClient()

  private func fetch(_ number: UInt64, _ url: String = "http://h/a", priority: Int = 0, isForced: Bool = false)
    -> FetchClient.Action
  { .send(.fetch(download: number, url: url, priority: priority, isForced: isForced)) }

  @Test mutating func `the process is started for the first request and not for the second`() {
    expect(
      client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero), equals: [.launch, fetch(1)])
    expect(
      client.ask(2, url: "http://h/b", priority: 3, .body(isForced: true), at: .zero),
      equals: [
        fetch(2, "http://h/b", priority: 3, isForced: true)
      ])
  }

  @Test mutating func `reports of open requests are passed on; all others are dropped`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero)
    expect(
      client.heard(.progress(download: 1, received: 5, expected: 10), at: .zero),
      equals: [
        .answer(1, .progress(received: 5, expected: 10))
      ])
    expect(client.heard(.progress(download: 7, received: 5, expected: 10), at: .zero), equals: [])
    expect(client.heard(.done(download: 7, path: "/c/x", wasUnchanged: false), at: .zero), equals: [])
    expect(
      client.heard(.done(download: 1, path: "/c/x", wasUnchanged: true), at: .zero),
      equals: [
        .answer(1, .done(path: "/c/x", wasUnchanged: true))
      ])
    expect(client.heard(.done(download: 1, path: "/c/y", wasUnchanged: false), at: .zero), equals: [])
    _ = client.ask(2, url: "http://h/b", priority: 0, .body(isForced: false), at: .zero)
    expect(
      client.heard(.done(download: 2, path: "/c/z", wasUnchanged: false, finalURL: "http://h/e"), at: .zero),
      equals: [
        .answer(2, .done(path: "/c/z", wasUnchanged: false, finalURL: "http://h/e"))
      ])
    expect(client.nextWake, equals: FetchClient.idleLife)
  }

  @Test mutating func `an expected length that is exceeded or negative is ignored`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero)
    expect(
      client.heard(.progress(download: 1, received: 5, expected: 4), at: .zero),
      equals: [
        .answer(1, .progress(received: 5, expected: nil))
      ])
    expect(
      client.heard(.progress(download: 1, received: 0, expected: -1), at: .zero),
      equals: [
        .answer(1, .progress(received: 0, expected: nil))
      ])
    expect(client.heard(.progress(download: 1, received: -5, expected: nil), at: .zero), equals: [])
  }

  @Test mutating func `a process that dies is restarted after a wait and receives all open requests again`() {
    _ = client.ask(1, url: "http://h/a", priority: 2, .body(isForced: false), at: .zero)
    _ = client.ask(2, url: "http://h/b", priority: 0, .body(isForced: true), at: .zero)
    _ = client.ask(3, url: "http://h/c", priority: 1, .body(isForced: false), at: .zero)
    _ = client.heard(.done(download: 3, path: "/c/x", wasUnchanged: false), at: .zero)
    let reason = FetchFailure(.stopped, "tui-fetch exited: signal 11", isTransient: true)
    expect(
      client.ended("signal 11", at: .seconds(1)),
      equals: [
        .answer(1, .retrying(reason: reason, milliseconds: 250)),
        .answer(2, .retrying(reason: reason, milliseconds: 250)),
      ])
    expect(client.nextWake, equals: .milliseconds(1250))
    expect(client.tick(at: .milliseconds(1249)), equals: [])
    expect(
      client.tick(at: .milliseconds(1250)),
      equals: [
        .launch, fetch(2, "http://h/b", isForced: true), fetch(1, priority: 2),
      ])
  }

  @Test mutating func `changes made while no process runs are applied when it starts`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero)
    _ = client.ask(2, url: "http://h/b", priority: 0, .body(isForced: false), at: .zero)
    _ = client.ended("signal 9", at: .zero)
    expect(client.cancel(1, at: .zero), equals: [])
    expect(client.prioritize(2, 4), equals: [])
    expect(client.ask(3, url: "http://h/c", priority: 9, .body(isForced: false), at: .zero), equals: [])
    expect(
      client.tick(at: .seconds(1)),
      equals: [
        .launch, fetch(2, "http://h/b", priority: 4), fetch(3, "http://h/c", priority: 9),
      ])
  }

  @Test mutating func `restart waits double, and after five quick crashes the open requests fail`() {
    var now = Duration.zero
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: now)
    var waits: [Int] = []
    for _ in 0..<4 {
      guard case .answer(1, .retrying(_, let milliseconds))? = client.ended("signal 6", at: now).first else {
        Issue.record("no wait")
        return
      }
      waits.append(milliseconds)
      now += .milliseconds(milliseconds)
      expect(client.tick(at: now).first, equals: .launch)
    }
    expect(waits, equals: [250, 500, 1000, 2000])
    let reason = FetchFailure(.stopped, "tui-fetch exited: signal 6", isTransient: true)
    expect(client.ended("signal 6", at: now), equals: [.answer(1, .failed(reason))])
    expect(client.nextWake, equals: nil)
    // A further request gets one more attempt, not five.
    expect(client.ask(2, url: "http://h/a", priority: 0, .body(isForced: false), at: now), equals: [.launch, fetch(2)])
    expect(client.ended("signal 6", at: now), equals: [.answer(2, .failed(reason))])
  }

  @Test mutating func `a process that lived long resets the restart count`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero)
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
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero)
    expect(client.protocolViolation(at: .zero).first, equals: .kill)
    _ = client.tick(at: .seconds(1))
    var kills = 0
    for _ in 0..<100_000 {
      let actions = client.heard(.progress(download: 1, received: 1, expected: nil), at: .seconds(1))
      kills += actions.count { $0 == .kill }
    }
    expect(kills, equals: 1)
    // The limit starts over for the restarted process.
    expect(client.tick(at: .milliseconds(1500)).first, equals: .launch)
    expect(client.heard(.progress(download: 1, received: 1, expected: nil), at: .milliseconds(1500)).count, equals: 1)
  }

  @Test mutating func `an idle process is dismissed after half a minute`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero)
    expect(client.cancel(1, at: .seconds(2)), equals: [.send(.cancel(download: 1))])
    expect(client.nextWake, equals: .seconds(32))
    expect(client.tick(at: .seconds(32)), equals: [.dismiss])
    expect(client.nextWake, equals: nil)
    expect(
      client.ask(2, url: "http://h/a", priority: 0, .body(isForced: false), at: .seconds(40)).first, equals: .launch)
  }

  @Test mutating func `a process that ends while idle is not restarted`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero)
    _ = client.heard(.failed(download: 1, reason: FetchFailure(.refused, "refused", isTransient: false)), at: .zero)
    expect(client.ended("status 0", at: .seconds(1)), equals: [])
    expect(client.nextWake, equals: nil)
  }

  @Test mutating func `a missing program fails all open requests at once`() {
    _ = client.ask(1, url: "http://h/a", priority: 0, .body(isForced: false), at: .zero)
    let reason = FetchFailure(.other, "install it", isTransient: false)
    expect(client.couldNotStart(reason), equals: [.answer(1, .failed(reason))])
    expect(client.nextWake, equals: nil)
  }
}
