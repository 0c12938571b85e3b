import Glibc
import System

/// Starts child processes for clicks, and collects their exit statuses.
enum ChildProcess {
  /// What a descriptor of the program refers to.
  enum Redirection {
    /// A file, opened with the given `open` flags.
    case file(String, flags: Int32, as: Int32)
    /// One of our own descriptors.
    case descriptor(Int32, as: Int32)
  }

  /// Starts a program; nil if no process could be created.
  ///
  /// - Parameter hasOwnGroup: whether it leads its own process group, so that a Ctrl-C on the terminal does not reach
  ///   it.
  static func start(
    _ program: String, _ arguments: [[UInt8]], _ environment: [[UInt8]], hasOwnGroup: Bool = false,
    redirecting redirections: [Redirection]
  ) -> pid_t? {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The program starts with default signal actions and no blocked signals, whichever we ignore or block.
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    if hasOwnGroup {
      unsafe posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    }
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for redirection in redirections {
      switch redirection {
      case .file(let path, let flags, let target):
        unsafe posix_spawn_file_actions_addopen(&actions, target, path, flags, 0)
      case .descriptor(let source, let target): unsafe posix_spawn_file_actions_adddup2(&actions, source, target)
      }
    }
    var process: pid_t = 0
    let result = unsafe CStrings.with(arguments) { arguments in
      unsafe CStrings.with(environment) { environment in
        unsafe posix_spawn(&process, program, &actions, &attributes, arguments, environment)
      }
    }
    return result == 0 ? process : nil
  }

  /// The exit status as `waitpid` reports it; nil while the program runs.
  static func endedStatus(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    let ended = unsafe waitpid(process, &status, WNOHANG)
    return ended == process || (ended < 0 && errno != EINTR) ? status : nil
  }
}
