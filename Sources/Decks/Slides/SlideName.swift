import Downloads
import System

extension Deck {
  /// The first slide called `name`: by its path or URL, or by its name in its folder; if there is none, by another
  /// spelling of its file's path; if there is none, by the end of its path, such as the file name alone. Nil if there is
  /// no match. A `file://` URL stands for its path.
  package func position(named name: [UInt8]) -> Int? {
    guard !name.isEmpty else { return nil }
    let name = SlideName(name)
    for match in [Segment.exactTest, Segment.fileTest, Segment.endTest] {
      let tests = segments.map { match($0)(name) }
      let found = (0..<count).first { position in
        let (segment, within) = segmentIndex(of: position)
        return tests[segment](within)
      }
      if let found { return found }
    }
    return nil
  }
}

/// The name of a slide, as people and other programs write it.
private struct SlideName {
  /// The path, URL or name; never a file's URL.
  let bytes: [UInt8]
  let last: ArraySlice<UInt8>
  /// The components at the end of a path that the name may be; none if it is a path from the root.
  let end: [ArraySlice<UInt8>]
  /// The file that the name may be: its absolute path, and that without links among its folders.
  private let files: [Path]

  init(_ name: [UInt8]) {
    let path = Path(FileURL.path(name))
    (bytes, last) = (path.bytes, path.name)
    let parts = bytes.split(separator: Path.slash).filter { !$0.elementsEqual(".".utf8) }
    end = bytes.first == Path.slash ? [] : parts
    files = WebAddress.isURL(bytes) ? [] : SlideName.spellings(of: path.folder).map { $0.appending(path.name) }
  }

  /// A folder's absolute path, and that without links.
  static func spellings(of folder: Path) -> [Path] { [folder.absolute] + (folder.resolved.map { [$0] } ?? []) }

  /// Whether a file with this path, which begins with one of the spellings of its folder, is the one that is meant.
  func means(_ path: Path, in folders: [Path]) -> Bool {
    SlideName.isSame(last, path.name)
      && folders.contains { folder in
        let path = folder.appending(path.bytes).absolute
        return files.contains { SlideName.isSame($0.bytes, path.bytes) }
      }
  }

  /// Whether a file with this path is the one that is meant.
  func means(_ path: Path) -> Bool {
    SlideName.isSame(last, path.name) && means(Path(path.name), in: SlideName.spellings(of: path.folder))
  }

  /// Whether a path or URL ends in the name.
  func isEnd(of reference: [UInt8]) -> Bool {
    guard let name = end.last, SlideName.isSame(name, Path.name(in: reference[...])) else { return false }
    let parts = reference.split(separator: Path.slash)
    return parts.count >= end.count && zip(end, parts.suffix(end.count)).allSatisfy { SlideName.isSame($0, $1) }
  }

  /// Whether two names are the same text. Systems differ in how they store letters with marks (NFC, NFD).
  static func isSame(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> Bool {
    if one.count == other.count, one.elementsEqual(other) { return true }
    guard one.contains(where: { $0 >= 0x80 }), let one = String(validating: one, as: UTF8.self),
      let other = String(validating: other, as: UTF8.self)
    else { return false }
    return one == other
  }
}

/// Tests whether the slide at an index of the segment has a name. Names are compared in place.
extension Deck.Segment {
  /// By its reference, or its name in its folder.
  fileprivate func exactTest(_ name: SlideName) -> (Int) -> Bool {
    switch self {
    case .slides(let slides): return { slides[$0].location.reference == name.bytes }
    case .names(let names, _): return { names.holds(name.bytes, at: $0) }
    case .listed(let names): return { names.location(at: $0).reference == name.bytes }
    // A document's name matches its first page.
    case .pages(let document): return { $0 == 0 && document.path.bytes == name.bytes }
    }
  }

  /// By its file.
  fileprivate func fileTest(_ name: SlideName) -> (Int) -> Bool {
    switch self {
    case .slides(let slides):
      return { index in
        switch slides[index].location {
        case .file(let path), .page(let path, _): name.means(path)
        case .entry(let entry): entry.archive.file != nil && name.means(Path(entry.reference))
        case .input, .url, .broken: false
        }
      }
    case .names(let names, let folder):
      let folders = SlideName.spellings(of: folder.bytes.isEmpty ? Path(".") : folder)
      return { index in
        let own = names[index]
        return SlideName.isSame(name.last, Path.name(in: own)) && !WebAddress.isURL(own)
          && name.means(Path(own), in: folders)
      }
    case .listed: return { _ in false }
    case .pages(let document): return { $0 == 0 && name.means(document.path) }
    }
  }

  /// By the end of its path or URL, at the beginning of a component.
  fileprivate func endTest(_ name: SlideName) -> (Int) -> Bool {
    switch self {
    case .slides(let slides):
      return { index in
        let location = slides[index].location
        return SlideName.isSame(name.bytes, location.nameBytes) || name.isEnd(of: location.reference)
      }
    case .names(let names, let folder):
      return { index in
        let own = names[index]
        guard let last = name.end.last, SlideName.isSame(last, Path.name(in: own)) else { return false }
        return name.end.count == 1 || name.isEnd(of: folder.appending(own).bytes)
      }
    case .listed(let listed): return { name.isEnd(of: Array(listed.names[$0])) }
    case .pages(let document): return { $0 == 0 && name.isEnd(of: document.path.bytes) }
    }
  }
}
