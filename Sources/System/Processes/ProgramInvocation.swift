/// A program to be run: which, with what, and what it may use.
package struct ProgramInvocation: Sendable {
  /// The program's file.
  package var program: Path
  /// What follows its name.
  package var arguments: [[UInt8]]
  /// All that it finds in its environment.
  package var environment: [String] = standardEnvironment
  /// How long it may take.
  package var timeLimit: Duration = .seconds(20)
  /// Bytes that it may write to its standard output.
  package var outputLimit = 1 << 30
  /// Bytes that it may write into any file: none.
  package var fileLimit = 0
  /// Bytes that it may allocate.
  package var memoryLimit = standardMemoryLimit
  /// Seconds of processor time, over all its threads; nil: as many as it wants.
  package var processorSeconds: Int? = 120
  /// Milliseconds that it may outlive us, for one that cleans up by itself; then it is killed.
  package var farewellMilliseconds = 0

  /// A program with its arguments, and the limits as they are unless changed.
  package init(_ program: Path, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments.map { Array($0.utf8) }
  }

  /// Bytes that a program may allocate unless a budget says otherwise.
  #if SANITIZED
    // Our own programs then run with AddressSanitizer, too, which takes terabytes of addresses.
    package static let standardMemoryLimit = Int.max
  #else
    package static let standardMemoryLimit = 3 << 30
  #endif

  /// Words in English, and no folder to find settings in or to leave caches in: nothing can be below `/dev/null`, not
  /// even for root. One thread for linear algebra: where ffmpeg is linked with OpenBLAS, that starts one for each processor
  /// as it is loaded, and where the memory limit has no room for their buffers, it waits for them forever when it exits.
  package static let standardEnvironment = [
    "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C", "LC_ALL=C", "HOME=/dev/null", "XDG_CACHE_HOME=/dev/null",
    "XDG_CONFIG_HOME=/dev/null", "OPENBLAS_NUM_THREADS=1",
  ]
}
