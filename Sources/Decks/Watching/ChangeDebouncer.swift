package import System

/// Collects file changes until they are due to be reported. A value: changes and time are arguments.
///
/// A burst is reported after a quiet period, or at an interval while it lasts: while a thousand files are copied, their
/// folder is read a few times, not a thousand. A new file is reported when it is complete, that is, when its writer has
/// closed it.
package struct ChangeDebouncer: Sendable {
  /// A change of a file.
  package enum Change: Hashable, Sendable {
    /// It exists and is being written.
    case created
    /// It is complete, or its content has changed.
    case finished
    /// It is gone.
    case gone
  }

  /// The changes to report.
  package struct Update: Hashable, Sendable {
    /// Files that have changed or are gone.
    package var changed: Set<Path>
    /// New files that are still being written.
    package var unfinished: Set<Path>

    /// An update.
    package init(changed: Set<Path>, unfinished: Set<Path>) {
      self.changed = changed
      self.unfinished = unfinished
    }
  }

  /// The quiet period after which a burst is reported.
  package static let quiet = Duration.milliseconds(200)
  /// The interval at which changes that keep coming are reported.
  package static let longest = Duration.seconds(1)
  /// The maximum number of files remembered as unfinished.
  package static let maxUnfinished = 10_000

  private var changed: Set<Path> = []
  private var unfinished: Set<Path> = []
  private var first: Duration?
  private var last = Duration.zero

  /// A debouncer without changes.
  package init() {}

  /// Records a change of a file; nil for the watched sources as a whole.
  package mutating func add(_ change: Change, _ path: Path?, at now: Duration) {
    switch change {
    case .created:
      if let path, unfinished.count < ChangeDebouncer.maxUnfinished { unfinished.insert(path) }
      // Not reported until it is complete.
      return
    case .finished, .gone:
      if let path {
        unfinished.remove(path)
        changed.insert(path)
      }
    }
    if first == nil { first = now }
    last = now
  }

  /// When the next update is due; nil if nothing is pending.
  package var due: Duration? { first.map { min(last + ChangeDebouncer.quiet, $0 + ChangeDebouncer.longest) } }

  /// Removes and returns the update that is due; nil if none is.
  package mutating func popUpdate(at now: Duration) -> Update? {
    guard let due, due <= now else { return nil }
    defer { (first, changed) = (nil, []) }
    return Update(changed: changed, unfinished: unfinished)
  }
}
