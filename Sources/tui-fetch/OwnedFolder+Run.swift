import CommandLineOptions
import Glibc
import System

extension OwnedFolder {
  /// Makes a temporary folder for one run.
  ///
  /// - Throws: `UsageError` if it cannot be made.
  static func ofRun(_ environment: [String: String]) throws(UsageError) -> OwnedFolder {
    let base = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    do throws(OwnedFolder.Failure) {
      return try OwnedFolder("tui-fetch-\(String(UInt64.random(in: 0...(.max)), radix: 36))", in: Path(base))
    } catch {
      switch error {
      case .system: throw .rejected("cannot create a temporary folder in \(base)")
      case .unsafeBase:
        throw .rejected("other users can replace files in \(base); set TMPDIR to a folder of your own")
      }
    }
  }
}
