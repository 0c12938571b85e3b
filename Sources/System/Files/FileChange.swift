/// Something that a user does with files.
package enum FileOperation: Hashable, Sendable {
  /// Moves them to the trash.
  case trash
  /// Moves them into a folder.
  case move(to: Path)
  /// Copies them into a folder.
  case copy(to: Path)
  /// Gives a file another name in its folder.
  case rename(to: [UInt8])

  /// The operation on a further file, which is renamed with the first one and keeps its own extension.
  func keepingExtension(of path: Path) -> FileOperation {
    let dot = UInt8(ascii: ".")
    guard case .rename(let name) = self, let start = path.name.lastIndex(of: dot) else { return self }
    return .rename(to: Array(name[..<(name.lastIndex(of: dot) ?? name.endIndex)] + path.name[start...]))
  }
}

/// What an operation has changed, so that it can be undone.
package struct FileChange: Hashable, Sendable {
  /// A file that was moved or copied.
  package struct Item: Hashable, Sendable {
    /// The path that it had, as it was given.
    package var from: Path
    /// The path that it or its copy has now.
    package var to: Path
    /// The file that describes it in the trash; nil elsewhere.
    var information: Path?
    /// What a copy was when it was made.
    var stamp: FileStamp?

    /// A file that was moved.
    package init(from: Path, to: Path) { (self.from, self.to) = (from, to) }
  }

  package let operation: FileOperation
  package internal(set) var items: [Item]
  /// The folder that was made for them; nil if it existed.
  var folder: Path?

  /// A change of some files.
  package init(operation: FileOperation, items: [Item]) { (self.operation, self.items) = (operation, items) }
}

/// The result of an operation or of undoing one.
package struct FileResult: Hashable, Sendable {
  /// Why one of the files was left alone.
  package struct Failure: Hashable, Sendable {
    package var path: Path
    package var reason: String

    /// A reason.
    package init(path: Path, reason: String) { (self.path, self.reason) = (path, reason) }
  }

  /// What has been done or undone; its items may be fewer than requested.
  package var change: FileChange
  package var failures: [Failure]
  /// What could not be undone now, but may be later; nil if there is nothing.
  package var remaining: FileChange?

  /// A result.
  package init(change: FileChange, failures: [Failure], remaining: FileChange? = nil) {
    (self.change, self.failures, self.remaining) = (change, failures, remaining)
  }
}
