import CGlibc
import Glibc

/// The resources that the system allows this process.
package enum SystemResources {
  /// Returns freed memory to the system instead of keeping it for later; for processes that are forked, too.
  package static func returnFreedMemory() { tui_return_freed_memory() }

  /// Whether `count` more threads can run with stacks of the default size.
  package static func canStart(threads count: Int) -> Bool { tui_can_start_threads(Int32(count)) == 0 }

  /// Does work on a thread of its own; returns false if there can be no other thread. Dispatch would wait for one forever.
  package static func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
    let retained = unsafe Unmanaged.passRetained(ThreadWork(work))
    let failure = unsafe tui_start_thread(
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().work()
        return nil
      }, retained.toOpaque())
    if failure != 0 { unsafe retained.release() }
    return failure == 0
  }

  private final class ThreadWork: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Whether this user may run fewer than 4096 processes, or this process's address space is limited at all.
  package static var isTightlyLimited: Bool {
    limit(__RLIMIT_NPROC) < 4096 || limit(RLIMIT_AS) != .max
  }

  /// The present limit of a resource.
  private static func limit(_ resource: __rlimit_resource) -> rlim_t {
    var limit = rlimit()
    // A local structure.
    unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    return limit.rlim_cur
  }

  /// Whether this process may use `count` more bytes of address space.
  package static func canReserve(bytes count: Int) -> Bool {
    // A mapping without permissions does not count as data.
    guard limit(RLIMIT_DATA) >= rlim_t(count) else { return false }
    // The mapping is never touched; it only tests the limit.
    let space = unsafe mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let space = unsafe space, unsafe space != MAP_FAILED else { return false }
    unsafe munmap(space, count)
    return true
  }

  /// Whether files of `count` bytes may be written.
  package static func canWriteFiles(bytes count: Int) -> Bool { limit(RLIMIT_FSIZE) >= rlim_t(count) }

  /// Whether stacks of `count` bytes are allowed: the limit of the first thread's stack, and the default of the others.
  package static func canStack(bytes count: Int) -> Bool { limit(RLIMIT_STACK) >= rlim_t(count) }

  /// Whether `count` more files can be open at the same time.
  package static func canOpen(descriptors count: Int) -> Bool {
    let first = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    // Duplicates count like others, and are opened in a tenth of the time.
    let opened = [first] + (1..<count).map { _ in fcntl(first, F_DUPFD_CLOEXEC, 0) }
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return opened.allSatisfy { $0 >= 0 }
  }
}
