import System

/// An entry of a remote folder, as a server lists it.
///
/// As JSON, the name is percent-encoded, because it need not be UTF-8.
package struct ListedEntry: Hashable, Sendable, Codable {
  /// The raw bytes of the name: one component or, in a listing of everything below a folder, several.
  package var name: [UInt8]
  package var isFolder: Bool
  /// In bytes; nil if the listing does not have it.
  package var size: Int?
  /// When it was modified, in seconds since 1970; nil if the listing does not have it.
  package var modified: Int?

  /// The maximum length of a name, in bytes.
  package static let longestName = 4_096
  /// The maximum number of entries of a page.
  package static let maximumPage = 1_000

  private enum CodingKeys: String, CodingKey {
    case name = "n"
    case isFolder = "d"
    case size = "s"
    case modified = "m"
  }

  /// An entry.
  package init(name: [UInt8], isFolder: Bool = false, size: Int? = nil, modified: Int? = nil) {
    (self.name, self.isFolder, self.size, self.modified) = (name, isFolder, size, modified)
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    name = PercentEncoding.decoded(try fields.decode(String.self, forKey: .name).utf8)
    isFolder = try fields.decodeIfPresent(Bool.self, forKey: .isFolder) ?? false
    size = try fields.decodeIfPresent(Int.self, forKey: .size)
    modified = try fields.decodeIfPresent(Int.self, forKey: .modified)
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(PercentEncoding.encoded(name, keeping: ListedEntry.plain), forKey: .name)
    if isFolder { try fields.encode(true, forKey: .isFolder) }
    try fields.encodeIfPresent(size, forKey: .size)
    try fields.encodeIfPresent(modified, forKey: .modified)
  }

  /// Whether the name can only mean something below its folder: no component is empty, `.` or `..`, and none has a zero
  /// byte.
  package var isBelowFolder: Bool {
    name.count <= ListedEntry.longestName && !name.contains(0)
      && name.split(separator: Path.slash, omittingEmptySubsequences: false).allSatisfy {
        !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
      }
  }

  /// The marks that stay as they are in encoded names: the unreserved ones (RFC 3986, section 2.3), and the slash.
  package static let plain = "-._~/"
}
