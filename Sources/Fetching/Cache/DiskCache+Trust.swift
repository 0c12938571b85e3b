import Glibc

/// Checks of the folder: it must be our own, and nobody else may have write permission.
extension DiskCache {
  /// Why the folder must not be used, as a sentence that names it; nil if it can be used or does not exist yet.
  package var refusal: String? {
    do throws(CacheFolder.Failure) {
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

  /// Creates the folder if it does not exist. Errors are met again by those who use it.
  package func make() { _ = try? CacheFolder(making: folder) }

  /// Creates the folder of this run atomically, with mode 0700.
  ///
  /// - Returns: false if it cannot be created. An existing folder is accepted only if it passes the checks.
  @discardableResult
  package func makeForThisRun() -> Bool {
    if unsafe mkdir(folder, 0o700) == 0 { return true }
    return CacheFolder(existing: folder) != nil
  }
}
