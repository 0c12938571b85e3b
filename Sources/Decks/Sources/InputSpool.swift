import CGlibc
import Glibc
import System

/// A pipe's bytes in a file in memory, so that they can be read again and again; it lasts as long as the process.
struct InputSpool {
  /// Bytes of it at most.
  static let maximumBytes = 256 << 20

  private let descriptor: Int32
  private var count = 0
  /// Why it is not whole; nil: it is, so far.
  private(set) var error: FileError?

  /// An empty file.
  init() {
    descriptor = tui_memory_file()
    if descriptor < 0 { error = FileError(system: errno) }
  }

  /// Appends bytes; false when it takes no more.
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

  /// The slide that it is.
  var slide: Slide {
    if let error { return Slide(.broken(entry: "standard input", reason: error.description)) }
    return Slide(.input(Path("/proc/\(getpid())/fd/\(descriptor)")))
  }
}
