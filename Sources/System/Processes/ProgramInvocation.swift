/// A program to run, with its arguments, environment and limits.
package struct ProgramInvocation: Sendable {
  /// The path of the program.
  package var program: Path
  /// The arguments after the program's name.
  package var arguments: [[UInt8]]
  /// The complete environment of the program.
  package var environment: [String] = standardEnvironment
  /// The longest that it may run.
  package var timeLimit: Duration = .seconds(20)
  /// The most bytes that it may write to its standard output.
  package var outputLimit = 1 << 30
  /// The most bytes that it may write to any file; none by default.
  package var fileLimit = 0
  /// The most bytes that it may allocate.
  package var memoryLimit = standardMemoryLimit
  /// The most seconds of processor time over all its threads, or nil for no limit.
  package var processorSeconds: Int? = 120
  /// Whether it may start processes, which then have its limits together: that is checked as long as it runs.
  package var mayStartProcesses = true
  /// How far it is isolated.
  package var isolation = Isolation.off
  /// A folder in which it may write files although it is isolated.
  package var ownFolder: Path?
  /// Milliseconds that it may outlive us to clean up before it is killed.
  package var gracePeriodMilliseconds = 0

  /// Creates an invocation with the default limits.
  package init(_ program: Path, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments.map { Array($0.utf8) }
  }

  /// The most bytes that a program may allocate unless a budget says otherwise.
  #if SANITIZED
    // Our own programs then run under AddressSanitizer, too, which reserves terabytes of address space.
    package static let standardMemoryLimit = Int.max
    // It would look for leaks with calls that confined programs may not make.
    private static let sanitizerEnvironment = ["ASAN_OPTIONS=detect_leaks=0"]
  #else
    package static let standardMemoryLimit = 3 << 30
    private static let sanitizerEnvironment: [String] = []
  #endif

  /// English messages, and no folder for settings or caches: nothing can exist below `/dev/null`, not even for root.
  /// OpenBLAS gets one thread: where ffmpeg is linked with it, it otherwise starts one per processor when loaded, and
  /// if the memory limit has no room for their buffers, it waits for them forever on exit.
  package static let standardEnvironment =
    [
      "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C", "LC_ALL=C", "HOME=/dev/null", "XDG_CACHE_HOME=/dev/null",
      "XDG_CONFIG_HOME=/dev/null", "OPENBLAS_NUM_THREADS=1",
    ] + sanitizerEnvironment
}
