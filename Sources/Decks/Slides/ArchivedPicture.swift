package import System

/// A picture in an archive: its identity is the archive and the entry's name.
package struct ArchivedPicture: Hashable, Sendable {
  /// Where an archive comes from.
  package enum Archive: Hashable, Sendable {
    case file(Path)
    /// Standard input or another pipe: a memory file.
    case input(Path)
    /// A URL, and where the copy that has been downloaded can be opened while this process runs.
    case url(String, spool: Path)

    /// Where this process can open it.
    package var path: Path {
      switch self {
      case .file(let path), .input(let path), .url(_, let path): path
      }
    }

    /// The archive's file; nil if it has none of the user's.
    package var file: Path? { if case .file(let path) = self { path } else { nil } }

    /// The location of the archive itself.
    var location: Location {
      switch self {
      case .file(let path): .file(path)
      case .input(let path): .input(path)
      case .url(let url, _): .url(url)
      }
    }
  }

  package var archive: Archive
  /// The entry's name in the archive. It is only a label: it may begin with a slash or contain `..`.
  package var name: [UInt8]
  /// Where the entry was when the archive was listed.
  package var index: Int

  /// A picture in an archive.
  package init(_ archive: Archive, name: [UInt8], index: Int) {
    self.archive = archive
    self.name = name
    self.index = index
  }

  package static func == (one: ArchivedPicture, other: ArchivedPicture) -> Bool {
    one.name == other.name && one.archive == other.archive
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(archive)
  }

  /// The last component of the name.
  package var shortName: [UInt8] {
    let last = Path.name(in: name[...])
    return last.isEmpty ? name : Array(last)
  }

  /// The archive's path or URL, and the entry's name after it: `book.cbz/01.jpg`, `https://example.org/book.cbz#01.jpg`.
  var reference: [UInt8] { joined(archive.location.reference) }
  var fullReference: [UInt8] { joined(archive.location.fullReference) }
  var shownReference: [UInt8] { joined(archive.location.shownReference) }

  private func joined(_ start: [UInt8]) -> [UInt8] {
    let separator = if case .url = archive { UInt8(ascii: "#") } else { Path.slash }
    return start + [separator] + name.drop { $0 == Path.slash }
  }
}
