import Downloads
package import System

/// Where a slide's picture comes from.
package enum Location: Hashable, Sendable {
  case file(Path)
  /// A page of a document, such as a PDF; pages are counted from 1.
  case page(of: Path, number: Int)
  /// What came on standard input, or another pipe: a file in memory, with a path that programs can open while this one runs.
  case input(Path)
  /// An http(s) URL, as it was given.
  case url(String)
  /// Nothing to load: an entry that cannot be shown, with its text and the reason.
  case broken(entry: String, reason: String)

  /// Tells a URL from a path, as on the command line or in a list.
  package init(argument: some Collection<UInt8>, relativeTo folder: Path? = nil) {
    if WebAddress.isURL(argument) {
      self = .url(String(decoding: argument, as: UTF8.self))
    } else {
      self = .file(folder?.appending(argument) ?? Path(argument))
    }
  }

  /// The raw bytes of what a person would call it: the file's name, the name in the URL, the broken entry's text.
  package var nameBytes: [UInt8] {
    switch self {
    case .file(let path), .page(let path, _):
      path.bytes.isEmpty ? Location.nothing : path.name.isEmpty ? path.bytes : Array(path.name)
    case .input: Array("standard input".utf8)
    case .url(let url): Array(WebAddress.name(of: url).utf8)
    case .broken(let entry, _): Array(entry.utf8)
    }
  }

  /// What is shown of an empty name.
  private static let nothing = Array("“”".utf8)

  /// The file that it is, or is in; nil for what is none.
  package var path: Path? {
    switch self {
    case .file(let path), .page(let path, _): path
    case .input, .url, .broken: nil
    }
  }

  /// Which page of a document it is, from 1; nil for what is no page.
  package var pageNumber: Int? {
    switch self {
    case .page(_, let number): number
    case .file, .input, .url, .broken: nil
    }
  }

  /// The raw bytes that name it to a program among its arguments: as `reference`, and a name that begins with a dash is no
  /// flag, but has `./` before it.
  package var argument: [UInt8] {
    if case .input(let path) = self { return path.bytes }
    return reference.first == UInt8(ascii: "-") ? Array("./".utf8) + reference : reference
  }

  /// The raw bytes that name it to people in full: the path, or the URL without its user's password.
  package var shownReference: [UInt8] {
    switch self {
    case .file, .page, .broken: reference.isEmpty ? Location.nothing : reference
    case .input: nameBytes
    case .url(let url): Array(WebAddress.shown(url).utf8)
    }
  }

  /// The raw bytes that name it from anywhere: the path from the root, or the URL.
  package var fullReference: [UInt8] {
    switch self {
    case .file(let path), .page(let path, _): path.absolute.bytes
    case .input, .url, .broken: reference
    }
  }

  /// The raw bytes of what it is: the path, the URL, or `-` for standard input.
  package var reference: [UInt8] {
    switch self {
    case .file(let path), .page(let path, _): path.bytes
    case .input: [UInt8(ascii: "-")]
    case .url(let url): Array(url.utf8)
    case .broken(let entry, _): Array(entry.utf8)
    }
  }
}
