import Foundation
import Synchronization

/// The source tree from which these tests were built.
enum SourceTree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Returns every Swift file below a folder of the tree, sorted by path within the tree.
  static func swiftFiles(in folder: String) -> [SourceFile] {
    files(in: folder).filter { $0.hasSuffix(".swift") }.map { path in
      read.withLock { read in
        if let file = read[path] { return file }
        let file = SourceFile(path)
        read[path] = file
        return file
      }
    }
  }

  /// Returns the path within the tree of every file below a folder, sorted; without hidden files, such as build
  /// products.
  static func files(in folder: String) -> [String] {
    let walk = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
    let files = (walk?.allObjects as? [URL] ?? []).filter {
      (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
    }
    let prefix = root.standardizedFileURL.path + "/"
    return files.map { String($0.standardizedFileURL.path.dropFirst(prefix.count)) }.sorted()
  }

  /// The files by their paths, each of which is read and split once.
  private static let read = Mutex<[String: SourceFile]>([:])

  static func data(of path: String) throws -> Data { try Data(contentsOf: root.appending(path: path)) }

  static func text(of path: String) throws -> String { String(decoding: try data(of: path), as: UTF8.self) }
}

/// A Swift file, which these tests read only by lines and words.
struct SourceFile {
  let path: String
  let lines: [Substring]

  init(_ path: String) {
    self.path = path
    let text = (try? SourceTree.text(of: path)) ?? ""
    // Bytes are split many times as fast as characters.
    self.lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    self.imports = Self.imports(lines)
  }

  /// The module it belongs to: the folder below `Sources`.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  /// The modules that it imports, without access levels, attributes, import kinds and submodules.
  let imports: [String]

  private static func imports(_ lines: [Substring]) -> [String] {
    lines.compactMap { line in
      guard line.contains("import ") else { return nil }
      let words = line.split(separator: " ").map(String.init)
      guard let index = words.firstIndex(of: "import") else { return nil }
      let before = words[..<index]
      guard before.allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains($0) }) else { return nil }
      let name = words[(index + 1)...].first { !Self.importKinds.contains($0) }
      return name?.split(separator: ".").first.map(String.init)
    }
  }

  /// Returns the lines that declare something at an access level.
  func declarations(at level: String) -> [Substring] {
    lines.filter { line in
      guard line.contains(level) else { return false }
      let words = line.split(separator: " ").drop { $0.hasPrefix("@") }
      return words.first.map(String.init) == level
    }
  }

  private static let accessLevels = ["public", "package", "internal", "fileprivate", "private"]
  private static let importKinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
}
