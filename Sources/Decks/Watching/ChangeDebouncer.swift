package import System

/// Collects file changes until they are due to be reported. A value: changes and time are arguments.
///
/// A burst is reported after a quiet period, or at an interval while it lasts: while a thousand files are copied, their
/// folder is read a few times, not a thousand. A new file is reported when it is complete: when its writer has closed it
/// or, since not every writer does so under the file's present name, when it has stayed the same for a second.
package struct ChangeDebouncer: Sendable {
  /// A change of a file.
  package enum Change: Hashable, Sendable {
    /// It exists, as this stamp tells, and is being written.
    case created(FileStamp?)
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
  /// The time after which a new file that has stayed the same counts as complete.
  package static let rest = Duration.seconds(1)
  /// The maximum number of files remembered as unfinished; others count as complete.
  package static let maxUnfinished = 10_000

  /// A new file as it was last examined.
  private struct Unfinished {
    var stamp: FileStamp?
    var since: Duration
  }

  private var changed: Set<Path> = []
  private var unfinished: [Path: Unfinished] = [:]
  private var first: Duration?
  private var last = Duration.zero

  /// A debouncer without changes.
  package init() {}

  /// Records a change of a file; nil for the watched sources as a whole.
  package mutating func add(_ change: Change, _ path: Path?, at now: Duration) {
    if case .created(let stamp) = change, let path, unfinished.count < ChangeDebouncer.maxUnfinished {
      // Not reported until it is complete.
      unfinished[path] = Unfinished(stamp: stamp, since: now)
      return
    }
    if let path {
      unfinished[path] = nil
      changed.insert(path)
    }
    if first == nil { first = now }
    last = now
  }

  /// Finds new files that have stayed the same for `rest`: they are complete.
  ///
  /// - Parameter stamp: examines a file; nil if it is gone.
  package mutating func examineUnfinished(at now: Duration, stamp: (Path) -> FileStamp?) {
    for (path, known) in unfinished where known.since + ChangeDebouncer.rest <= now {
      let present = stamp(path)
      if present == known.stamp {
        add(.finished, path, at: now)
      } else {
        unfinished[path] = Unfinished(stamp: present, since: now)
      }
    }
  }

  /// When the next update or examination is due; nil if nothing is pending.
  package var due: Duration? {
    let examination = unfinished.values.lazy.map { $0.since + ChangeDebouncer.rest }.min()
    return [dueUpdate, examination].compactMap(\.self).min()
  }

  private var dueUpdate: Duration? { first.map { min(last + ChangeDebouncer.quiet, $0 + ChangeDebouncer.longest) } }

  /// Removes and returns the update that is due; nil if none is.
  package mutating func popUpdate(at now: Duration) -> Update? {
    guard let dueUpdate, dueUpdate <= now else { return nil }
    defer { (first, changed) = (nil, []) }
    return Update(changed: changed, unfinished: Set(unfinished.keys))
  }
}
