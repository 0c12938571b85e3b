import Glibc

/// Which folders are used: our own, to which nobody else may write.
extension DiskCache {
  /// Why the folder must not be used, as a sentence that names it; nil: it can be, or it is not there yet.
  package var refusal: String? {
    do throws(CacheFolder.Trouble) {
      _ = try CacheFolder(opening: folder)
      return nil
    } catch {
      switch error {
      case .foreign: return "\(folder) belongs to another user; use a folder of your own"
      case .sharedForWriting: return "other users can write to \(folder); run chmod go-w, or use another folder"
      case .system: return nil
      }
    }
  }

  /// Makes the folder for this run alone (0700), in one step.
  ///
  /// - Returns: false where it cannot be made. A folder of that name that is there already is taken only if it is our own.
  @discardableResult
  package func makeForThisRun() -> Bool {
    if unsafe mkdir(folder, 0o700) == 0 { return true }
    return CacheFolder(existing: folder) != nil
  }
}
