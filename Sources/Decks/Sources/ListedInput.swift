import Synchronization
import System

/// What comes on standard input, or another pipe: a list, a deck or a picture. It can be read only once, and is kept for reloads.
final class ListedInput: Sendable {
  /// What it holds.
  enum Content: Sendable {
    case names(NameList)
    case slides([Slide])
  }

  private enum State {
    case unread
    /// Someone reads it; what came until it was last told.
    case reading(NameList)
    case read(Content)
  }

  private let descriptor: Int32
  private let state = Mutex(State.unread)
  /// Milliseconds without news after which a list is worth telling, however little it has grown.
  private static let pause: Int32 = 50
  /// The longest that news are held back while more come.
  private static let patience = Duration.milliseconds(250)
  /// What messages call it.
  private static let name = "standard input"

  /// Input that has not been read.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The entries. Waits for the end; but when another caller already does, it is what that one has told so far.
  ///
  /// - Parameter partial: called with a list's entries so far as they come; and whether they are worth showing even if they
  ///   are few more than the last time, for it is a while since, or nothing more comes for now.
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
    /// The first bytes, until they tell the kind.
    var head: [UInt8] = []
    var sink: Sink?
    var told = ContinuousClock.now
    func tellList(isDue: Bool) {
      guard case .list(let list) = sink else { return }
      if isDue {
        told = .now
        state.withLock { $0 = .reading(list.names) }
      }
      if list.names.count > 0 { partial(list.names, isDue) }
    }
    func decide(isAll: Bool) -> Bool {
      guard let kind = InputKind(head: head, isAll: isAll) else { return true }
      sink = Sink(kind)
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
      unsafe tellList(isDue: piece.isEmpty || told.duration(to: .now) > ListedInput.patience)
      return goesOn
    }
    if sink == nil { _ = decide(isAll: true) }
    return sink?.content ?? .names(NameList())
  }

  /// Where the bytes go, by what they are.
  private enum Sink {
    case list(EntryList)
    case deck([UInt8], isCut: Bool)
    case picture(InputSpool)
    case nothing

    init(_ kind: InputKind) {
      self =
        switch kind {
        case .list: .list(EntryList())
        case .deck: .deck([], isCut: false)
        case .picture: .picture(InputSpool())
        case .garbage: .nothing
        }
    }

    /// Takes bytes; false when it takes no more.
    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
      switch self {
      case .list(var list):
        self = .nothing
        unsafe list.feed(bytes)
        self = .list(list)
        return !list.isFull
      case .deck(var text, _):
        self = .nothing
        let isCut = text.count + bytes.count > DeckFile.maximumBytes
        if !isCut { unsafe text.append(contentsOf: bytes) }
        self = .deck(text, isCut: isCut)
        return !isCut
      case .picture(var spool):
        let goesOn = unsafe spool.append(bytes)
        self = .picture(spool)
        return goesOn
      case .nothing: return false
      }
    }

    var content: Content {
      switch self {
      case .list(var list):
        list.finish()
        return .names(list.names)
      case .deck(_, isCut: true):
        let reason = FileError.tooLarge(limit: DeckFile.maximumBytes).description
        return .slides([Slide(.broken(entry: ListedInput.name, reason: reason))])
      case .deck(let text, isCut: false):
        return .slides(DeckFile.slides(text, name: ListedInput.name, folder: Path("")))
      case .picture(let spool): return .slides([spool.slide])
      case .nothing:
        return .slides([Slide(.broken(entry: ListedInput.name, reason: "neither a picture nor a deck nor a list"))])
      }
    }
  }
}
