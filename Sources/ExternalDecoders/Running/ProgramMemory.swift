import Glibc
import Imaging
import System

/// The memory of an external program: both its reservation and the limit that it runs with (RLIMIT_DATA).
///
/// The need of a program cannot be known in advance. The first attempt gets the usual memory for pictures of this size.
/// If it fails for whatever reason, a second attempt gets the whole budget: messages do not tell reliably that memory
/// was short.
package struct ProgramMemory {
  /// The minimum memory of a program, in bytes: for its data segment, and for the stacks of its threads (8 MiB each).
  static let minimum = 128 << 20 + min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 16) * (16 << 20)

  /// Bytes that pictures of the declared size usually take; 0 if it is not declared.
  private let declared: Int
  /// Bytes for the first attempt.
  let expected: Int
  /// Bytes for the second attempt.
  let maximum: Int

  /// Memory for a picture.
  ///
  /// - Parameters:
  ///   - fileBytes: the size of the file, in bytes. A photograph takes about twenty times as much in the programs'
  ///     buffers; a well-compressed picture takes more.
  ///   - pixelBytes: bytes for the pixels that the file declares.
  ///   - resultBytes: bytes of the picture at the requested size, at which drawings are drawn.
  ///   - limit: the budget, in bytes.
  init(_ kind: ForeignFormat.Kind, fileBytes: Int, pixelBytes: Int = 0, resultBytes: Int, limit: Int) {
    let scaled: Int
    switch kind {
    case .still: scaled = max(fileBytes.clampedProduct(24), pixelBytes)
    case .drawing: scaled = fileBytes.clampedProduct(24) / 2 + resultBytes.clampedProduct(2) / 2
    case .document: scaled = fileBytes.clampedProduct(2)
    case .video, .sequence: scaled = 256 << 20
    }
    let wanted = ProgramMemory.minimum + min(scaled, 1 << 40) + min(resultBytes, 1 << 40)
    declared = pixelBytes > 0 ? ProgramMemory.minimum + min(pixelBytes, 1 << 40) : 0
    // If the whole budget is less than the minimum, the reservation of the minimum is refused.
    maximum = max(limit, ProgramMemory.minimum)
    expected = min(wanted, maximum)
  }

  /// The memory for playing a video, in bytes. It is held as long as the video's slide is shown, so it leaves room for
  /// others.
  package static func ofVideo(within limit: Int) -> Int { max(minimum, min(minimum + 256 << 20, limit / 2)) }

  /// Makes an attempt, and another one with all memory if the first failed within less.
  ///
  /// - Throws: the error of the last attempt; if its message is about memory and a picture of the declared size usually
  ///   takes more than all, `.needsMemory`.
  func trying<Value>(_ body: (_ bytes: Int) throws(ExternalDecodeError) -> Value) throws(ExternalDecodeError) -> Value {
    do throws(ExternalDecodeError) {
      return try body(expected)
    } catch {
      guard expected < maximum, error.mayLackMemory else { throw reported(error) }
    }
    do throws(ExternalDecodeError) { return try body(maximum) } catch { throw reported(error) }
  }

  private func reported(_ error: ExternalDecodeError) -> ExternalDecodeError {
    declared > maximum && error.isAboutMemory ? .image(.needsMemory(declared, limit: maximum)) : error
  }
}

extension ExternalDecodeError {
  /// Whether more memory might have prevented the failure.
  fileprivate var mayLackMemory: Bool {
    switch self {
    case .program(.failed), .image(.needsMemory(_, limit: _)): true
    case .file, .image, .program: false
    }
  }

  /// Whether the program's message is about memory, or it crashed.
  fileprivate var isAboutMemory: Bool {
    guard case .program(.failed(_, _, let message)) = self else { return false }
    let text = message.lowercased()
    return ["memory", "alloc", "exhausted", "buffer", "jxl_check", "ended by signal"].contains { text.includes($0) }
  }
}
