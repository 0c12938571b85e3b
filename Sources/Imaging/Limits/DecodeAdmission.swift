/// Which decodes may run, so that together they take no more memory than the budget: a value without threads.
///
/// Requests are admitted in the order in which they come. A smaller one may pass those that do not fit yet, but each is passed
/// only `maxPasses` times, so that none waits for ever. A request that is larger than the whole budget is refused.
package struct DecodeAdmission: Sendable {
  /// What becomes of a request.
  package enum Answer: Hashable, Sendable {
    /// It may run until it is released.
    case admitted
    /// It has to wait; `release` or `cancel` of another names it when it may run.
    case waiting
    /// It never fits.
    case refused
  }

  /// How often a request that waits may be passed by later ones.
  package static let maxPasses = 8

  private struct Waiter {
    let number: UInt64
    let bytes: Int
    var passes = 0
  }

  /// The budget in bytes.
  package let limit: Int
  /// Bytes that are reserved now.
  package private(set) var reserved = 0
  private var holders: [UInt64: Int] = [:]
  private var waiters: [Waiter] = []

  /// An admission with nothing reserved.
  ///
  /// - Parameter limit: The budget in bytes, at least 1.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// How many requests wait.
  package var waitingCount: Int { waiters.count }

  /// Requests memory.
  ///
  /// - Parameters:
  ///   - number: A number that no other request has.
  ///   - bytes: What the decode takes; less than 0 counts as 0.
  package mutating func request(_ number: UInt64, bytes: Int) -> Answer {
    let bytes = max(0, bytes)
    guard bytes <= limit else { return .refused }
    waiters.append(Waiter(number: number, bytes: bytes))
    return admit().contains(number) ? .admitted : .waiting
  }

  /// Changes what a decode that runs has reserved, at once or not at all: one that holds memory never waits for more, for two
  /// that did would wait for each other.
  ///
  /// - Returns: Whether it now has `bytes`. A decrease always succeeds; `released` then names those that may run.
  package mutating func resize(_ number: UInt64, to bytes: Int) -> (isDone: Bool, released: [UInt64]) {
    guard let held = holders[number] else { return (false, []) }
    let bytes = max(0, bytes)
    guard bytes <= held || bytes - held <= limit - reserved else { return (false, []) }
    holders[number] = bytes
    reserved += bytes - held
    return (true, admit())
  }

  /// A decode has ended, or nobody wants it any more while it waits.
  ///
  /// - Returns: The requests that may run now, in their order.
  package mutating func release(_ number: UInt64) -> [UInt64] {
    if let bytes = holders.removeValue(forKey: number) {
      reserved -= bytes
    } else {
      waiters.removeAll { $0.number == number }
    }
    return admit()
  }

  /// Admits what fits.
  private mutating func admit() -> [UInt64] {
    var admitted: [UInt64] = []
    var index = 0
    while index < waiters.count {
      let waiter = waiters[index]
      guard waiter.bytes <= limit - reserved else {
        // One that has been passed often enough holds up all that come after it.
        if waiter.passes >= DecodeAdmission.maxPasses { break }
        index += 1
        continue
      }
      reserved += waiter.bytes
      holders[waiter.number] = waiter.bytes
      admitted.append(waiter.number)
      waiters.remove(at: index)
      for passed in 0..<index { waiters[passed].passes += 1 }
    }
    return admitted
  }
}
