import Decks
import Pictures
import Synchronization
import System

/// A picture decoded in advance to check that it can be; kept so that it need not be decoded again in the same shape.
final class PreloadedPicture: Sendable {
  /// The file.
  let path: Path
  private let key: PictureKey
  private let picture: Mutex<LoadedPicture?>

  /// Decodes the picture.
  ///
  /// - Throws: `LoadError` if it cannot be decoded.
  init(_ path: Path, shape: PictureShape, loader: PictureLoader) throws(LoadError) {
    self.path = path
    key = PictureKey(location: .file(path), shape: shape)
    picture = Mutex(try loader.load(key))
  }

  /// Returns the picture once, or nil for another key; a second request for it means that the file has changed.
  func claim(for key: PictureKey) -> LoadedPicture? {
    guard key == self.key else { return nil }
    return picture.withLock { picture in
      defer { picture = nil }
      return picture
    }
  }
}
