import Decks
import Downloads
import ExternalDecoders
import Fetching
import System

/// The file to decode a picture from: the slide's own file, or the cached copy of its URL.
struct PictureFile {
  let path: Path
  /// The extension of the file's name or of the URL's path; nil if there is none.
  let fileExtension: String?
  /// In seconds since 1970; nil if the file's time does not apply to the picture (URLs and standard input).
  let modificationTime: Int?
  /// The stamp of a cached copy, to detect that the file has been replaced; nil for other files.
  let stamp: FileStamp?

  /// The file of a key.
  ///
  /// - Throws: `LoadError` if the entry is broken or the URL has not been downloaded.
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
