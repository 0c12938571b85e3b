import PictureTestSupport
import Pictures

/// A store over loads that a test holds, and those who ask it.
struct StoreScript {
  let loads = HeldLoads()
  let store: PictureStore

  init() {
    let loads = loads
    store = PictureStore { await loads.load($0) }
  }

  /// Someone who asks.
  func ask(_ key: PictureKey = key("a")) -> Task<Result<LoadedPicture, LoadError>, Never> {
    Task { [store] in await store.picture(for: key) }
  }

  /// Returns once so many wait for a key.
  func areWaiting(_ count: Int, for key: PictureKey = key("a")) async {
    while await store.waiters(for: key) != count { await Task.yield() }
  }
}

/// The serial of the picture that came, nil where none did.
func serial(of result: Result<LoadedPicture, LoadError>) -> UInt64? { try? result.get().serial }
