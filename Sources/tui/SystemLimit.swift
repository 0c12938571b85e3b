import ArgumentParser
import Glibc
import System

/// Limits of the system that leave too little to show anything: found out before the terminal is taken.
enum SystemLimit: String {
  case threads = "the system allows too few threads, or too little memory (ulimit -u, ulimit -v, ulimit -d)"
  case descriptors = "the system allows too few open files (ulimit -n)"
  case fileSize = "the system allows too small files (ulimit -f)"
  case stack = "the system allows too small stacks (ulimit -s)"

  /// EX_OSERR of sysexits.h.
  static let exitStatus: Int32 = 71

  /// Threads that show pictures at once. Dispatch would wait for a thread for ever.
  private static let threadCount = 12
  /// Address space of the threads that may follow, their stacks and heaps, and of pictures. A thread that cannot be had later would be
  /// waited for without end, and without memory Swift aborts: better not to begin.
  private static let addressSpace = 512 << 20
  /// Open files of a terminal, its signals, pictures that are read and the programs that fetch and decode them.
  private static let descriptorCount = 26
  /// Bytes of a frame as ncurses writes it, which is a file in memory, and files in memory are limited like others.
  private static let fileBytes = 1 << 20

  /// Bytes of stack for a decoder, which runs on a thread with as much as the first one.
  private static let stackBytes = 512 << 10

  /// Ends the program if stacks are too small for anything: an overflow could only crash.
  static func checkStack() {
    guard !SystemResources.canStack(bytes: stackBytes) else { return }
    Glibc.exit(stack.refusal.rawValue)
  }

  /// Makes sure that there is enough to begin.
  ///
  /// - Throws: an exit status, once it has been said why.
  static func check() throws {
    guard SystemResources.canOpen(descriptors: descriptorCount) else { throw descriptors.refusal }
    guard SystemResources.canWriteFiles(bytes: fileBytes) else { throw fileSize.refusal }
    // Where no limit is near, two threads tell of a group that has none left; each takes 20 µs of the first picture's time.
    let count = SystemResources.isTightlyLimited ? threadCount : 2
    guard SystemResources.canReserve(bytes: addressSpace), SystemResources.canStart(threads: count) else {
      throw threads.refusal
    }
  }

  /// Says what is missing; the status to end with.
  var refusal: ExitCode {
    StandardError.say(rawValue)
    return ExitCode(SystemLimit.exitStatus)
  }
}
