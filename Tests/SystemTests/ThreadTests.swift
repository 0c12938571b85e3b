import Dispatch
import Synchronization
import System
import TestSupport
import Testing

@Suite struct ThreadTests {
  @Test func `work on a thread of its own is done once, beside this one`() {
    let done = Mutex(0)
    let end = DispatchSemaphore(value: 0)
    let hasStarted = SystemResources.startThread {
      done.withLock { $0 += 1 }
      end.signal()
    }
    expect(hasStarted, equals: true)
    expect(end.wait(timeout: .now() + .seconds(60)) == .success, equals: true)
    expect(done.withLock { $0 }, equals: 1)
  }
}
