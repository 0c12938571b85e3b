import Downloads
package import System

extension Deck {
  /// The position of the slide with a location: `hint` if it is still there, otherwise the nearest to `hint`; nil if
  /// the slide is gone.
  package func position(of location: Location, near hint: Int) -> Int? {
    guard count > 0 else { return nil }
    let hint = min(max(0, hint), count - 1)
    let tests = segments.map { $0.test(for: location) }
    func matches(_ position: Int) -> Bool {
      let (segment, within) = segmentIndex(of: position)
      return tests[segment](within)
    }
    for distance in 0...max(hint, count - 1 - hint) {
      let (before, after) = (hint - distance, hint + distance)
      if after < count, matches(after) { return after }
      if before >= 0, matches(before) { return before }
    }
    return nil
  }

  /// The position of the last archive's first picture among those that come from a file; nil if there is none.
  func position(ofFirstIn archive: Path) -> Int? {
    func isInArchive(_ slide: Slide) -> Bool {
      guard case .entry(let picture) = slide.location else { return false }
      return picture.archive.file == archive
    }
    for segment in segments.reversed() {
      guard case .slides(let slides) = segment, let last = slides.lastIndex(where: isInArchive) else { continue }
      let first = slides[..<last].lastIndex { !isInArchive($0) }.map { $0 + 1 } ?? 0
      return position(of: slides[first].location, near: count - 1)
    }
    return nil
  }

  /// The position of the slide whose file, among some files with absolute paths, was modified last; nil if none of them
  /// is a slide. Examines the files. URLs have no time: the last of them counts, unless there are files.
  package func newest(of files: Set<Path>) -> Int? {
    guard !files.isEmpty else { return nil }
    let names = Set(files.map { Array($0.name) })
    var newest: (position: Int, time: Int)?
    for position in 0..<count {
      let (segment, within) = segmentIndex(of: position)
      // Most names differ: they are compared without creating the path.
      if case .names(let list, _) = segments[segment], !names.contains(Array(Path.name(in: list[within]))) { continue }
      let (path, known): (Path, Int?)
      switch self[position].location {
      case .file(let file): (path, known) = (file, nil)
      case .url(let url): (path, known) = (Path(url), 0)
      case .page, .entry, .input, .broken: continue
      }
      guard files.contains(path.absolute), let time = known ?? FileStamp(of: path)?.modified else { continue }
      if time >= newest?.time ?? .min { newest = (position, time) }
    }
    return newest?.position
  }

  /// The position in this deck of the slide that was nearest to a position of an earlier deck; of two equally near, the
  /// one after it. Nil if none of the earlier slides is left, or if the search would take too long.
  package func position(nearestTo position: Int, of earlier: Deck) -> Int? {
    guard count > 0, earlier.count > 0 else { return nil }
    let farthest = max(position, earlier.count - 1 - position, 1)
    let neighbors = (1...farthest).lazy.flatMap { (distance: Int) -> [Int] in
      [position + distance, position - distance]
    }
    .filter { $0 >= 0 && $0 < earlier.count }
    for neighbor in neighbors.prefix(Deck.nearSearch) {
      if let found = self.position(of: earlier[neighbor].location, near: neighbor) { return found }
    }
    guard max(count, earlier.count) <= Deck.farSearch else { return nil }
    var positions: [Location: Int] = [:]
    for index in 0..<count where positions[self[index].location] == nil { positions[self[index].location] = index }
    for neighbor in neighbors.dropFirst(Deck.nearSearch) {
      if let found = positions[earlier[neighbor].location] { return found }
    }
    return nil
  }

  /// Neighbors that are looked up one by one, each with a linear search.
  private static let nearSearch = 8
  /// The largest deck for which a table of all locations is built to look up the other neighbors, which takes a third
  /// of a second.
  private static let farSearch = 500_000

  /// The slides whose names contain a text or, if it has a slash, whose paths or URLs do, in order; none if it is empty.
  /// Upper and lower case are the same, and so are composed and decomposed letters.
  ///
  /// - Parameter candidates: the only positions to look at; nil: all.
  package func positions(nameContaining text: String, among candidates: [Int]? = nil) -> [Int] {
    let wanted = Array(text.utf8).map(Deck.lowercased)
    guard !wanted.isEmpty else { return [] }
    let (isPath, letters) = (wanted.contains(Path.slash), FoldedText(text))
    func contains(_ name: ArraySlice<UInt8>) -> Bool {
      letters.isASCII ? Deck.contains(wanted, in: name) : letters.isContained(in: name)
    }
    func matches(_ position: Int) -> Bool {
      if isPath { return contains(self[position].location.shownReference[...]) }
      let (segment, within) = segmentIndex(of: position)
      // Without creating the path.
      switch segments[segment] {
      case .names(let names, _) where !WebAddress.isURL(names[within]): return contains(Path.name(in: names[within]))
      case .listed(let listed): return contains(Path.name(in: listed.names[within]))
      case .names, .slides, .pages: return contains(self[position].location.nameBytes[...])
      }
    }
    return candidates?.filter(matches) ?? (0..<count).filter(matches)
  }

  /// Whether a name contains a text in lowercase, which is not empty.
  private static func contains(_ wanted: [UInt8], in name: ArraySlice<UInt8>) -> Bool {
    guard name.count >= wanted.count else { return false }
    return (name.startIndex...name.endIndex - wanted.count).contains { start in
      lowercased(name[start]) == wanted[0]
        && wanted.indices.allSatisfy { lowercased(name[start + $0]) == wanted[$0] }
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}

/// A text that is searched for in names of any script.
private struct FoldedText {
  private let letters: [Character]
  let isASCII: Bool

  init(_ text: String) { (letters, isASCII) = (Array(text.lowercased()), text.utf8.allSatisfy { $0 < 0x80 }) }

  /// Whether a name contains the text, which has letters beyond ASCII.
  func isContained(in name: ArraySlice<UInt8>) -> Bool {
    guard name.contains(where: { $0 >= 0x80 }) else { return false }
    // Characters are equal if they are canonically equivalent.
    return String(decoding: name, as: UTF8.self).lowercased().includes(letters)
  }
}

/// Finds slides without creating them: names are compared in place.
extension Deck.Segment {
  /// A test whether the slide at an index of the segment has a location.
  fileprivate func test(for location: Location) -> (Int) -> Bool {
    switch (self, location) {
    case (.slides(let slides), _): return { slides[$0].location == location }
    case (.names(let names, let folder), .file(let path)):
      // A name that looks like a URL is a URL, even if it could also be a path.
      let relative = folder.relative(path).flatMap { WebAddress.isURL($0) ? nil : $0 }
      guard path.bytes.first == Path.slash else {
        return { index in relative.map { names.holds($0, at: index) } ?? false }
      }
      return { index in names.holds(path.bytes, at: index) || relative.map { names.holds($0, at: index) } ?? false }
    case (.names(let names, _), .url(let url)):
      return { WebAddress.isURL(names[$0]) && String(decoding: names[$0], as: UTF8.self) == url }
    case (.listed(let listed), .url(let url)):
      guard let name = listed.name(of: url) else { return { _ in false } }
      return { listed.names.holds(name, at: $0) }
    case (.pages(let document), _): return { document.location(ofPage: $0 + 1) == location }
    case (.names, .page), (.names, .entry), (.names, .input), (.names, .broken), (.listed, _):
      return { _ in false }
    }
  }
}
