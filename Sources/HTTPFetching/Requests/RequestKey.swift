import Fetching

/// What a request is for, as the text by which the queue and the cache know it.
enum RequestKey: Hashable {
  /// The body of a URL.
  case body(String)
  /// The first bytes of the body of a URL.
  case head(String)
  /// The listing of a folder with a URL.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether everything below the folder is listed, where the protocol can.
  ///   - token: Where the listing continues; nil for its first page.
  case listing(String, isRecursive: Bool, token: String?)

  private static let mark = "list:"

  var whole: RequestKey { if case .head(let url) = self { .body(url) } else { self } }

  var isListing: Bool { if case .listing = self { true } else { false } }

  /// The key with a text. No URL begins like those of listings, nor has a line feed.
  init(_ text: String) {
    guard text.hasPrefix(Self.mark) else {
      let isHead = text.hasPrefix(DiskCache.headMark)
      self = isHead ? .head(String(text.dropFirst(DiskCache.headMark.count))) : .body(text)
      return
    }
    let parts = text.dropFirst(Self.mark.count + 1).split(separator: "\n", maxSplits: 1).map(String.init)
    self = .listing(
      parts.first ?? "", isRecursive: text.dropFirst(Self.mark.count).first == "r",
      token: parts.count > 1 ? parts[1] : nil)
  }

  var text: String {
    switch self {
    case .body(let url): url
    case .head(let url): DiskCache.headMark + url
    case .listing(let url, let isRecursive, let token):
      Self.mark + (isRecursive ? "r" : "-") + url + (token.map { "\n" + $0 } ?? "")
    }
  }
}
