/// The one truth about pictures: who asks for what, what is under way, what is kept.
///
/// One load per key however many ask; a load that nobody waits for any more is cancelled.
package actor PictureStore {
  private struct Flight {
    let number: UInt64
    let task: Task<Result<LoadedPicture, LoadError>, Never>
    var askers: Int
  }

  private let load: @Sendable (PictureKey) async -> Result<LoadedPicture, LoadError>
  private var inFlight: [PictureKey: Flight] = [:]
  private var cache: PictureCache
  private var flights: UInt64 = 0

  /// A store over a loader.
  ///
  /// - Parameters:
  ///   - memoryLimit: bytes of decoded pictures to keep.
  ///   - load: how a picture is had; it runs off this actor and heeds its task's cancellation.
  package init(
    memoryLimit: Int = 64 << 20,
    load: @escaping @Sendable (PictureKey) async -> Result<LoadedPicture, LoadError>
  ) {
    cache = PictureCache(limit: memoryLimit)
    self.load = load
  }

  /// A store over files.
  package init(memoryLimit: Int = 64 << 20, loader: PictureLoader) {
    self.init(memoryLimit: memoryLimit) { key in await PictureStore.decode(key, with: loader) }
  }

  /// The picture: kept, under way, or loaded now.
  ///
  /// When the asking task is cancelled, and no one else waits, the load is cancelled too. Failures are not kept: asking
  /// again tries again.
  package func picture(for key: PictureKey) async -> Result<LoadedPicture, LoadError> {
    if let kept = cache.picture(for: key) { return .success(kept) }
    let flight = join(key)
    let result = await withTaskCancellationHandler {
      await flight.task.value
    } onCancel: {
      Task { await self.leave(key, flight: flight.number) }
    }
    if inFlight[key]?.number == flight.number {
      inFlight[key] = nil
      if case .success(let picture) = result { cache.insert(picture, for: key) }
    }
    return result
  }

  /// Forgets what is kept, so that changed files are read again. What is under way finishes for those who wait for it,
  /// and is not kept.
  package func removeAll() {
    cache.removeAll()
    inFlight.removeAll()
  }

  private func join(_ key: PictureKey) -> Flight {
    if var known = inFlight[key] {
      known.askers += 1
      inFlight[key] = known
      return known
    }
    flights += 1
    let load = load
    let flight = Flight(number: flights, task: Task { await load(key) }, askers: 1)
    inFlight[key] = flight
    return flight
  }

  private func leave(_ key: PictureKey, flight number: UInt64) {
    guard var flight = inFlight[key], flight.number == number else { return }
    flight.askers -= 1
    if flight.askers == 0 {
      flight.task.cancel()
      inFlight[key] = nil
    } else {
      inFlight[key] = flight
    }
  }

  @concurrent
  private static func decode(_ key: PictureKey, with loader: PictureLoader) async -> Result<LoadedPicture, LoadError> {
    do throws(LoadError) { return .success(try loader.load(key)) } catch { return .failure(error) }
  }
}
