import Dispatch
import Synchronization
import System

/// The memory that all decoding may take at a time: of loads, players, thumbnails and external programs.
///
/// A decode reserves what it takes before it begins, and waits on its thread until that is free.
package final class DecodeBudget: Sendable {
  /// Memory that is reserved until this is let go.
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

    /// Bytes that are reserved.
    package var bytes: Int { size.withLock { $0 } }

    /// Reserves another number of bytes, without waiting.
    ///
    /// - Returns: False where there is not so much free: it keeps what it has.
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

    /// Lets those go that wait for what is free now.
    mutating func wake(_ numbers: [UInt64]) {
      for number in numbers { waiting.removeValue(forKey: number)?.signal() }
    }
  }

  /// How often a wait looks up whether its picture is still wanted, in milliseconds.
  private static let patience = 50

  /// The budget in bytes.
  package let limit: Int
  private let state: Mutex<State>

  /// A budget of which nothing is reserved.
  ///
  /// - Parameter limit: Bytes, at least 1; nil: the machine's default.
  package init(limit: Int? = nil) {
    self.limit = limit ?? MachineMemory.decodeBudget
    state = Mutex(State(admission: DecodeAdmission(limit: self.limit)))
  }

  /// Requests that wait now.
  package var waitingCount: Int { state.withLock { $0.admission.waitingCount } }
  /// Bytes that are reserved now.
  package var reservedBytes: Int { state.withLock { $0.admission.reserved } }

  /// Reserves memory, and waits for it.
  ///
  /// - Parameter isWanted: Whether to wait on.
  /// - Throws: `ImageError.needsMemory` where it is more than the whole budget; `.cancelled`.
  package func reserve(
    _ bytes: Int, while isWanted: () -> Bool = { !Task.isCancelled }
  ) throws(ImageError) -> Reservation {
    let (number, answer, gate) = state.withLock { state in
      state.lastNumber += 1
      let answer = state.admission.request(state.lastNumber, bytes: bytes)
      let gate = DispatchSemaphore(value: 0)
      if case .waiting = answer { state.waiting[state.lastNumber] = gate }
      return (state.lastNumber, answer, gate)
    }
    switch answer {
    case .admitted: break
    case .refused: throw .needsMemory(bytes, limit: limit)
    case .waiting:
      while gate.wait(timeout: .now() + .milliseconds(DecodeBudget.patience)) == .timedOut {
        guard isWanted() else {
          release(number)
          throw .cancelled
        }
      }
    }
    return Reservation(self, number, bytes: bytes)
  }

  /// Reserves memory if it is free now; nil: it is not.
  package func reserveNow(_ bytes: Int) -> Reservation? {
    let number: UInt64? = state.withLock { state in
      state.lastNumber += 1
      guard case .admitted = state.admission.request(state.lastNumber, bytes: bytes) else {
        _ = state.admission.release(state.lastNumber)
        return nil
      }
      return state.lastNumber
    }
    return number.map { Reservation(self, $0, bytes: bytes) }
  }

  private func resize(_ number: UInt64, to bytes: Int) -> Bool {
    state.withLock { state in
      let (isDone, admitted) = state.admission.resize(number, to: bytes)
      state.wake(admitted)
      return isDone
    }
  }

  private func release(_ number: UInt64) {
    state.withLock { state in
      state.waiting[number] = nil
      state.wake(state.admission.release(number))
    }
  }
}
