import CGlibc
import Glibc
import System

/// A pipe's bytes in a memory file, so that they can be read repeatedly. It lasts as long as the process.
struct InputSpool {
  /// The maximum size, in bytes.
  static let maximumBytes = 256 << 20

  private let descriptor: Int32
  private var count = 0
  /// Why the content is incomplete; nil if it is complete so far.
  private(set) var error: FileError?

  /// An empty file.
  init() {
    descriptor = tui_memory_file()
    if descriptor < 0 { error = FileError(system: errno) }
  }

  /// Appends bytes; false if no more are accepted.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard error == nil else { return false }
    guard count + bytes.count <= InputSpool.maximumBytes else {
      error = .tooLarge(limit: InputSpool.maximumBytes)
      return false
    }
    if let number = unsafe DescriptorBytes.write(bytes, to: descriptor) {
      error = FileError(system: number)
      return false
    }
    count += bytes.count
    return true
  }

  /// The slide that shows the content, or a broken slide if it is incomplete.
  var slide: Slide {
    if let error { return Slide(.broken(entry: "standard input", reason: error.description)) }
    return Slide(.input(Path("/proc/\(getpid())/fd/\(descriptor)")))
  }
}
