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
  private(set) var modificationTime: Int?
  /// The stamp of a cached copy, to detect that the file has been replaced; nil for other files.
  let stamp: FileStamp?
  /// The archive's entry, which exists as long as this value; nil for other files.
  private var entry: ExtractedEntry?

  /// The file of a key.
  ///
  /// - Parameter entries: reads archives' entries.
  /// - Throws: `LoadError` if the entry is broken or cannot be read, or the URL has not been downloaded.
  init(of key: PictureKey, _ entries: ArchiveEntries) throws(LoadError) {
    switch key.location {
    case .broken(_, let reason): throw .broken(reason: reason)
    case .entry(let picture):
      let entry = try entries.entry(of: picture)
      self.init(path: entry.path, fileExtension: Path(picture.name).fileExtension)
      modificationTime = entry.modified
      self.entry = entry
    case .file(let path), .page(let path, _):
      self.init(path: path, fileExtension: path.fileExtension)
      modificationTime = FileBytes.modificationTime(of: path)
    case .input(let path): self.init(path: path, fileExtension: nil)
    case .url(let url):
      guard let copy = key.copy else {
        if WebAddress.isFar(url.utf8) { throw .broken(reason: "not an ssh URL: ssh://[user@]host[:port]/path") }
        throw .fetch(FetchFailure(.other, "it has not been downloaded", isTransient: true))
      }
      self.init(path: copy.path, stamp: copy.stamp, fileExtension: WebAddress.fileExtension(of: url))
    }
  }

  /// A file, or a copy, with its stamp, of one that is elsewhere.
  init(path: Path, stamp: FileStamp? = nil, fileExtension: String?) {
    (self.path, self.stamp, self.fileExtension) = (path, stamp, fileExtension)
  }
}
