/// Decides which decodes may run, so that together they stay within a memory budget. A value without threads.
///
/// Requests are admitted in order of arrival. A smaller request may overtake larger ones that do not fit yet, but each
/// of those is overtaken at most `maxPasses` times, so that none starves. A request larger than the whole budget is
/// refused.
package struct DecodeAdmission: Sendable {
  /// The answer to a request.
  package enum Answer: Hashable, Sendable {
    /// The decode may run until it is released.
    case admitted
    /// The request must wait until `release` or `resize` for another request returns its number.
    case waiting
    /// The request is larger than the whole budget.
    case refused
  }

  /// How many times later requests may overtake a waiting one.
  package static let maxPasses = 8

  private struct Waiter {
    let number: UInt64
    let bytes: Int
    var passes = 0
  }

  private struct Holder {
    let number: UInt64
    var bytes: Int
  }

  /// The budget in bytes.
  package let limit: Int
  /// The number of bytes reserved now.
  package private(set) var reserved = 0
  /// The decodes that run: a few.
  private var holders: [Holder] = []
  private var waiters: [Waiter] = []

  /// Creates an admission with nothing reserved.
  ///
  /// - Parameter limit: The budget in bytes, at least 1.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// The number of waiting requests.
  package var waitingCount: Int { waiters.count }

  /// Requests memory.
  ///
  /// - Parameters:
  ///   - number: A number that no other request has.
  ///   - bytes: The bytes that the decode takes; a negative number counts as 0.
  package mutating func request(_ number: UInt64, bytes: Int) -> Answer {
    let bytes = max(0, bytes)
    guard bytes <= limit else { return .refused }
    waiters.append(Waiter(number: number, bytes: bytes))
    return admit().contains(number) ? .admitted : .waiting
  }

  /// Changes the reservation of a running decode, immediately or not at all. A decode that holds memory never waits for
  /// more, because two of them would deadlock.
  ///
  /// - Returns: Whether the decode now has `bytes`, and the requests that may run now. A decrease always succeeds.
  package mutating func resize(_ number: UInt64, to bytes: Int) -> (isDone: Bool, released: [UInt64]) {
    guard let index = holders.firstIndex(where: { $0.number == number }) else { return (false, []) }
    let (current, bytes) = (holders[index].bytes, max(0, bytes))
    guard bytes <= current || bytes - current <= limit - reserved else { return (false, []) }
    holders[index].bytes = bytes
    reserved += bytes - current
    return (true, admit())
  }

  /// Releases a decode's memory, or cancels its request if it is still waiting.
  ///
  /// - Returns: The requests that may run now, in order.
  package mutating func release(_ number: UInt64) -> [UInt64] {
    if let index = holders.firstIndex(where: { $0.number == number }) {
      reserved -= holders.remove(at: index).bytes
    } else {
      waiters.removeAll { $0.number == number }
    }
    return admit()
  }

  /// Admits the requests that fit, and returns them in order.
  private mutating func admit() -> [UInt64] {
    var admitted: [UInt64] = []
    var index = 0
    while index < waiters.count {
      let waiter = waiters[index]
      guard waiter.bytes <= limit - reserved else {
        // A request that has been overtaken often enough blocks all that come after it.
        if waiter.passes >= DecodeAdmission.maxPasses { break }
        index += 1
        continue
      }
      reserved += waiter.bytes
      holders.append(Holder(number: waiter.number, bytes: waiter.bytes))
      admitted.append(waiter.number)
      waiters.remove(at: index)
      for passed in 0..<index { waiters[passed].passes += 1 }
    }
    return admitted
  }
}
