import Synchronization

/// Values that take long to make: each is made when it is first needed, once for its key, and kept.
///
/// Of all the modes, inks and numbers of colours that could be chosen, few are.
final class Prepared<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let make: @Sendable (Key) -> Value
  private let known = Mutex<[Key: Value]>([:])

  /// - Parameter make: makes the value for a key; must not ask for one of these values itself.
  init(_ make: @escaping @Sendable (Key) -> Value) {
    self.make = make
  }

  /// The value for a key. Others who need one wait while it is made.
  subscript(key: Key) -> Value {
    known.withLock { known in
      if let value = known[key] { return value }
      let value = make(key)
      known[key] = value
      return value
    }
  }
}
