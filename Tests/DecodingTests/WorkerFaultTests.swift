import Bitmaps
import Decoding
import Foundation
import Glibc
import Imaging
import System
import TestSupport
import Testing

/// What misbehaving decoders can do. The debug build has one that does what a file requests.
struct WorkerFaultTests {
  private static let region = ScaledRegion(whole: PixelSize(width: 5, height: 4))

  /// The error of a file that requests a fault.
  private func error(_ fault: String, _ decoder: DecodingWorkers, limits: DecodingLimits = DecodingLimits()) throws
    -> ImageError?
  {
    let file = try Fixtures.file(Array("tui-fault \(fault)\n".utf8))
    do throws(OpenError) {
      _ = try decoder.open(whole: file, limits: limits, isUpright: false)
      return nil
    } catch {
      guard case .image(let error) = error else { return nil }
      return error
    }
  }

  private func checkThatOthersAreDecoded(_ decoder: DecodingWorkers) throws {
    let file = try Fixtures.file("good/jpeg-420.jpg")
    let picture = try decoder.open(whole: file, limits: DecodingLimits(), isUpright: false)
    try expect(picture.picture(of: Self.region).bitmap.size, equals: Self.region.size)
  }

  @Test(arguments: ["crash", "trap", "abort", "exit", "memory", "lie", "nonsense"])
  func `a worker that crashes costs one picture`(fault: String) throws {
    let workers = try TestWorkers(megabytes: 128)
    for _ in 0..<3 {
      try expect(error(fault, workers.decoder), equals: .crashed(format: nil))
      try checkThatOthersAreDecoded(workers.decoder)
    }
    expect(ImageError.crashed(format: "JPEG").description, equals: "the decoder crashed on this JPEG")
  }

  @Test func `a worker that never answers is killed after the time limit`() throws {
    let workers = try TestWorkers(gracePeriod: .zero)
    var limits = DecodingLimits()
    limits.maxDuration = .milliseconds(1)
    try expect(error("loop", workers.decoder, limits: limits), equals: .tookTooLong(limit: limits.maxDuration))
    try checkThatOthersAreDecoded(workers.decoder)
  }

  @Test func `a worker whose picture is no longer wanted is killed`() async throws {
    let workers = try TestWorkers()
    let decoder = workers.decoder
    let error = await Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try? self.error("loop", decoder)
    }.value
    expect(error, equals: .cancelled)
    try checkThatOthersAreDecoded(decoder)
  }

  @Test(
    .enabled(if: Isolation.missing == nil),
    arguments: [
      "open", "write", "remove", "memory of others", "connect", "kill", "terminal", "fork", "exec", "stat", "code",
      "thread", "dup", "limit", "priority",
    ])
  func `a worker reaches nothing but its socket and its files`(fault: String) throws {
    let workers = try TestWorkers(isolation: .require)
    try expect(error(fault, workers.decoder), equals: .corrupt(format: "file", reason: "the decoder was refused"))
    try checkThatOthersAreDecoded(workers.decoder)
  }

  @Test(.enabled(if: Isolation.missing == nil))
  func `a worker that computes unasked is killed after a second`() throws {
    let workers = try TestWorkers(isolation: .require)
    try expect(error("burn", workers.decoder), equals: .corrupt(format: "file", reason: "the decoder was refused"))
    #expect(waitUntil { workers.living.isEmpty })
    try checkThatOthersAreDecoded(workers.decoder)
  }

  @Test func `a worker can open or pass on 16 files`() throws {
    let workers = try TestWorkers()
    try checkThatOthersAreDecoded(workers.decoder)
    let worker = try #require(workers.living.first)
    let limits = try String(contentsOfFile: "/proc/\(worker)/limits", encoding: .utf8)
    let descriptors = limits.split(separator: "\n").first { $0.hasPrefix("Max open files") }
    expect(descriptors?.split(separator: " ").dropFirst(3), equals: ["16", "16", "files"])
  }

  @Test func `a worker that is not isolated reaches files`() throws {
    let workers = try TestWorkers(isolation: .off)
    try expect(error("stat", workers.decoder), equals: .corrupt(format: "file", reason: "the decoder got out"))
  }

  @Test(arguments: [EPERM, ENOSYS])
  func `without Landlock and seccomp, workers decode and are not isolated`(number: Int32) throws {
    let workers = try TestWorkers(lacking: number)
    try checkThatOthersAreDecoded(workers.decoder)
    try expect(error("stat", workers.decoder), equals: .corrupt(format: "file", reason: "the decoder got out"))
    try expect(error("crash", workers.decoder), equals: .crashed(format: nil))
    try checkThatOthersAreDecoded(workers.decoder)
  }

  @Test func `without Landlock and seccomp, there are no workers if isolation is required`() throws {
    let workers = try TestWorkers(isolation: .require, lacking: EPERM)
    try expect(error("none", workers.decoder), equals: .noDecoder)
  }

  @Test func `workers end when their socket is closed`() throws {
    var workers: TestWorkers? = try TestWorkers()
    try checkThatOthersAreDecoded(#require(workers?.decoder))
    let process = try #require(workers?.process)
    let group = process.identifier
    workers = nil
    expect(process.wait(), equals: .exited(0))
    // The workers are in the zygote's process group.
    #expect(
      waitUntil {
        !ProcessState.processes.compactMap { ProcessState(of: $0) }.contains { $0.group == group && $0.isAlive }
      })
  }

  @Test func `without a zygote there is an error for each picture`() throws {
    let workers = try TestWorkers()
    workers.process.send(signal: SIGKILL)
    _ = workers.process.wait()
    try expect(error("none", workers.decoder), equals: .noDecoder)
  }
}
