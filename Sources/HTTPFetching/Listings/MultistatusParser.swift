import Fetching
import System

/// The answer to PROPFIND with depth 1 (RFC 4918, section 13).
struct MultistatusParser: ListingParser {
  private let folder: ListedFolder
  private var scanner = XMLScanner()
  private var isListing = false
  /// The response being read.
  private var reference: [UInt8] = []
  private var entry = ListedEntry(name: [])

  init(_ folder: ListedFolder) { self.folder = folder }

  mutating func consume(_ bytes: ArraySlice<UInt8>) -> [ListedEntry] {
    scanner.events(in: bytes).compactMap { entry(after: $0) }
  }

  mutating func finish() -> ([ListedEntry], ListingEnd) {
    guard isListing else { return ([], .other) }
    return ([], scanner.isComplete ? .complete : .damaged)
  }

  private mutating func entry(after event: XMLScanner.Event) -> ListedEntry? {
    switch event {
    case .start(let name):
      switch name {
      case "multistatus": isListing = true
      case "response": (reference, entry) = ([], ListedEntry(name: []))
      case "collection": entry.isFolder = true
      default: break
      }
    case .end(let name, let text):
      let value = String(decoding: text, as: UTF8.self)
      switch name {
      // A response has one, except the status of several resources, which has no properties.
      case "href": if reference.isEmpty { reference = text }
      case "getcontentlength": entry.size = Int(value).flatMap { $0 >= 0 ? $0 : nil }
      case "getlastmodified": entry.modified = HTTPDate.seconds(value)
      case "response":
        // The folder itself is among the responses, and has no name.
        guard let child = folder.child(Array(reference.trimming { $0 <= 0x20 })) else { return nil }
        entry.name = child.name
        return entry
      default: break
      }
    }
    return nil
  }
}
