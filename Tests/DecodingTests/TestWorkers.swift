import Decoding
import Foundation
import Glibc
import System
import Testing
import TestSupport

/// Workers of a zygote that runs as a program beside the tests.
final class TestWorkers {
  let decoder: DecodingWorkers
  let process: ChildProcess

  /// Starts a zygote.
  ///
  /// - Parameters:
  ///   - megabytes: the memory of each worker.
  ///   - lacking: the error number of the calls that isolation needs; nil if they succeed.
  ///   - gracePeriod: how long answers may take beyond the decoder's own time limit.
  init(megabytes: Int = 512, isolation: Isolation = .auto, lacking: Int32? = nil, gracePeriod: Duration = .seconds(100))
    throws
  {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(filePath: tests).deletingLastPathComponent()
    let program = folder.appending(path: "decode-zygote").path
    var ends: [Int32] = [-1, -1]
    let flags = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try unsafe SystemFailure.check("socketpair", socketpair(AF_UNIX, flags, 0, &ends) == 0 ? 0 : errno)
    defer { close(ends[1]) }
    var command = [program]
    if let lacking { command = [folder.appending(path: "lacking-kernel").path, "\(lacking)", program] }
    var launch = Launch(program: command[0], arguments: Array(command.dropFirst()), environment: [:])
    launch.others = [3: ends[1]]
    process = try launch.start()
    let zygote = ForkedZygote(socket: ends[0]).limited(by: isolation, memory: megabytes << 20)
    decoder = try DecodingWorkers(#require(zygote), gracePeriod: gracePeriod)
  }
}

/// The pictures of `ImagingTests`.
enum Fixtures {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("ImagingTests/Fixtures").path

  static func names(in subfolder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(subfolder)")) ?? []).sorted()
      .map { "\(subfolder)/\($0)" }
  }

  static func file(_ name: String) throws -> RegularFile { try RegularFile(Path("\(folder)/\(name)"), limit: .max) }

  /// An in-memory file.
  static func file(_ bytes: [UInt8]) throws -> RegularFile {
    let buffer = try #require(SharedBuffer(bytes: bytes.count))
    _ = unsafe bytes.withUnsafeBytes { unsafe SharedBuffer.write($0, to: buffer.descriptor) }
    return try RegularFile(opened: dup(buffer.descriptor), limit: .max)
  }
}
