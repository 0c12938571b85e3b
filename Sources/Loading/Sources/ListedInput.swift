import Synchronization

/// The list on standard input: it can be read only once, and what it listed is kept for reloads.
final class ListedInput: Sendable {
  private enum State {
    case unread
    /// Someone reads it; what came until it was last told.
    case reading(NameList)
    case read(NameList)
  }

  private let descriptor: Int32
  private let state = Mutex(State.unread)
  /// Milliseconds without news after which a list is worth telling, however little it has grown.
  private static let pause: Int32 = 50
  /// The longest that news are held back while more come.
  private static let patience = Duration.milliseconds(250)

  /// A list that has not been read.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The entries. Waits for the list's end; but when another caller already does, it is what that one has told so far.
  ///
  /// - Parameter partial: called with the entries so far as they come; and whether they are worth showing even if they
  ///   are few more than the last time, for it is a while since, or nothing more comes for now.
  func read(partial: (NameList, _ isDue: Bool) -> Void) -> NameList {
    let known: NameList? = state.withLock { state in
      switch state {
      case .unread:
        state = .reading(NameList())
        return nil
      case .reading(let names), .read(let names): return names
      }
    }
    if let known { return known }
    var list = EntryList()
    var told = ContinuousClock.now
    _ = unsafe DescriptorBytes.forEachPiece(of: descriptor, tellingPauseAfter: ListedInput.pause) { piece in
      unsafe list.feed(piece)
      let now = ContinuousClock.now
      let isDue = unsafe piece.isEmpty || told.duration(to: now) > ListedInput.patience
      if isDue {
        told = now
        state.withLock { $0 = .reading(list.names) }
      }
      if list.names.count > 0 { partial(list.names, isDue) }
      return !list.isFull
    }
    list.finish()
    state.withLock { $0 = .read(list.names) }
    return list.names
  }
}
