import Downloads
import Glibc
import System

/// Saves downloads in files that the user keeps.
enum PictureSaver {
  /// The maximum number of names to try: `dusk.jpg`, `dusk-2.jpg` …
  private static let maximumNames = 1000

  /// Writes a copy into a folder under the first free name; existing files are never overwritten.
  ///
  /// - Returns: the message to show.
  static func save(_ copy: FetchedCopy, as name: SavedName, in folder: Path) -> String {
    for number in 1...maximumNames {
      let saved = name.numbered(number)
      let target = folder.appending(saved.utf8)
      guard case .unreachable = PathKind(of: target) else { continue }
      do throws(FileError) {
        _ = try FileOrganizer.copy(copy.path, stamp: copy.stamp, to: target, asNewFileOf: time(nil))
        return "saved as ./\(saved)"
      } catch {
        switch error {
        // A link that leads nowhere, or a file that is newer than the check.
        case .nameTaken: continue
        case .noSuchFile: return "not saved: the download is gone from the cache"
        default: return "not saved: \(error.description)"
        }
      }
    }
    return "not saved: \(maximumNames) files have its name"
  }
}
