import Dispatch
import Glibc
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

  // The handlers of faults restore the terminal.
  @Test func `a thread receives the signals of its own faults, and no others`() {
    let blocked = Mutex<Set<Int32>>([])
    let end = DispatchSemaphore(value: 0)
    let hasStarted = SystemResources.startThread {
      var mask = sigset_t()
      // A local structure.
      unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
      for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGTERM, SIGINT, SIGWINCH, SIGCHLD]
      where unsafe sigismember(&mask, number) == 1 {
        blocked.withLock { _ = $0.insert(number) }
      }
      end.signal()
    }
    expect(hasStarted, equals: true)
    expect(end.wait(timeout: .now() + .seconds(60)) == .success, equals: true)
    expect(blocked.withLock { $0 }, equals: [SIGTERM, SIGINT, SIGWINCH, SIGCHLD])
  }
}
