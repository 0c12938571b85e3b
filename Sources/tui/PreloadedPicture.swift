import Decks
import Pictures
import Synchronization
import System

/// A picture that was decoded to see whether it can be: who asks for it in that shape need not decode it again.
final class PreloadedPicture: Sendable {
  /// The file.
  let path: Path
  private let key: PictureKey
  private let picture: Mutex<LoadedPicture?>

  /// Decodes it.
  ///
  /// - Throws: `LoadError` where it cannot be.
  init(_ path: Path, shape: PictureShape, loader: PictureLoader) throws(LoadError) {
    self.path = path
    key = PictureKey(location: .file(path), shape: shape)
    picture = Mutex(try loader.load(key))
  }

  /// The picture; nil for any other. It serves once: whoever asks for the same again does so because the file has changed.
  func claim(for key: PictureKey) -> LoadedPicture? {
    guard key == self.key else { return nil }
    return picture.withLock { picture in
      defer { picture = nil }
      return picture
    }
  }
}
