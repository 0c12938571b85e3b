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
    var (processes, memory) = (rlimit(), rlimit())
    // Two local structures.
    unsafe getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &processes)
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
    return processes.rlim_cur < 4096 || memory.rlim_cur != rlim_t.max
  }

  /// Whether this process may use `count` more bytes of address space.
  package static func canReserve(bytes count: Int) -> Bool {
    var data = rlimit()
    // A local structure. A mapping without permissions does not count as data.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &data)
    guard data.rlim_cur >= rlim_t(count) else { return false }
    // The mapping is never touched; it only tests the limit.
    let space = unsafe mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let space = unsafe space, unsafe space != MAP_FAILED else { return false }
    unsafe munmap(space, count)
    return true
  }

  /// Whether files of `count` bytes may be written.
  package static func canWriteFiles(bytes count: Int) -> Bool {
    var size = rlimit()
    // A local structure.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
    return size.rlim_cur >= rlim_t(count)
  }

  /// Whether stacks of `count` bytes are allowed: the limit of the first thread's stack, and the default of the others.
  package static func canStack(bytes count: Int) -> Bool {
    var stack = rlimit()
    // A local structure.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &stack)
    return stack.rlim_cur >= rlim_t(count)
  }

  /// Whether `count` more files can be open at the same time.
  package static func canOpen(descriptors count: Int) -> Bool {
    let first = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    // Duplicates count like others, and are opened in a tenth of the time.
    let opened = [first] + (1..<count).map { _ in fcntl(first, F_DUPFD_CLOEXEC, 0) }
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return opened.allSatisfy { $0 >= 0 }
  }
}
