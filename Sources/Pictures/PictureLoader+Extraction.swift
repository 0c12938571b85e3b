package import Decks
import Decoding
package import System

extension PictureLoader {
  /// Writes an archive's entry into a folder.
  ///
  /// - Returns: the new file.
  /// - Throws: `FileError`: the name is taken, or the entry cannot be read.
  package func extract(
    _ picture: ArchivedPicture, to folder: Path, as name: String, _ organizer: FileOrganizer
  ) throws(FileError) -> FileChange.Item {
    do throws(LoadError) {
      let entry = try entries.entry(of: picture)
      defer { withExtendedLifetime(entry) {} }
      return try LoadError.wrapping { () throws(FileError) in
        try organizer.save(
          entry.path, of: Path(picture.shortName), as: name, in: folder, modified: entry.modified)
      }
    } catch {
      if case .file(let error) = error { throw error }
      throw .system(error.description)
    }
  }
}
