import Dispatch

/// The URLs of what has changed since the last report, so that a far side that reports without end causes one now and then.
struct FarChanges: Sendable {
  /// The time in which changes become one report.
  static let interval = DispatchTimeInterval.milliseconds(250)
  /// The most changes that are named one by one.
  private static let maximum = 1_000

  private var urls: Set<String> = []

  /// Adds changes.
  ///
  /// - Parameter folder: takes the place of too many.
  /// - Returns: whether a report is due after the interval.
  mutating func add(_ changed: [String], in folder: String) -> Bool {
    defer {
      urls.formUnion(changed)
      if urls.count > FarChanges.maximum { urls = [folder] }
    }
    return urls.isEmpty
  }

  /// Removes and returns the changes, in any order.
  mutating func pop() -> [String] {
    defer { urls = [] }
    return Array(urls)
  }
}
