import Fetching
import Glibc

/// A listing that a viewer has requested: it reads what has arrived of each response, and packs the entries into pages.
struct FolderListing {
  let number: UInt64
  let url: String
  let isRecursive: Bool
  let priority: Int
  private(set) var key: RequestKey
  private let request: ServerRequest
  private var parser: (any ListingParser)?
  /// The response that is being read, and how much of it has been.
  private var body: CacheBody?
  private var offset = 0
  /// The entries that were read of the current response, and that had been passed on when its body was begun again.
  private var read = 0
  private var skipped = 0
  private var waiting: [ListedEntry] = []
  private var waitingBytes = 0
  private var responses = 1
  /// Whether the current response is kept for when the server cannot be reached: those of a bucket without end would take
  /// the place of pictures.
  var isKept: Bool { responses <= Self.maxKept }
  /// Whether any entry has been passed on.
  private(set) var hasEntries = false
  /// Whether the last response is the copy in the cache, because the server cannot be reached.
  var isStale = false
  /// The URL after redirects; nil if there were none.
  private var finalURL: String?

  /// The maximum number of responses that are kept: 100,000 keys.
  private static let maxKept = 100
  /// The maximum size of a page in the protocol, below the longest line.
  private static let pageBytes = 24_000
  /// The number of bytes that are read at a time of a body that is arriving.
  private static let partBytes = 262_144

  init(
    _ number: UInt64, _ url: String, isRecursive: Bool, priority: Int, _ settings: TransferSettings
  ) throws(FetchFailure) {
    (self.number, self.url, self.isRecursive, self.priority) = (number, url, isRecursive, priority)
    key = .listing(url, isRecursive: isRecursive, token: nil)
    request = try ServerRequest(for: key, settings)
  }

  /// Continues with the page of the folder that has a token.
  mutating func proceed(to token: String) {
    key = .listing(url, isRecursive: isRecursive, token: token)
    responses += 1
    (parser, body, offset, read, skipped) = (nil, nil, 0, 0, 0)
  }

  /// Reads what has arrived of a response, whose body may be incomplete.
  ///
  /// - Parameter isWhole: Whether the body is complete. Until then, a bounded part is read at a time, so that its entries are
  ///   reported soon.
  /// - Returns: The pages that are full.
  mutating func read(_ body: CacheBody, isWhole: Bool, type: String?, finalURL: String?) -> [FetchReport] {
    if body !== self.body {
      restart(type: type, finalURL: finalURL)
      self.body = body
    }
    return consume(body.file, atMost: isWhole ? .max : Self.partBytes)
  }

  /// Reads a response from the cache; nil if the file cannot be read.
  mutating func read(_ copy: CachedCopy, type: String?) -> [FetchReport]? {
    let file = unsafe open(copy.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return nil }
    defer { close(file) }
    restart(type: type, finalURL: copy.finalURL)
    return consume(file, atMost: .max)
  }

  /// The last page, and how the response ends.
  mutating func finish() -> (pages: [FetchReport], end: ListingEnd) {
    guard var parser else { return ([], .other) }
    let (last, end) = parser.finish()
    let pages = add(last) + (waiting.isEmpty ? [] : [page()])
    return (pages, end)
  }

  private mutating func restart(type: String?, finalURL: String?) {
    // An attempt that begins again repeats what has been passed on.
    (skipped, read, offset) = (max(skipped, read), 0, 0)
    self.finalURL = finalURL
    parser = request.parser(finalURL: finalURL, type: type)
  }

  private mutating func consume(_ file: Int32, atMost limit: Int) -> [FetchReport] {
    guard parser != nil else { return [] }
    var pages: [FetchReport] = []
    let start = offset
    while true {
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { room, count in
        count = unsafe max(0, pread(file, room.baseAddress, room.count, offset))
      }
      guard !bytes.isEmpty, offset - start < limit else {
        // The first entries do not wait for a full page.
        return hasEntries || waiting.isEmpty || !pages.isEmpty ? pages : [page()]
      }
      offset += bytes.count
      pages += add(parser?.consume(bytes[...]) ?? [])
    }
  }

  private mutating func add(_ entries: [ListedEntry]) -> [FetchReport] {
    var pages: [FetchReport] = []
    for entry in entries {
      read += 1
      guard read > skipped else { continue }
      waiting.append(entry)
      // Each byte of a name may be encoded as three, and the other fields take some 60 at most.
      waitingBytes += entry.name.count + 20
      if waiting.count == ListedEntry.maximumPage || waitingBytes > Self.pageBytes - ListedEntry.longestName {
        pages.append(page())
      }
    }
    return pages
  }

  private mutating func page() -> FetchReport {
    defer { (waiting, waitingBytes, hasEntries) = ([], 0, true) }
    return .page(download: number, entries: waiting, finalURL: finalURL)
  }
}
