import CGlibc
import Glibc
import Synchronization
import System

/// Standard input or another pipe: a list, a deck or a picture. It can be read only once, and is kept for reloads.
final class ListedInput: Sendable {
  /// The content of a pipe: names of a list, with the reason if more have been left out, or slides of a deck or a
  /// picture.
  enum Content: Sendable {
    case names(NameList, excess: String? = nil)
    case slides([Slide])
  }

  private enum State {
    case unread
    /// A caller is reading; the names as of its last due report.
    case reading(NameList)
    case read(Content)
  }

  private let descriptor: Int32
  private let vocabulary: SlideVocabulary
  private let state = Mutex(State.unread)
  /// Milliseconds without input after which a list is due to be reported, however little it has grown.
  private static let pause: Int32 = 50
  /// The interval between due reports while more input is arriving, unless they take long.
  private static let timeout = Duration.milliseconds(250)
  /// The name of the pipe in messages.
  static let name = "standard input"

  /// A pipe that has not been read.
  ///
  /// - Parameter vocabulary: What a deck may set for single slides.
  init(_ descriptor: Int32, vocabulary: SlideVocabulary = .any) {
    self.descriptor = descriptor
    self.vocabulary = vocabulary
  }

  /// Reads the content and waits for its end. If another caller is already reading, returns the names as of its last
  /// due report.
  ///
  /// - Parameter partial: called with a list's entries so far as they arrive. `isDue` is true if they are worth showing
  ///   even if there are only a few new ones: some time has passed since the last due report, or the input pauses.
  func read(partial: (NameList, _ isDue: Bool) -> Void) -> Content {
    let known: Content? = state.withLock { state in
      switch state {
      case .unread:
        state = .reading(NameList())
        return nil
      case .reading(let names): return .names(names)
      case .read(let content): return content
      }
    }
    if let known { return known }
    let content = readAll(partial: partial)
    state.withLock { $0 = .read(content) }
    return content
  }

  private func readAll(partial: (NameList, _ isDue: Bool) -> Void) -> Content {
    /// The first bytes, until they determine the kind.
    var head: [UInt8] = []
    var sink: Sink?
    var due = MonotonicClock.now + ListedInput.timeout
    func reportList(isDue: Bool) {
      guard case .list(let list) = sink else { return }
      if isDue { state.withLock { $0 = .reading(list.names) } }
      let start = MonotonicClock.now
      if list.names.count > 0 { partial(list.names, isDue) }
      let end = MonotonicClock.now
      // Reports of long lists take long. Most of the time is left for reading.
      if isDue { due = end + max(ListedInput.timeout, (end - start) * 4) }
    }
    func decide(isAll: Bool) -> Bool {
      guard let kind = InputKind(head: head, isAll: isAll) else { return true }
      if kind == .list, head.starts(with: ListFile.byteOrderMark) { head.removeFirst(ListFile.byteOrderMark.count) }
      sink = Sink(kind, head: head)
      return unsafe head.withUnsafeBytes { unsafe sink?.append($0) ?? true }
    }
    _ = unsafe DescriptorBytes.forEachPiece(of: descriptor, tellingPauseAfter: ListedInput.pause) { piece in
      var goesOn: Bool
      if sink == nil {
        unsafe head.append(contentsOf: piece)
        goesOn = unsafe decide(isAll: piece.isEmpty)
      } else {
        goesOn = unsafe sink?.append(piece) ?? true
      }
      unsafe reportList(isDue: piece.isEmpty || MonotonicClock.now > due)
      return goesOn
    }
    if sink == nil { _ = decide(isAll: true) }
    return sink?.content(vocabulary) ?? .names(NameList())
  }

  /// The destination of the bytes, depending on their kind.
  private enum Sink {
    case list(EntryList)
    case deck([UInt8], isTruncated: Bool)
    case picture(InputSpool)
    case nothing

    /// - Parameter head: The first bytes. Only a playlist is known to have comments: names may begin with `#`, too.
    init(_ kind: InputKind, head: [UInt8]) {
      self =
        switch kind {
        case .list: .list(EntryList(hasComments: head.starts(with: "#EXTM3U".utf8)))
        case .deck: .deck([], isTruncated: false)
        case .picture: .picture(InputSpool())
        case .garbage: .nothing
        }
    }

    /// Appends bytes; false if no more are accepted.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
      switch self {
      case .list(var list):
        self = .nothing
        unsafe list.feed(bytes)
        self = .list(list)
        return list.excess == nil
      case .deck(var text, _):
        self = .nothing
        let isTruncated = text.count + bytes.count > DeckFile.maximumBytes
        if !isTruncated { unsafe text.append(contentsOf: bytes) }
        self = .deck(text, isTruncated: isTruncated)
        return !isTruncated
      case .picture(var spool):
        let goesOn = unsafe spool.append(bytes)
        self = .picture(spool)
        return goesOn
      case .nothing: return false
      }
    }

    func content(_ vocabulary: SlideVocabulary) -> Content {
      switch self {
      case .list(var list):
        list.finish()
        return .names(list.names, excess: list.excess)
      case .deck(_, isTruncated: true):
        let reason = FileError.tooLarge(limit: DeckFile.maximumBytes).description
        return .slides([Slide(.broken(entry: ListedInput.name, reason: reason))])
      case .deck(let text, isTruncated: false):
        return .slides(DeckFile.slides(text, name: ListedInput.name, folder: Path(""), vocabulary: vocabulary))
      case .picture(let spool): return .slides([spool.slide])
      case .nothing:
        return .slides([Slide(.broken(entry: ListedInput.name, reason: "neither a picture nor a deck nor a list"))])
      }
    }
  }
}

/// A pipe's bytes in a memory file, so that they can be read repeatedly. It lasts as long as the process.
struct InputSpool {
  /// The maximum size, in bytes.
  static let maximumBytes = 256 << 20

  private let descriptor: Int32
  private var count = 0
  /// Why the content is incomplete; nil if it is complete so far.
  private(set) var error: FileError?

  init() {
    descriptor = tui_memory_file()
    if descriptor < 0 { error = FileError(system: errno) }
  }

  /// Appends bytes; false if no more are accepted.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard error == nil else { return false }
    guard count + bytes.count <= InputSpool.maximumBytes else {
      error = .tooLarge(limit: InputSpool.maximumBytes)
      return false
    }
    if let number = unsafe DescriptorBytes.write(bytes, to: descriptor) {
      error = FileError(system: number)
      return false
    }
    count += bytes.count
    return true
  }

  /// The slide that shows the content, or a broken slide if it is incomplete.
  var slide: Slide {
    if let error { return Slide(.broken(entry: "standard input", reason: error.description)) }
    return Slide(.input(Path("/proc/\(getpid())/fd/\(descriptor)")))
  }
}
