import FarSide
import System

/// The folders and files that are served.
struct FarRoots: Sendable {
  /// Without links; empty if all is served.
  private let roots: [Path]?

  /// - Parameter roots: none: whatever the user can read.
  init(_ roots: [Path]) {
    // What does not exist is not served, and neither is anything in its place.
    self.roots = roots.isEmpty ? nil : roots.compactMap(\.resolved)
  }

  /// The path that a request names, percent-encoded; nil if it is not served. Relative ones begin at the current folder,
  /// which is the home folder under ssh.
  func path(_ encoded: String) -> Path? {
    let bytes = PercentEncoding.decoded(encoded.utf8)
    guard bytes.count <= FarAddress.longestPath, !bytes.contains(0) else { return nil }
    return served(Path(bytes.isEmpty ? Array(".".utf8) : bytes))
  }

  /// A path without links; the path itself if all is served. Nil if it is not served, or does not exist.
  func served(_ path: Path) -> Path? {
    guard let roots else { return path }
    // Links are resolved first, so that none leads out.
    guard let real = path.resolved else { return nil }
    return roots.contains { $0 == real || $0.relative(real) != nil } ? real : nil
  }
}
