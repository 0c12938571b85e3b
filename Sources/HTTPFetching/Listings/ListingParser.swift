import Fetching

/// How a response's listing ends.
enum ListingEnd: Hashable {
  case complete
  /// Another request, with this token, continues it.
  case more(token: String)
  /// The body ends early or is damaged.
  case damaged
  /// The body is no listing.
  case other
}

/// Reads the entries of a listing from a body that arrives in pieces of any size. The bytes are hostile.
protocol ListingParser {
  /// The entries that these bytes complete.
  mutating func consume(_ bytes: ArraySlice<UInt8>) -> [ListedEntry]
  /// The last entries, and how the listing ends.
  mutating func finish() -> ([ListedEntry], ListingEnd)
}
