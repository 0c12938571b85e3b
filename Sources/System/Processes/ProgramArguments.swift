import CArguments
import Glibc

/// The arguments of this program.
package enum ProgramArguments {
  /// Their bytes as the system passed them, without the program's name.
  ///
  /// Swift's strings lose the bytes of names that are not UTF-8, and `CommandLine` reads them from /proc, which is not
  /// mounted in every container.
  package static var all: [[UInt8]] {
    (1..<max(1, tui_argument_count())).map { index in
      let argument = unsafe tui_argument(index)
      return unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
    }
  }
}
