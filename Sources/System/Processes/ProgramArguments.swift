import CArguments
import Glibc

/// The arguments of this program.
package enum ProgramArguments {
  /// Their bytes as the system passed them, without the program's name.
  ///
  /// Swift's strings lose the bytes of names that are not UTF-8, and `CommandLine` reads them from /proc, which is not
  /// mounted in every container.
  package static var all: [[UInt8]] {
    var all: [[UInt8]] = []
    for index in 1..<max(1, tui_argument_count()) {
      let argument = unsafe tui_argument(index)
      let bytes = unsafe UnsafeRawBufferPointer(start: argument, count: strlen(argument))
      unsafe all.append(
        [UInt8](unsafeUninitializedCapacity: bytes.count) { memory, count in
          unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
          count = bytes.count
        })
    }
    return all
  }
}
