import Glibc
import System

/// System limits that are too low to show anything; checked before the terminal is taken over.
enum SystemLimit: String {
  case threads = "the system allows too few threads, or too little memory (ulimit -u, ulimit -v, ulimit -d)"
  case descriptors = "the system allows too few open files (ulimit -n)"
  case fileSize = "the system allows too small files (ulimit -f)"
  case stack = "the system allows too small stacks (ulimit -s)"

  /// EX_OSERR of sysexits.h.
  static let exitStatus: Int32 = 71

  /// The threads needed at a time to show pictures. If one cannot be created, Dispatch waits for it forever.
  private static let threadCount = 12
  /// The threads needed at a time to print pictures.
  private static let printingThreadCount = 8
  /// Address space for later threads with their stacks and heaps, and for pictures. Dispatch would wait forever for a
  /// thread that cannot be created, and Swift aborts without memory, so tui refuses to start.
  private static let addressSpace = 512 << 20
  /// Open files for the terminal, its signals, pictures being read, and the fetching and decoding programs.
  private static let descriptorCount = 26
  /// Bytes of a frame that ncurses writes to an in-memory file, which is subject to the limit on file sizes.
  private static let fileBytes = 1 << 20

  /// Bytes of stack for a decoder, whose thread has as large a stack as the main thread.
  private static let stackBytes = 512 << 10

  /// Exits if stacks are too small; an overflow could only crash.
  static func checkStack() {
    guard !SystemResources.canStack(bytes: stackBytes) else { return }
    Glibc.exit(stack.refusal.code)
  }

  /// Checks that the limits allow the program to start.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  static func check() throws(ExitStatus) {
    guard SystemResources.canOpen(descriptors: descriptorCount) else { throw descriptors.refusal }
    guard SystemResources.canWriteFiles(bytes: fileBytes) else { throw fileSize.refusal }
    // Unless limits are tight, the thread that reads the sources tells whether a control group has no spare threads: each trial takes tens
    // of microseconds of the time to the first picture.
    guard SystemResources.canReserve(bytes: addressSpace), areWide(orAllow: threadCount) else { throw threads.refusal }
  }

  /// Checks that the limits allow the program to print pictures, unless they are wide. Dispatch would wait forever for a thread.
  ///
  /// - Throws: An exit status, once the reason has been reported.
  static func checkPrinting() throws(ExitStatus) {
    guard areWide(orAllow: printingThreadCount) else { throw threads.refusal }
  }

  /// Whether the limits are so wide that threads need not be tried, or allow so many at a time.
  private static func areWide(orAllow threads: Int) -> Bool {
    !SystemResources.isTightlyLimited || SystemResources.canStart(threads: threads)
  }

  /// Reports the limit; returns the exit status.
  var refusal: ExitStatus { ExitStatus(SystemLimit.exitStatus, reporting: rawValue) }
}
