import CNcurses
import Glibc

/// Captures ncurses' output: while ncurses draws, its descriptor refers to an in-memory file.
final class OutputCapture {
  private let descriptor: Int32
  private let terminal: Int32
  private let memory: Int32

  /// Creates a capture of a descriptor; nil if the system refuses.
  init?(of descriptor: Int32) {
    self.descriptor = descriptor
    terminal = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    memory = tui_memory_file()
    if terminal < 0 || memory < 0 { return nil }
  }

  /// Runs a closure that writes to the descriptor, and appends its output to `bytes`.
  func run(into bytes: inout [UInt8], _ body: () -> Void) {
    guard dup3(memory, descriptor, O_CLOEXEC) >= 0 else { return }
    body()
    dup3(terminal, descriptor, O_CLOEXEC)
    let length = Int(lseek(memory, 0, SEEK_CUR))
    if length > 0 {
      let start = bytes.count
      bytes.append(contentsOf: repeatElement(0, count: length))
      // The array has just been extended by `length` bytes.
      let count = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(memory, buffer.baseAddress?.advanced(by: start), length, 0)
      }
      bytes.removeLast(length - max(0, count))
    }
    lseek(memory, 0, SEEK_SET)
    ftruncate(memory, 0)
  }

  deinit {
    close(terminal)
    close(memory)
  }
}
