import Glibc
import Imaging
import System

/// How much memory an external program is given: what is reserved for it, and the limit that it runs with (RLIMIT_DATA).
///
/// What a decode takes inside a program is known only to it. The first try has what pictures of that size usually take; where
/// that was too little, a second one has the whole budget.
package struct ProgramMemory {
  /// The least with which programs run, in bytes: their code's data, and eight megabytes of stack for each of their threads.
  static let least = 128 << 20 + min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 16) * (16 << 20)

  /// Bytes for the first try.
  let usual: Int
  /// Bytes for the second.
  let most: Int

  /// Memory for a picture.
  ///
  /// - Parameters:
  ///   - fileBytes: Bytes of its file. A photograph's pixels take some twenty times as much in the programs' buffers.
  ///   - resultBytes: Bytes of the picture at the size wanted, which drawings are drawn at.
  ///   - limit: The budget.
  init(_ kind: ForeignFormat.Kind, fileBytes: Int, resultBytes: Int, limit: Int) {
    let scaled: Int
    switch kind {
    case .still: scaled = ProgramMemory.product(fileBytes, 24)
    case .drawing: scaled = ProgramMemory.product(fileBytes, 24) / 2 + ProgramMemory.product(resultBytes, 2) / 2
    case .document: scaled = ProgramMemory.product(fileBytes, 2)
    case .video: scaled = 256 << 20
    }
    let wanted = ProgramMemory.least + min(scaled, 1 << 40) + min(resultBytes, 1 << 40)
    // What does not run in the whole budget is refused for what it needs at least.
    most = max(limit, ProgramMemory.least)
    usual = min(wanted, most)
  }

  /// Memory for a video that plays: it is held for as long as its slide is shown, so others must find room beside it.
  package static func ofVideo(within limit: Int) -> Int { max(least, min(least + 256 << 20, limit / 2)) }

  /// Runs a try, and another with all of the memory where the first had too little.
  func trying<Value>(_ body: (_ bytes: Int) throws(ExternalDecodeError) -> Value) throws(ExternalDecodeError) -> Value {
    do throws(ExternalDecodeError) {
      return try body(usual)
    } catch {
      guard usual < most, error.isForWantOfMemory else { throw error }
      return try body(most)
    }
  }

  /// A product that is bounded instead of overflowing.
  private static func product(_ number: Int, _ factor: Int) -> Int {
    let (product, overflow) = max(0, number).multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}

extension ExternalDecodeError {
  /// Whether a program has failed as one does that gets no memory: it says so, or crashes.
  var isForWantOfMemory: Bool {
    switch self {
    case .program(.failed(_, _, let words)):
      let words = words.lowercased()
      return ["memory", "alloc", "exhausted", "ended by signal"].contains { words.contains($0) }
    case .image(.needsMemory(_, limit: _)): return true
    case .file, .image, .program: return false
    }
  }
}
