import Downloads
package import FarSide
package import System

/// Where a slide's picture comes from.
package enum Location: Hashable, Sendable {
  case file(Path)
  /// A page of a document, such as a PDF; pages count from 1.
  case page(of: Path, number: Int)
  /// A picture in an archive.
  case entry(ArchivedPicture)
  /// The content of standard input or another pipe: a memory file, with a path that programs can open while this
  /// process runs.
  case input(Path)
  /// An http(s) or ssh URL, as it was given.
  case url(String)
  /// Nothing to load: an entry that cannot be shown, with its text and the reason.
  case broken(entry: String, reason: String)

  /// A URL or a path, from an argument on the command line or an entry of a list.
  package init(argument: some Collection<UInt8>, relativeTo folder: Path? = nil) {
    if WebAddress.isURL(argument) {
      self = .url(String(decoding: argument, as: UTF8.self))
    } else {
      self = .file(folder?.appending(argument) ?? Path(argument))
    }
  }

  /// What a source is that a client has named, if it is a picture: a path, an http(s) URL or a file URL.
  package init(source: [UInt8]) { self.init(argument: FileURL.path(source)) }

  /// The URL that `tui-fetch` downloads; nil for other locations.
  package var downloadURL: String? {
    guard case .url(let url) = self, !isFar else { return nil }
    return url
  }

  /// The place on the far side of ssh; nil for other locations.
  package var farAddress: FarAddress? {
    guard case .url(let url) = self, isFar else { return nil }
    return FarAddress(url)
  }

  /// Whether it is on the far side of ssh.
  package var isFar: Bool {
    guard case .url(let url) = self else { return false }
    return WebAddress.isFar(url.utf8)
  }

  /// The raw bytes of the short name: the file name, the name in the URL, or the broken entry's text.
  package var nameBytes: [UInt8] {
    switch self {
    case .file(let path), .page(let path, _):
      path.bytes.isEmpty ? Location.nothing : path.name.isEmpty ? path.bytes : Array(path.name)
    case .entry(let entry): entry.shortName
    case .input: Array("standard input".utf8)
    case .url(let url): Array(WebAddress.name(of: url).utf8)
    case .broken(let entry, _): Array(entry.utf8)
    }
  }

  /// The name shown for an empty path.
  private static let nothing = Array("“”".utf8)

  /// The file, or the document or archive that holds the picture; nil for other locations.
  package var path: Path? {
    switch self {
    case .file(let path), .page(let path, _): path
    case .entry(let entry): entry.archive.file
    case .input, .url, .broken: nil
    }
  }

  /// Whether it is read from one of some files, or from below one of some folders, which have absolute paths.
  package func isRead(from changed: Set<Path>) -> Bool {
    let farPath = downloadURL == nil ? Path(reference) : nil
    guard var path = (self.path ?? farPath)?.absolute else { return false }
    while !changed.contains(path) {
      guard path.bytes.count > 1 else { return false }
      path = path.folder
    }
    return true
  }

  /// The folder of the file, as it was given, or of the entry in its archive; nil for files in the current folder and
  /// other locations.
  package var folder: Path? {
    switch self {
    case .file(let path), .page(let path, _): path.bytes.contains(Path.slash) ? path.folder : nil
    case .entry(let entry): Path(entry.shownReference).folder
    case .input, .url, .broken: nil
    }
  }

  /// The page number within a document, from 1; nil if the location is not a page.
  package var pageNumber: Int? {
    if case .page(_, let number) = self { number } else { nil }
  }

  /// The name of an archive's entry in the archive; nil for other locations.
  package var entryName: [UInt8]? { if case .entry(let entry) = self { entry.name } else { nil } }

  /// The raw bytes of the location as a program's argument: the absolute path, which no program takes for an option or
  /// a URL; the http(s) URL; for standard input, the path of the memory file; for an archive's entry, the same of the
  /// archive. Nil if there is nothing to load.
  package var argument: [UInt8]? {
    switch self {
    case .file(let path), .page(let path, _): path.bytes.isEmpty ? nil : path.absolute.bytes
    case .entry(let entry): entry.archive.location.argument
    case .input(let path): path.bytes
    case .url(let url): Array(url.utf8)
    case .broken: nil
    }
  }

  /// The raw bytes of the location as it is printed for a script: `reference`, but a name that begins with a dash has
  /// `./` before it so that it is not taken for an option.
  package var printedReference: [UInt8] {
    if case .input = self { return reference }
    if case .entry(let entry) = self, case .input = entry.archive { return reference }
    return reference.first == UInt8(ascii: "-") ? Array("./".utf8) + reference : reference
  }

  /// The raw bytes of the full name to display: the path, or the URL without user name and password.
  package var shownReference: [UInt8] {
    switch self {
    case .file, .page, .broken: reference.isEmpty ? Location.nothing : reference
    case .entry(let entry): entry.shownReference
    case .input: nameBytes
    case .url(let url): Array(WebAddress.shown(url).utf8)
    }
  }

  /// The raw bytes that identify the location from any directory: the absolute path, or the URL.
  package var fullReference: [UInt8] {
    switch self {
    case .file(let path), .page(let path, _): path.absolute.bytes
    case .entry(let entry): entry.fullReference
    case .input, .url, .broken: reference
    }
  }

  /// The raw bytes of the path or URL; `-` for standard input.
  package var reference: [UInt8] {
    switch self {
    case .file(let path), .page(let path, _): path.bytes
    case .entry(let entry): entry.reference
    case .input: [UInt8(ascii: "-")]
    case .url(let url): Array(url.utf8)
    case .broken(let entry, _): Array(entry.utf8)
    }
  }
}
