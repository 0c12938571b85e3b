import Dispatch
import Imaging
import PictureTestSupport
import Pictures
import TestSupport
import Testing

/// Loads whose waiters leave.
struct PictureStoreLeavingTests {
  private let script = StoreScript()
  private var loads: HeldLoads { script.loads }
  private var store: PictureStore { script.store }

  @Test func `when the last waiter leaves, the load is cancelled`() async {
    let (first, second) = (script.ask(), script.ask())
    await script.waitForWaiters(2)
    await loads.waitUntilHeld(1)
    first.cancel()
    // The waiter is answered while the load is still suspended.
    guard case .failure(.image(.cancelled)) = await first.value else {
      Issue.record("a waiter that left was answered otherwise")
      return
    }
    expect(store.waiters(for: key("a")), equals: 1)
    expect(loads.cancelled, equals: [])
    second.cancel()
    _ = await second.value
    await loads.isCancelled(0)
    loads.end(0, .failure(.cancelled))
  }

  @Test func `cancelled loads that hang do not block other loads`() async {
    // More loads than there are loading threads.
    let gate = DispatchSemaphore(value: 0)
    let freeKey = key("free")
    let store = PictureStore { key in
      if key == freeKey { return .success(picture()) }
      wait(for: gate)
      return .failure(.cancelled)
    }
    let arrival = AsyncStream<Void>.makeStream()
    for number in 0..<12 {
      store.request(key("hung \(number)")) { _ in }.cancel()
    }
    store.request(key("free")) { _ in arrival.continuation.yield() }
    for await _ in arrival.stream { break }
    for _ in 0..<12 { gate.signal() }
  }

  @Test func `a remaining waiter gets the picture after others have left`() async {
    let (leaving, staying) = (script.ask(), script.ask())
    await script.waitForWaiters(2)
    await loads.waitUntilHeld(1)
    leaving.cancel()
    _ = await leaving.value
    let loaded = picture()
    loads.end(0, .success(loaded))
    await expect(serial(of: staying.value), equals: loaded.serial)
    expect(loads.cancelled, equals: [])
  }

  @Test func `a request after a cancelled load starts a new load; the late result is dropped`() async {
    let leaving = script.ask()
    await loads.waitUntilHeld(1)
    leaving.cancel()
    _ = await leaving.value
    let staying = script.ask()
    await loads.waitUntilHeld(2)
    loads.end(0, .success(picture()))
    expect(store.waiters(for: key("a")), equals: 1)
    let fresh = picture()
    loads.end(1, .success(fresh))
    await expect(serial(of: staying.value), equals: fresh.serial)
    await expect(serial(of: store.picture(for: key("a"))), equals: fresh.serial)
    expect(loads.begun.count, equals: 2)
  }

  @Test func `cancelling a request after its result changes nothing`() async {
    let waiter = script.ask()
    await loads.waitUntilHeld(1)
    let loaded = picture()
    loads.end(0, .success(loaded))
    _ = await waiter.value
    waiter.cancel()
    await expect(serial(of: store.picture(for: key("a"))), equals: loaded.serial)
    expect(loads.cancelled, equals: [])
  }

  @Test func `a load under way during removeAll can still be cancelled`() async {
    let waiter = script.ask()
    await loads.waitUntilHeld(1)
    store.removeAll()
    waiter.cancel()
    _ = await waiter.value
    await loads.isCancelled(0)
    loads.end(0, .failure(.cancelled))
  }
}

/// Blocks the thread, which no task may do except to test that.
private func wait(for gate: DispatchSemaphore) { gate.wait() }
