import Downloads
import Glibc
import System

/// Saves downloads in files that the user keeps.
enum PictureSaver {
  private static let pieceBytes = 1 << 20
  /// The maximum number of names to try: `dusk.jpg`, `dusk-2.jpg` …
  private static let maximumNames = 1000

  /// Writes a copy into a folder under the first free name; existing files are never overwritten.
  ///
  /// - Returns: the message to show.
  static func save(_ copy: FetchedCopy, as name: SavedName, in folder: Path) -> String {
    do throws(FileError) {
      let source = try RegularFile(copy.path, limit: .max, stamp: copy.stamp)
      let (target, saved) = try create(name, in: folder)
      var failure: FileError?
      do throws(FileError) { try write(source, to: target) } catch { failure = error }
      if Glibc.close(target) != 0, failure == nil { failure = FileError(system: errno) }
      guard let failure else { return "saved as ./\(saved)" }
      // A partial file is useless.
      _ = unsafe folder.appending(saved.utf8).withCString { unsafe unlink($0) }
      throw failure
    } catch {
      return "not saved: \(error == .noSuchFile ? "the download is gone from the cache" : error.description)"
    }
  }

  /// Creates a file under the first free name, and opens it for writing.
  private static func create(_ name: SavedName, in folder: Path) throws(FileError) -> (Int32, name: String) {
    for number in 1...maximumNames {
      let candidate = name.numbered(number)
      let descriptor = unsafe folder.appending(candidate.utf8).withCString {
        unsafe open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      }
      if descriptor >= 0 { return (descriptor, candidate) }
      // Here ENOENT means that the folder is missing, not the download.
      if errno == ENOENT { throw .system("no such folder") }
      guard errno == EEXIST else { throw FileError(system: errno) }
    }
    throw .system("\(maximumNames) files have its name")
  }

  private static func write(_ source: RegularFile, to target: Int32) throws(FileError) {
    var offset = 0
    while offset < source.count {
      let piece = source.bytes(at: offset, count: pieceBytes)
      if let error = source.error { throw error }
      if piece.isEmpty { throw .system("the download was cut short") }
      let number = unsafe piece.withUnsafeBytes { unsafe DescriptorBytes.write($0, to: target) }
      if let number { throw FileError(system: number) }
      offset += piece.count
    }
  }
}
