import Glibc
import Imaging
import System

/// The memory of an external program: both its reservation and the limit that it runs with (RLIMIT_DATA).
///
/// The need of a program cannot be known in advance. The first attempt gets the usual memory for pictures of this size;
/// if that is too little, a second attempt gets the whole budget.
package struct ProgramMemory {
  /// The minimum memory of a program, in bytes: for its data segment, and for the stacks of its threads (8 MiB each).
  static let least = 128 << 20 + min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 16) * (16 << 20)

  /// Bytes for the first attempt.
  let usual: Int
  /// Bytes for the second attempt.
  let most: Int

  /// Memory for a picture.
  ///
  /// - Parameters:
  ///   - fileBytes: the size of the file, in bytes. A photograph takes about twenty times as much in the programs'
  ///     buffers.
  ///   - resultBytes: bytes of the picture at the requested size, at which drawings are drawn.
  ///   - limit: the budget, in bytes.
  init(_ kind: ForeignFormat.Kind, fileBytes: Int, resultBytes: Int, limit: Int) {
    let scaled: Int
    switch kind {
    case .still: scaled = ProgramMemory.product(fileBytes, 24)
    case .drawing: scaled = ProgramMemory.product(fileBytes, 24) / 2 + ProgramMemory.product(resultBytes, 2) / 2
    case .document: scaled = ProgramMemory.product(fileBytes, 2)
    case .video: scaled = 256 << 20
    }
    let wanted = ProgramMemory.least + min(scaled, 1 << 40) + min(resultBytes, 1 << 40)
    // If the whole budget is less than the minimum, the reservation of the minimum is refused.
    most = max(limit, ProgramMemory.least)
    usual = min(wanted, most)
  }

  /// The memory for playing a video, in bytes. It is held as long as the video's slide is shown, so it leaves room for
  /// others.
  package static func ofVideo(within limit: Int) -> Int { max(least, min(least + 256 << 20, limit / 2)) }

  /// Makes an attempt, and another one with all memory if the first ran out of it.
  func trying<Value>(_ body: (_ bytes: Int) throws(ExternalDecodeError) -> Value) throws(ExternalDecodeError) -> Value {
    do throws(ExternalDecodeError) {
      return try body(usual)
    } catch {
      guard usual < most, error.isOutOfMemory else { throw error }
      return try body(most)
    }
  }

  /// A product, clamped instead of overflowing.
  private static func product(_ number: Int, _ factor: Int) -> Int {
    let (product, overflow) = max(0, number).multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}

extension ExternalDecodeError {
  /// Whether the program failed for lack of memory: its message says so, or it crashed.
  var isOutOfMemory: Bool {
    switch self {
    case .program(.failed(_, _, let words)):
      let words = words.lowercased()
      return ["memory", "alloc", "exhausted", "ended by signal"].contains { words.contains($0) }
    case .image(.needsMemory(_, limit: _)): return true
    case .file, .image, .program: return false
    }
  }
}
