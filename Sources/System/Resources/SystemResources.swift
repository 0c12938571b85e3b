import CGlibc
import Glibc

/// What the system lets this process have.
package enum SystemResources {
  /// Whether so many threads can run beside this one, with the stacks that they usually have. They have ended when this
  /// returns.
  package static func canStart(threads count: Int) -> Bool { tui_can_start_threads(Int32(count)) == 0 }

  /// Whether this user's processes are limited to a few thousand, or this one's memory at all.
  package static var isTightlyLimited: Bool {
    var (processes, memory) = (rlimit(), rlimit())
    // Two structures, ours.
    unsafe getrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &processes)
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
    return processes.rlim_cur < 4096 || memory.rlim_cur != rlim_t.max
  }

  /// Whether this process may use so many bytes of address space beside those that it uses now.
  package static func canReserve(bytes count: Int) -> Bool {
    var data = rlimit()
    // A structure, ours. A mapping without permissions does not count as data.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &data)
    guard data.rlim_cur >= rlim_t(count) else { return false }
    // Nothing is touched: only the limit is tried.
    let space = unsafe mmap(nil, count, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard let space = unsafe space, unsafe space != MAP_FAILED else { return false }
    unsafe munmap(space, count)
    return true
  }

  /// Whether a file may be as large as that.
  package static func canWriteFiles(bytes count: Int) -> Bool {
    var size = rlimit()
    // A structure, ours.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &size)
    return size.rlim_cur >= rlim_t(count)
  }

  /// Whether stacks may be as large as that: the first thread's, and by default those of the others.
  package static func canStack(bytes count: Int) -> Bool {
    var stack = rlimit()
    // A structure, ours.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &stack)
    return stack.rlim_cur >= rlim_t(count)
  }

  /// Whether so many files can be open beside those that are open now.
  package static func canOpen(descriptors count: Int) -> Bool {
    let opened = (0..<count).map { _ in unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return opened.allSatisfy { $0 >= 0 }
  }
}
