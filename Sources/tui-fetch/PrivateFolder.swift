import CommandLineOptions
import Glibc
import System

/// A temporary folder for one run.
struct PrivateFolder {
  private let folder: OwnedFolder

  /// Creates the folder with mode 0700.
  ///
  /// - Throws: `UsageError` if it cannot be created.
  init(environment: [String: String]) throws(UsageError) {
    let base = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    do throws(OwnedFolder.Failure) {
      folder = try OwnedFolder("tui-fetch-\(String(UInt64.random(in: 0...(.max)), radix: 36))", in: Path(base))
    } catch {
      switch error {
      case .system: throw .rejected("cannot create a temporary folder in \(base)")
      case .unsafeBase:
        throw .rejected("other users can replace files in \(base); set TMPDIR to a folder of your own")
      }
    }
  }

  var path: String { String(decoding: folder.path.bytes, as: UTF8.self) }

  /// Removes the folder and its files.
  func remove() { folder.remove() }
}
