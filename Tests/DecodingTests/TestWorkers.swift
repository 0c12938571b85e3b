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
  init(
    megabytes: Int = 512, isolation: Isolation = .auto, lacking: Int32? = nil, gracePeriod: Duration = .seconds(100)
  ) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let folder = URL(filePath: tests).deletingLastPathComponent()
    var command = [folder.appending(path: "decode-zygote").path, isolation.rawValue, "\(megabytes << 20)"]
    if let lacking { command = [folder.appending(path: "lacking-kernel").path, "\(lacking)"] + command }
    let (zygote, socket) = try Self.start(command)
    process = zygote
    decoder = DecodingWorkers(WorkerZygote(socket: socket), gracePeriod: gracePeriod)
  }
}

extension TestWorkers {
  /// The workers that have not ended.
  var living: [pid_t] {
    ProcessState.processes.filter { worker in
      guard let state = ProcessState(of: worker) else { return false }
      return state.parent == process.identifier && state.isAlive
    }
  }

  /// Starts a program, and returns our end of the socket that is its descriptor 3.
  private static func start(_ command: [String]) throws -> (process: ChildProcess, socket: Int32) {
    var ends: [Int32] = [-1, -1]
    let flags = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try unsafe SystemFailure.check("socketpair", socketpair(AF_UNIX, flags, 0, &ends) == 0 ? 0 : errno)
    defer { close(ends[1]) }
    var launch = Launch(program: command[0], arguments: Array(command.dropFirst()), environment: [:])
    launch.others = [3: ends[1]]
    return (try launch.start(), ends[0])
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
    let buffer = try #require(SharedBuffer(bytes: bytes.count, isKept: true))
    _ = unsafe bytes.withUnsafeBytes { unsafe SharedBuffer.write($0, to: buffer.descriptor) }
    return try RegularFile(opened: dup(buffer.descriptor), limit: .max)
  }
}
