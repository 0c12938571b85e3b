import Bitmaps
import Decks
import Decoding
import Imaging
import PictureTestSupport
@testable import Pictures
import Synchronization
import System
import TestSupport
import Testing

/// Requests for parts of a picture share one decode of its samples.
struct SampleDecodeTests {
  private let budget = DecodeBudget(limit: 256 << 20)
  private let samples = SampleCache { false }
  private let location = Location.file(Path("a"))
  private let source = SampleCache.Source(path: Path("a"), page: 1, stamp: FileStamp(inode: 1, size: 2, modified: 3))
  private let clock = WatchedClock(isHeld: true)

  /// The result of a request on another thread.
  private final class Outcome: Sendable {
    private let result = Mutex<Result<SampleCache.Samples?, any Error>?>(nil)
    var value: Result<SampleCache.Samples?, any Error>? { result.withLock { $0 } }
    func take(_ value: Result<SampleCache.Samples?, any Error>) { result.withLock { $0 = value } }
    var isCanceled: Bool { if case .failure(ImageError.cancelled) = value { true } else { false } }
    var samples: SampleCache.Samples? { if case .success(let samples) = value { samples } else { nil } }
  }

  private func begin(
    _ body: @escaping @Sendable () throws -> SampleCache.Samples?
  ) -> (task: Task<Void, Never>, outcome: Outcome) {
    let outcome = Outcome()
    let task = Task.detached(executorPreference: BlockingExecutor()) { outcome.take(Result(catching: body)) }
    return (task, outcome)
  }

  private func region(_ column: Int, percent: Int = 100) throws -> ScaledRegion {
    try #require(DetailedPictures.region(PixelSize(width: 45, height: 31), column, 0, percent: percent))
  }

  /// Begins to decode an interlaced PNG on another thread; the decode waits for the clock.
  private func decode() throws -> (task: Task<Void, Never>, outcome: Outcome) {
    let image = try EncodedImage(DetailedPictures.bytes("png-rgba-interlaced.png"), clock: clock)
    let region = try region(0)
    let decode = try #require(image.sampleDecode(for: region))
    let reservation = Mutex<DecodeBudget.Reservation?>(try budget.reserve(image.heldBytes + decode.decodingBytes))
    let begun = begin { [samples, source, location] in
      guard let reservation = reservation.withLock({ $0.take() }) else { return nil }
      return try samples.decode(decode, of: source, for: region, in: location, reservation)
    }
    #expect(waitUntil { clock.count > 0 })
    return begun
  }

  @Test func `a second request waits for the decode by the first and gets its samples`() throws {
    samples.keep(only: location)
    let first = try decode()
    let region = try region(30)
    let second = begin { [samples, source] in try samples.samples(of: source, for: region) }
    #expect(waitUntil { samples.waiterCount == 1 })
    #expect(first.outcome.value == nil)
    #expect(second.outcome.value == nil)
    clock.release()
    #expect(waitUntil { first.outcome.value != nil && second.outcome.value != nil })
    #expect(first.outcome.samples != nil && first.outcome.samples === second.outcome.samples)
    #expect(try samples.samples(of: source, for: region) === first.outcome.samples)
  }

  @Test func `a second decode of the same samples does not begin`() throws {
    samples.keep(only: location)
    let first = try decode()
    let image = try EncodedImage(DetailedPictures.bytes("png-rgba-interlaced.png"))
    let decode = try #require(image.sampleDecode(for: region(30)))
    #expect(try samples.decode(decode, of: source, for: region(30), in: location, budget.reserve(0)) == nil)
    clock.release()
    #expect(waitUntil { first.outcome.value != nil })
  }

  @Test func `a decode whose request is canceled continues for the next part of the picture`() throws {
    samples.keep(only: location)
    let first = try decode()
    first.task.cancel()
    clock.release()
    #expect(waitUntil { first.outcome.value != nil })
    #expect(first.outcome.samples != nil)
    #expect(try samples.samples(of: source, for: region(30)) === first.outcome.samples)
  }

  @Test func `a canceled decode stops when the viewer closes`() throws {
    samples.keep(only: location)
    let first = try decode()
    first.task.cancel()
    samples.keep(only: nil)
    clock.release()
    #expect(waitUntil { first.outcome.value != nil })
    #expect(first.outcome.isCanceled && samples.byteCount == 0)
    #expect(waitUntil { budget.reservedBytes == 0 })
  }

  @Test func `a canceled decode stops when another one needs its memory`() throws {
    samples.keep(only: location)
    let first = try decode()
    first.task.cancel()
    #expect(budget.reserveNow(budget.limit) == nil)
    clock.release()
    #expect(waitUntil { first.outcome.value != nil })
    #expect(first.outcome.isCanceled && samples.byteCount == 0)
    #expect(waitUntil { budget.reserveNow(budget.limit) != nil })
  }

  @Test func `a decode that is still needed does not stop for another one`() throws {
    samples.keep(only: location)
    let first = try decode()
    #expect(budget.reserveNow(budget.limit) == nil)
    let region = try region(30)
    let second = begin { [samples, source] in try samples.samples(of: source, for: region) }
    #expect(waitUntil { samples.waiterCount == 1 })
    clock.release()
    #expect(waitUntil { first.outcome.value != nil && second.outcome.value != nil })
    #expect(first.outcome.samples != nil && first.outcome.samples === second.outcome.samples)
  }

  @Test func `a request that is canceled while it waits for a decode returns at once`() throws {
    samples.keep(only: location)
    let first = try decode()
    let region = try region(30)
    let second = begin { [samples, source] in try samples.samples(of: source, for: region) }
    #expect(waitUntil { samples.waiterCount == 1 })
    second.task.cancel()
    #expect(waitUntil { second.outcome.value != nil })
    #expect(second.outcome.samples == nil)
    expect(samples.waiterCount, equals: 0)
    clock.release()
    #expect(waitUntil { first.outcome.value != nil })
    #expect(first.outcome.samples != nil)
  }

  @Test func `samples of another version of the file, or at another scale, do not serve`() throws {
    samples.keep(only: location)
    let first = try decode()
    clock.release()
    #expect(waitUntil { first.outcome.value != nil })
    let changed = SampleCache.Source(path: Path("a"), page: 1, stamp: FileStamp(inode: 1, size: 2, modified: 4))
    #expect(try samples.samples(of: changed, for: region(30)) == nil)
    let whole = ScaledRegion(whole: PixelSize(width: 45, height: 31))
    #expect(try samples.samples(of: source, for: whole) == nil)
  }
}
