import Decks
import Downloads
import ExternalDecoders
import Fetching
import System

/// The file that a picture is decoded from: the slide's own, or what was fetched of its URL.
struct PictureFile {
  let path: Path
  /// What its name ends in; of a URL, its path.
  let fileExtension: String?
  /// Seconds since 1970; nil where the file's own time says nothing of the picture.
  let modificationTime: Int?
  /// Of a body of the cache: the file must still be the one that was found.
  let stamp: FileStamp?

  /// The file of a key.
  ///
  /// - Throws: `LoadError` where there is none.
  init(of key: PictureKey) throws(LoadError) {
    switch key.location {
    case .broken(_, let reason): throw .broken(reason: reason)
    case .file(let path), .page(let path, _):
      self.path = path
      fileExtension = path.fileExtension
      modificationTime = FileBytes.modificationTime(of: path)
      stamp = nil
    case .input(let path):
      self.path = path
      fileExtension = nil
      modificationTime = nil
      stamp = nil
    case .url(let url):
      guard let copy = key.copy else {
        throw .fetch(FetchFailure(.other, "it has not been downloaded", isTransient: true))
      }
      path = copy.path
      stamp = copy.stamp
      fileExtension = WebAddress.fileExtension(of: url)
      modificationTime = nil
    }
  }
}
