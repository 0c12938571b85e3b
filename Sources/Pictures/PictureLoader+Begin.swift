import Decks
import Downloads
import ExternalDecoders
import System

extension PictureLoader {
  /// Begins to load a picture on a thread for that; `body` is told what came of it there, nil being any failure.
  package func begin(
    _ key: PictureKey, _ body: @escaping @Sendable (LoadedPicture?) -> Void
  ) -> Task<Void, Never> {
    Task.detached(executorPreference: LoadingThreads.shared) {
      body(await LoadingThreads.shared.loading { try? load(key) })
    }
  }
}
