import Fetching
import System

/// The names of pictures below a remote folder, packed in one buffer; a URL is created on access.
package struct ListedNames: Sendable {
  /// The URL of the folder, percent-encoded, with a slash at its end.
  let base: String
  /// The raw bytes of the names, relative to the folder, as `ListedEntry.isBelowFolder` allows.
  private(set) var names: NameList

  init(base: String, names: NameList = NameList()) { (self.base, self.names) = (base, names) }

  var count: Int { names.count }

  func location(at position: Int) -> Location { .url(url(of: names[position])) }

  /// The names at some positions, in their order.
  func reordered(by order: [UInt32]) -> ListedNames {
    ListedNames(base: base, names: names.reordered(by: order))
  }

  mutating func append(_ name: some Collection<UInt8>) { names.append(name) }

  /// The name that a URL has here; nil if it is not below the folder.
  func name(of url: String) -> [UInt8]? {
    guard url.hasPrefix(base) else { return nil }
    let name = PercentEncoding.decoded(url.utf8.dropFirst(base.utf8.count))
    return self.url(of: name[...]) == url ? name : nil
  }

  private func url(of name: ArraySlice<UInt8>) -> String {
    base + PercentEncoding.encoded(name, keeping: ListedEntry.plain)
  }
}
