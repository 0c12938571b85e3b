import Fetching
import System

/// A page of ListObjectsV2 with `encoding-type=url` (Amazon S3 API reference).
struct BucketParser: ListingParser {
  /// The decoded prefix that was asked for, which all keys begin with.
  private let prefix: [UInt8]
  private var scanner = XMLScanner()
  private var isListing = false
  private var isTruncated = false
  private var token = ""
  private var parents: [String] = []
  private var key: [UInt8] = []
  private var entry = ListedEntry(name: [])

  init(prefix: [UInt8]) { self.prefix = prefix }

  mutating func consume(_ bytes: ArraySlice<UInt8>) -> [ListedEntry] {
    scanner.events(in: bytes).compactMap { entry(after: $0) }
  }

  mutating func finish() -> ([ListedEntry], ListingEnd) {
    guard isListing else { return ([], .other) }
    guard scanner.isComplete, !isTruncated || !token.isEmpty else { return ([], .damaged) }
    return ([], isTruncated ? .more(token: token) : .complete)
  }

  private mutating func entry(after event: XMLScanner.Event) -> ListedEntry? {
    switch event {
    case .start(let name):
      parents.append(name)
      switch name {
      case "ListBucketResult": isListing = true
      case "Contents", "CommonPrefixes": (key, entry) = ([], ListedEntry(name: []))
      default: break
      }
    case .end(let name, let text):
      _ = parents.popLast()
      let value = String(decoding: text, as: UTF8.self)
      switch (parents.last, name) {
      case ("Contents", "Key"), ("CommonPrefixes", "Prefix"): key = text
      case ("Contents", "Size"): entry.size = Int(value).flatMap { $0 >= 0 ? $0 : nil }
      case ("Contents", "LastModified"): entry.modified = CalendarDate.seconds(value)
      case ("ListBucketResult", "IsTruncated"): isTruncated = value == "true"
      case ("ListBucketResult", "NextContinuationToken"): token = value
      case ("ListBucketResult", "Contents"): return child(isFolder: false)
      case ("ListBucketResult", "CommonPrefixes"): return child(isFolder: true)
      default: break
      }
    }
    return nil
  }

  /// The entry of the current key. A key that ends in a slash stands for a folder without content.
  private func child(isFolder: Bool) -> ListedEntry? {
    // Blanks are encoded as plus signs, and plus signs as %2B.
    let key = PercentEncoding.decoded(key.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 })
    guard key.starts(with: prefix) else { return nil }
    var entry = entry
    entry.name = Array(key.dropFirst(prefix.count))
    entry.isFolder = isFolder
    if isFolder, entry.name.last == Path.slash { entry.name.removeLast() }
    return entry.isBelowFolder ? entry : nil
  }
}
