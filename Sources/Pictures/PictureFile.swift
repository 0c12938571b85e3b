import Decks
import Decoding
import Downloads
import Fetching
import System

/// The file to decode a picture from: the slide's own file, the cached copy of its URL, or an archive's entry in memory.
struct PictureFile {
  let path: Path
  /// The extension of the file's name or of the URL's path; nil if there is none.
  let fileExtension: String?
  /// In seconds since 1970; nil if the file's time does not apply to the picture (URLs and standard input).
  let modificationTime: Int?
  /// The stamp of a cached copy, to detect that the file has been replaced; nil for other files.
  let stamp: FileStamp?
  /// The archive's entry, which exists as long as this value; nil for other files.
  private let entry: ExtractedEntry?

  /// The file of a key.
  ///
  /// - Parameter entries: reads archives' entries.
  /// - Throws: `LoadError` if the entry is broken or cannot be read, or the URL has not been downloaded.
  init(of key: PictureKey, _ entries: ArchiveEntries) throws(LoadError) {
    guard case .entry(let picture) = key.location else {
      self = try PictureFile(of: key)
      return
    }
    let entry = try entries.entry(of: picture)
    self.entry = entry
    path = entry.path
    fileExtension = Path(picture.name).fileExtension
    modificationTime = entry.modified
    stamp = nil
  }

  /// A copy of a file that is elsewhere.
  init(path: Path, stamp: FileStamp, fileExtension: String?) {
    (self.path, self.stamp, self.fileExtension) = (path, stamp, fileExtension)
    (modificationTime, entry) = (nil, nil)
  }

  private init(of key: PictureKey) throws(LoadError) {
    entry = nil
    switch key.location {
    case .broken(_, let reason): throw .broken(reason: reason)
    case .entry: throw .file(.noSuchFile)
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
        if WebAddress.isFar(url.utf8) { throw .broken(reason: "not an ssh URL: ssh://[user@]host[:port]/path") }
        throw .fetch(FetchFailure(.other, "it has not been downloaded", isTransient: true))
      }
      path = copy.path
      stamp = copy.stamp
      fileExtension = WebAddress.fileExtension(of: url)
      modificationTime = nil
    }
  }
}
