import Glibc

/// A program to start, with its arguments, environment and descriptors.
package struct Launch {
  /// The target of one of the program's three standard descriptors.
  package enum Stream {
    /// The terminal of the launch.
    case terminal
    /// /dev/null.
    case null
    /// A descriptor of this process.
    case descriptor(Int32)
  }

  /// The program's path.
  package var program: String
  /// The arguments after the program's name.
  package var arguments: [String]
  /// The program's complete environment.
  package var environment: [String: String]
  /// The path of the terminal that becomes the controlling terminal of the program's new session, or nil for none.
  package var terminal: String?
  package var input: Stream
  package var output: Stream
  package var error: Stream
  /// Further descriptors of this process, by their numbers in the program, from 3.
  package var others: [Int32: Int32] = [:]

  /// Creates a launch; a stream that is nil is the terminal or, without one, /dev/null.
  package init(
    program: String, arguments: [String], environment: [String: String], terminal: String? = nil, input: Stream? = nil,
    output: Stream? = nil, error: Stream? = nil
  ) {
    (self.program, self.arguments, self.environment, self.terminal) = (program, arguments, environment, terminal)
    let standard = terminal == nil ? Stream.null : .terminal
    (self.input, self.output, self.error) = (input ?? standard, output ?? standard, error ?? standard)
  }

  /// The number under which the terminal is opened before it is duplicated to its final places. It must differ from all
  /// descriptors that the program receives, or it would replace one of them.
  private var terminalDescriptor: Int32 {
    var taken = Array(others.values)
    for case .descriptor(let descriptor) in [input, output, error] { taken.append(descriptor) }
    return max(60, (taken.max() ?? 0) + 1)
  }

  /// Starts the program as the leader of a new session.
  package func start() throws -> ChildProcess {
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    try unsafe SystemFailure.check("posix_spawn_file_actions_init", posix_spawn_file_actions_init(&actions))
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    try unsafe SystemFailure.check("posix_spawnattr_init", posix_spawnattr_init(&attributes))
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }

    // A test runner may ignore or block signals: the program starts with the default actions and none blocked.
    var all = sigset_t()
    var none = sigset_t()
    unsafe sigfillset(&all)
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    // POSIX_SPAWN_SETSID is 0x80.
    let flags = Int16(0x80) | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
    try unsafe SystemFailure.check("posix_spawnattr_setflags", posix_spawnattr_setflags(&attributes, flags))

    if let terminal {
      // A session leader that opens a terminal without O_NOCTTY gets it as the controlling terminal.
      unsafe posix_spawn_file_actions_addopen(&actions, terminalDescriptor, terminal, O_RDWR, 0)
    }
    for (number, stream) in [(Int32(0), input), (1, output), (2, error)] {
      switch stream {
      case .terminal: unsafe posix_spawn_file_actions_adddup2(&actions, terminalDescriptor, number)
      case .null: unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      case .descriptor(let descriptor): unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    for (number, descriptor) in others { unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number) }
    if terminal != nil { unsafe posix_spawn_file_actions_addclose(&actions, terminalDescriptor) }

    var identifier: pid_t = 0
    var code: Int32 = 0
    // A program that was just written may for a moment still be open in a child that another thread is starting.
    for attempt in 0..<200 {
      code = unsafe withCStrings([program] + arguments) { argv in
        unsafe withCStrings(environment.map { "\($0)=\($1)" }) { envp in
          unsafe posix_spawn(&identifier, program, &actions, &attributes, argv, envp)
        }
      }
      guard code == ETXTBSY, attempt < 199 else { break }
      usleep(10_000)
    }
    try SystemFailure.check("posix_spawn \(program)", code)
    return ChildProcess(identifier: identifier)
  }
}

/// Calls a closure with a null-terminated array of C strings that are valid during the call.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = unsafe strings.map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  defer { unsafe pointers.forEach { unsafe free($0) } }
  // The array is never empty: it ends with nil.
  return unsafe pointers.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress.unsafelyUnwrapped) }
}
