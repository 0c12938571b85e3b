import Dispatch
import Memory
import Synchronization

/// The memory budget that all decodes share: loads, players, thumbnails and external programs.
///
/// A decode reserves its memory before it starts. If the memory is not free, its thread waits.
package final class DecodeBudget: Sendable {
  /// A reservation of memory, released when this object is deallocated.
  package final class Reservation: Sendable {
    private let budget: DecodeBudget
    private let number: UInt64
    private let size: Mutex<Int>

    fileprivate init(_ budget: DecodeBudget, _ number: UInt64, bytes: Int) {
      self.budget = budget
      self.number = number
      size = Mutex(bytes)
    }

    deinit { budget.release(number) }

    /// Lets the budget take this memory back when a request would wait for memory, or be refused that must not wait.
    ///
    /// - Parameter reclaim: Gives the memory up, by releasing this reservation at once or soon. It is called at most
    ///   once, on any thread; immediately if a request is waiting already.
    package func setReclaimer(_ reclaim: @escaping @Sendable () -> Void) {
      if budget.setReclaimer(number, reclaim) { reclaim() }
    }

    /// The number of reserved bytes.
    package var bytes: Int { size.withLock { $0 } }

    /// Changes the number of reserved bytes, without waiting.
    ///
    /// - Returns: Whether that succeeded. If not enough memory is free, the reservation does not change.
    package func resize(to bytes: Int) -> Bool {
      size.withLock { size in
        guard budget.resize(number, to: bytes) else { return false }
        size = bytes
        return true
      }
    }
  }

  private struct State {
    var admission: DecodeAdmission
    var lastNumber: UInt64 = 0
    var waiting: [UInt64: DispatchSemaphore] = [:]
    /// Give up memory that is only kept because nobody needs it.
    var reclaimers: [UInt64: @Sendable () -> Void] = [:]

    mutating func claimReclaimers() -> [@Sendable () -> Void] {
      defer { reclaimers = [:] }
      return Array(reclaimers.values)
    }

    /// Resumes the requests that have been admitted.
    mutating func wake(_ numbers: [UInt64]) {
      for number in numbers { waiting.removeValue(forKey: number)?.signal() }
    }
  }

  /// The interval in milliseconds at which a waiting request checks whether it has been cancelled.
  private static let pollInterval = 50

  /// The budget in bytes.
  package let limit: Int
  private let state: Mutex<State>

  /// Creates a budget with nothing reserved.
  ///
  /// - Parameter limit: Bytes, at least 1, or nil for the machine's default.
  package init(limit: Int? = nil) {
    self.limit = limit ?? MachineMemory.decodeBudget
    state = Mutex(State(admission: DecodeAdmission(limit: self.limit)))
  }

  /// The number of waiting requests.
  package var waitingCount: Int { state.withLock { $0.admission.waitingCount } }
  /// The number of bytes reserved now.
  package var reservedBytes: Int { state.withLock { $0.admission.reserved } }

  /// Reserves memory, and waits until it is free.
  ///
  /// - Parameter isWanted: Whether to keep waiting, checked every 50 ms.
  /// - Throws: `ImageError.needsMemory` if `bytes` exceeds the whole budget; `.cancelled` if `isWanted` returns false.
  package func reserve(
    _ bytes: Int, while isWanted: () -> Bool = { !Task.isCancelled }
  ) throws(ImageError) -> Reservation {
    let (number, answer, gate, reclaimers) = state.withLock { state in
      state.lastNumber += 1
      let answer = state.admission.request(state.lastNumber, bytes: bytes)
      let gate = DispatchSemaphore(value: 0)
      var reclaimers: [@Sendable () -> Void] = []
      if case .waiting = answer {
        state.waiting[state.lastNumber] = gate
        reclaimers = state.claimReclaimers()
      }
      return (state.lastNumber, answer, gate, reclaimers)
    }
    // Outside the lock, since they release reservations.
    for reclaim in reclaimers { reclaim() }
    switch answer {
    case .admitted: break
    case .refused: throw .needsMemory(bytes, limit: limit)
    case .waiting:
      while gate.wait(timeout: .now() + .milliseconds(DecodeBudget.pollInterval)) == .timedOut {
        guard isWanted() else {
          release(number)
          throw .cancelled
        }
      }
    }
    return Reservation(self, number, bytes: bytes)
  }

  /// Reserves memory if it is free now, or can be reclaimed; otherwise returns nil.
  package func reserveNow(_ bytes: Int) -> Reservation? {
    let number: UInt64? = reclaimingOnce {
      state.withLock { state in
        state.lastNumber += 1
        guard case .admitted = state.admission.request(state.lastNumber, bytes: bytes) else {
          _ = state.admission.release(state.lastNumber)
          return nil
        }
        return state.lastNumber
      }
    }
    return number.map { Reservation(self, $0, bytes: bytes) }
  }

  /// Calls a body, and if it returns nil and memory can be reclaimed, calls it again after that.
  private func reclaimingOnce<Value>(_ body: () -> Value?) -> Value? {
    if let value = body() { return value }
    let reclaimers = state.withLock { $0.claimReclaimers() }
    for reclaim in reclaimers { reclaim() }
    return reclaimers.isEmpty ? nil : body()
  }

  private func resize(_ number: UInt64, to bytes: Int) -> Bool {
    let isDone: Void? = reclaimingOnce {
      state.withLock { state in
        let (isDone, admitted) = state.admission.resize(number, to: bytes)
        state.wake(admitted)
        return isDone ? () : nil
      }
    }
    return isDone != nil
  }

  /// Sets a reservation's reclaimer, unless a request is waiting.
  ///
  /// - Returns: Whether to reclaim its memory now.
  private func setReclaimer(_ number: UInt64, _ reclaim: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      state.reclaimers[number] = state.waiting.isEmpty ? reclaim : nil
      return !state.waiting.isEmpty
    }
  }

  private func release(_ number: UInt64) {
    state.withLock { state in
      state.waiting[number] = nil
      state.reclaimers[number] = nil
      state.wake(state.admission.release(number))
    }
  }
}
