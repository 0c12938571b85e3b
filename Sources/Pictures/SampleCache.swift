import Bitmaps
package import Decks
import Decoding
import Dispatch
import Imaging
import Memory
import Synchronization
import System

/// The decoded samples of the picture in the viewer, so that each part of it that comes into view is only scaled.
///
/// They are kept in memory that the budget reclaims as soon as a decode would have to wait for it. Requests for parts of
/// a picture share one decode, which continues if its request is canceled: the picture has then been panned, and another
/// part of it will be requested.
package final class SampleCache: Sendable {
  /// A page of a version of a picture's file.
  struct Source: Hashable {
    let path: Path
    let page: Int
    let stamp: FileStamp
  }

  /// Samples and the memory reserved for them, which is released when nobody uses them anymore.
  final class Samples: Sendable {
    let picture: any DecodedSamples
    let reservation: DecodeBudget.Reservation

    init(_ picture: any DecodedSamples, _ reservation: DecodeBudget.Reservation) {
      self.picture = picture
      self.reservation = reservation
    }
  }

  private final class InFlightDecode: Sendable {
    let source: Source
    let decode: any SampleDecoding
    /// The result for those who wait for it; nil if the decode has failed.
    let result = Mutex<Samples?>(nil)
    let end = DispatchGroup()
    /// The number of requests that wait for it, besides the one that decodes.
    let waiterCount = Atomic(0)
    /// Whether it should stop unless its own request still needs it.
    let isAbandoned = Atomic(false)

    init(_ source: Source, _ decode: any SampleDecoding) {
      self.source = source
      self.decode = decode
      end.enter()
    }
  }

  private struct State {
    /// The only slide whose samples are kept.
    var location: Location?
    /// The samples of one file, at different scales; the most recently used are last.
    var cached: [(source: Source, samples: Samples)] = []
    var inFlight: [InFlightDecode] = []
  }

  /// The maximum number of scales that are kept: a window may need one for its cells and one for its pixels.
  private static let maxScales = 2
  /// The interval in milliseconds at which a waiting request checks whether it has been canceled.
  private static let pollInterval = 50

  private let isMemoryShort: @Sendable () -> Bool
  private let state = Mutex(State())

  /// An empty cache.
  ///
  /// - Parameter isMemoryShort: whether the system is short of memory; then nothing is kept.
  package init(isMemoryShort: @escaping @Sendable () -> Bool = { MemoryPressure.isHigh }) {
    self.isMemoryShort = isMemoryShort
  }

  /// The bytes of the kept samples.
  package var byteCount: Int { state.withLock { $0.cached.reduce(0) { $0 + $1.samples.picture.byteCount } } }

  /// The number of requests that wait for a decode by another one.
  var waiterCount: Int {
    state.withLock { $0.inFlight.reduce(0) { $0 + $1.waiterCount.load(ordering: .relaxed) } }
  }

  // MARK: - What to keep

  /// Sets the slide whose samples are kept from now on, and frees those of all others.
  package func keep(only location: Location?) {
    // Released outside the lock.
    _ = state.withLock { state -> [Samples] in
      guard state.location != location else { return [] }
      state.location = location
      return SampleCache.free(&state)
    }
  }

  /// Frees all samples, and stops decodes that only they continue for.
  ///
  /// - Returns: the bytes of the samples.
  @discardableResult
  package func removeAll() -> Int {
    let freed = state.withLock { SampleCache.free(&$0) }
    return freed.reduce(0) { $0 + $1.picture.byteCount }
  }

  /// Frees all samples if memory is short.
  func removeIfMemoryIsShort() {
    let isEmpty = state.withLock { $0.cached.isEmpty }
    if !isEmpty, isMemoryShort() { removeAll() }
  }

  /// Whether the samples of a slide are kept.
  func keeps(_ location: Location) -> Bool { state.withLock { $0.location == location } }

  /// Removes all samples and returns them, to be released outside the lock.
  private static func free(_ state: inout State) -> [Samples] {
    defer { state.cached = [] }
    for pending in state.inFlight where pending.waiterCount.load(ordering: .relaxed) == 0 {
      pending.isAbandoned.store(true, ordering: .relaxed)
    }
    return state.cached.map(\.samples)
  }

  // MARK: - Samples

  /// The samples for a region: kept ones, or those of a decode in progress, after waiting for it. Nil if there are none.
  ///
  /// - Throws: `LoadError.cancelled` if the task is canceled in the meantime.
  func samples(of source: Source, for region: ScaledRegion) throws(LoadError) -> Samples? {
    let (cached, pending) = state.withLock { state -> (Samples?, InFlightDecode?) in
      if let index = state.cached.firstIndex(where: { $0.source == source && $0.samples.picture.serves(region) }) {
        let entry = state.cached.remove(at: index)
        state.cached.append(entry)
        return (entry.samples, nil)
      }
      let pending = state.inFlight.first { $0.source == source && $0.decode.serves(region) }
      pending?.waiterCount.add(1, ordering: .relaxed)
      return (nil, pending)
    }
    guard let pending else { return cached }
    defer { pending.waiterCount.subtract(1, ordering: .relaxed) }
    while pending.end.wait(timeout: .now() + .milliseconds(SampleCache.pollInterval)) == .timedOut {
      if Task.isCancelled { throw .cancelled }
    }
    return pending.result.withLock { $0 }
  }

  /// Decodes samples for a region, and keeps them if they are those of the slide to keep.
  ///
  /// - Parameter reservation: the memory for the decode.
  /// - Returns: nil if another decode in progress serves the region.
  /// - Throws: the errors of the decode; `.cancelled` if nobody needs the samples any longer.
  func decode(
    _ decode: any SampleDecoding, of source: Source, for region: ScaledRegion, in location: Location,
    _ reservation: DecodeBudget.Reservation
  ) throws(ImageError) -> Samples? {
    let pending = InFlightDecode(source, decode)
    let isFirst = state.withLock { state in
      if state.inFlight.contains(where: { $0.source == source && $0.decode.serves(region) }) { return false }
      state.inFlight.append(pending)
      return true
    }
    defer { pending.end.leave() }
    guard isFirst else { return nil }
    defer { state.withLock { state in state.inFlight.removeAll { $0 === pending } } }
    reservation.setReclaimer { [weak self] in self?.removeAll() }
    let picture = try decode.run { !Task.isCancelled || !pending.isAbandoned.load(ordering: .relaxed) }
    let samples = Samples(picture, reservation)
    pending.result.withLock { $0 = samples }
    if insert(samples, of: source, in: location) { reservation.setReclaimer { [weak self] in self?.removeAll() } }
    return samples
  }

  /// Keeps samples unless they are not those to keep. Returns whether they are kept.
  private func insert(_ samples: Samples, of source: Source, in location: Location) -> Bool {
    let isShort = isMemoryShort()
    let old = state.withLock { state -> [Samples]? in
      guard state.location == location, !isShort else { return nil }
      let old = state.cached
      let current = old.filter { $0.source == source }.suffix(SampleCache.maxScales - 1)
      state.cached = current + [(source, samples)]
      return old.map(\.samples)
    }
    return old != nil
  }
}
