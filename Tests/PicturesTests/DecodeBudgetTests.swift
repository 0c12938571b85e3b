import Bitmaps
import Decks
import Dispatch
@testable import ExternalDecoders
import Glibc
import Imaging
import PictureTestSupport
@testable import Pictures
import Synchronization
import TestSupport
import Testing

/// One memory budget for everything that decodes.
final class DecodeBudgetTests {
  private let folder = TemporaryFolder()
  private let fakes = FakePrograms()

  deinit { folder.remove() }

  private func file(_ bytes: [UInt8], _ name: String = "a.png") -> PictureKey {
    folder.file(name, bytes)
    return PictureKey(location: .file(folder(name)), shape: shape(2, 2))
  }

  /// The result of a load.
  private final class Outcome: Sendable {
    private let result = Mutex<Result<LoadedPicture, LoadError>?>(nil)
    var value: Result<LoadedPicture, LoadError>? { result.withLock { $0 } }
    func take(_ value: Result<LoadedPicture, LoadError>) { result.withLock { $0 = value } }
  }

  private func begin(_ key: PictureKey, _ loader: PictureLoader) -> (task: Task<Void, Never>, outcome: Outcome) {
    let outcome = Outcome()
    let task = Task.detached(executorPreference: LoadingThreads.shared) {
      do throws(LoadError) { outcome.take(.success(try loader.load(key))) } catch { outcome.take(.failure(error)) }
    }
    return (task, outcome)
  }

  @Test func `a picture beyond the memory budget is refused with the flag that allows it`() throws {
    let budget = DecodeBudget(limit: 1 << 20)
    let loader = PictureLoader(budget: budget)
    let error = try #require(throws: LoadError.self) { try loader.load(file(Samples.png)) }
    guard case .image(.needsMemory(let needed, 1 << 20)) = error else {
      Issue.record("\(error)")
      return
    }
    let megabytes = (needed + (1 << 20) - 1) >> 20
    expect(error.description, equals: "needs \(megabytes) MB of memory; --decode-memory \(megabytes) allows it")
    expect(budget.reservedBytes, equals: 0)
    #expect(throws: Never.self) {
      try PictureLoader(budget: DecodeBudget(limit: megabytes << 20)).load(file(Samples.png))
    }
  }

  @Test func `a load waits until the budget has room for it and releases its memory at the end`() throws {
    let budget = DecodeBudget(limit: 64 << 20)
    var held: DecodeBudget.Reservation? = try budget.reserve(60 << 20)
    let (_, outcome) = begin(file(Samples.png), PictureLoader(budget: budget))
    #expect(waitUntil { budget.waitingCount == 1 })
    #expect(outcome.value == nil)
    withExtendedLifetime(held) {}
    held = nil
    #expect(waitUntil { outcome.value != nil })
    #expect(throws: Never.self) { try outcome.value?.get() }
    #expect(waitUntil { budget.reservedBytes == 0 })
  }

  @Test func `a cancelled load stops waiting for memory`() throws {
    let budget = DecodeBudget(limit: 64 << 20)
    let held = try budget.reserve(60 << 20)
    let (task, outcome) = begin(file(Samples.png), PictureLoader(budget: budget))
    #expect(waitUntil { budget.waitingCount == 1 })
    task.cancel()
    #expect(waitUntil { outcome.value != nil })
    guard case .failure(.image(.cancelled)) = outcome.value else {
      Issue.record("\(String(describing: outcome.value))")
      return
    }
    expect(budget.waitingCount, equals: 0)
    expect(budget.reservedBytes, equals: held.bytes)
  }

  @Test func `an immediate reservation fails instead of waiting for memory`() throws {
    let budget = DecodeBudget(limit: 1 << 20)
    let held = try budget.reserve(1 << 20)
    #expect(budget.reserveNow(1) == nil)
    expect(budget.waitingCount, equals: 0)
    withExtendedLifetime(held) {}
  }

  @Test func `a player reserves memory until it is released`() async throws {
    let gif = Samples.decoded(
      "R0lGODlhAgACAPAAAP8AAAAAACH5BAAKAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAAgACAAACAoRRACH5BAAUAAAALAAAAAACAAIAgAD/AAAAAAIChFEAOw=="
    )
    let budget = DecodeBudget(limit: 256 << 20)
    let loader = PictureLoader(budget: budget)
    let size = PixelSize(width: 2, height: 2)
    var player: PicturePlayer? = PicturePlayer(file(gif, "a.gif"), natural: size, loader: loader)
    let first = await withCheckedContinuation { continuation in player?.next { continuation.resume(returning: $0) } }
    guard case .frame = first else {
      Issue.record("\(first)")
      return
    }
    #expect(budget.reservedBytes > 0)
    player = nil
    #expect(waitUntil { budget.reservedBytes == 0 })
  }

  // MARK: Programs

  @Test func `a file is inspected only once memory for its content is reserved`() throws {
    let budget = DecodeBudget(limit: 1 << 30)
    var held: DecodeBudget.Reservation? = try budget.reserve(1 << 30)
    // A TGA of gray and alpha without pixels.
    var targa = [UInt8](repeating: 0, count: 18)
    (targa[2], targa[12], targa[14], targa[16]) = (3, 8, 8, 16)
    let programs = DecoderPrograms(finder: fakes.finder, budget: budget)
    let error = Mutex<(any Error)?>(nil)
    let queue = DispatchQueue(label: "decoding")
    queue.async { [targa] in
      do { _ = try programs.picture(targa, named: "tga") } catch let failure { error.withLock { $0 = failure } }
    }
    #expect(waitUntil { budget.waitingCount == 1 })
    #expect(error.withLock { $0 } == nil)
    withExtendedLifetime(held) {}
    held = nil
    queue.sync {}
    expect(error.withLock { $0 as? ExternalDecodeError }, equals: .image(.truncated(format: "TGA")))
  }

  private let red = Array("P6 1 1 255\n".utf8) + [255, 0, 0]

  private func picture(_ script: String, budget: DecodeBudget) throws -> Bitmap {
    try fakes.program("ffmpeg", script)
    let programs = DecoderPrograms(finder: fakes.finder, budget: budget)
    return try programs.picture(red, size: PixelSize(width: 1, height: 1)).bitmap
  }

  @Test func `a program's memory limit is its reservation, which is released when it ends`() throws {
    let budget = DecodeBudget(limit: 1 << 30)
    let expected = ProgramMemory(.still, fileBytes: red.count, resultBytes: 0, limit: budget.limit).expected
    let script = #"[ $(ulimit -d) = \#(expected >> 10) ] && printf 'P6 1 1 255\n\377\000\000'"#
    try expect(picture(script, budget: budget).pixels, equals: [Samples.red])
    expect(budget.reservedBytes, equals: 0)
  }

  @Test(arguments: ["Cannot allocate memory", "get_encode_buffer() failed", "bad luck", ""])
  func `a program that fails for any reason is retried with the whole budget`(message: String) throws {
    let budget = DecodeBudget(limit: 1 << 30)
    let script = """
      [ $(ulimit -d) -lt 1048576 ] && { echo '\(message)' >&2; exit 1; }
      printf 'P6 1 1 255\\n\\377\\000\\000'
      """
    try expect(picture(script, budget: budget).pixels, equals: [Samples.red])
    expect(budget.reservedBytes, equals: 0)
  }

  @Test func `a program's memory limit follows from the size that the file declares`() throws {
    let budget = DecodeBudget(limit: 1 << 30)
    let expected = ProgramMemory.minimum + 4000 * 2250 * 40
    try fakes.program("ffmpeg", #"[ $(ulimit -d) = \#(expected >> 10) ] && printf 'P6 1 1 255\n\377\000\000'"#)
    let programs = DecoderPrograms(finder: fakes.finder, budget: budget)
    let large = Array("PF\n4000 2250 -1\n".utf8)
    try expect(programs.picture(large, size: PixelSize(width: 1, height: 1)).bitmap.pixels, equals: [Samples.red])
  }

  @Test func `a picture larger than the budget is reported with the memory that it usually takes`() throws {
    let budget = DecodeBudget(limit: 1 << 30)
    try fakes.program("ffmpeg", "echo 'get_buffer() failed' >&2; exit 1")
    let programs = DecoderPrograms(finder: fakes.finder, budget: budget)
    let needed = ProgramMemory.minimum + 6000 * 5000 * 40
    #expect(throws: ExternalDecodeError.image(.needsMemory(needed, limit: 1 << 30))) {
      try programs.picture(Array("PF\n6000 5000 -1\n".utf8))
    }
    try fakes.program("ffmpeg", "echo 'bad header' >&2; exit 1")
    #expect(throws: ExternalDecodeError.program(.failed(.ffmpeg, format: "PFM", message: "bad header"))) {
      try programs.picture(Array("PF\n6000 5000 -1\n".utf8))
    }
  }

  @Test func `a budget too small for programs is reported with the memory needed`() {
    let budget = DecodeBudget(limit: 32 << 20)
    #expect(throws: ExternalDecodeError.image(.needsMemory(ProgramMemory.minimum, limit: 32 << 20))) {
      try picture("exit 1", budget: budget)
    }
  }

  @Test func `a program's memory limit grows with its input, within the budget`() {
    func expected(_ kind: ForeignFormat.Kind, _ megabytes: Int, result: Int = 0, limit: Int = 1 << 30) -> Int {
      (ProgramMemory(kind, fileBytes: megabytes << 20, resultBytes: result << 20, limit: limit).expected
        - ProgramMemory.minimum) >> 20
    }
    expect(expected(.still, 2), equals: 48)
    expect(expected(.still, 1_000), equals: (1 << 30 - ProgramMemory.minimum) >> 20)
    let many = ProgramMemory(.still, fileBytes: 1 << 20, pixelBytes: 96 << 20, resultBytes: 0, limit: 1 << 30)
    expect(many.expected, equals: ProgramMemory.minimum + 96 << 20)
    expect(expected(.drawing, 2, result: 10), equals: 24 + 20)
    expect(expected(.document, 30), equals: 60)
    expect(expected(.video, 5_000), equals: 256)
    expect(ProgramMemory(.still, fileBytes: .max, resultBytes: .max, limit: 1 << 30).expected, equals: 1 << 30)
    expect(ProgramMemory.ofVideo(within: 2 << 30), equals: ProgramMemory.minimum + 256 << 20)
    expect(ProgramMemory.ofVideo(within: 1), equals: ProgramMemory.minimum)
  }
}
