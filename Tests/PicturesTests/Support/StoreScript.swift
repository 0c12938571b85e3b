import PictureTestSupport
import Pictures

/// A store whose loads a test controls, and requests to it.
struct StoreScript {
  let loads = HeldLoads()
  let store: PictureStore

  init() {
    let loads = loads
    store = PictureStore { await loads.load($0) }
  }

  /// Requests a picture.
  func ask(_ key: PictureKey = key("a")) -> Task<Result<LoadedPicture, LoadError>, Never> {
    Task { [store] in await store.picture(for: key) }
  }

  /// Returns once exactly this many requests wait for a key.
  func waitForWaiters(_ count: Int, for key: PictureKey = key("a")) async {
    while await store.waiters(for: key) != count { await Task.yield() }
  }
}

/// Returns the serial of the loaded picture, or nil if loading failed.
func serial(of result: Result<LoadedPicture, LoadError>) -> UInt64? { try? result.get().serial }
