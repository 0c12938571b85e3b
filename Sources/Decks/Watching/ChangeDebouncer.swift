package import System

/// Gathers changes until they can be reported: a value that receives each of them, and the time.
///
/// A burst is reported when nothing has come for a moment, or when it has lasted: after a thousand copied files their folder
/// is read a few times, not a thousand. A file is reported when it is whole, which is when its writer has closed it.
package struct ChangeDebouncer: Sendable {
  /// What has happened to a file.
  package enum Change: Hashable, Sendable {
    /// It is there, and being written.
    case begun
    /// It is whole, or another than before.
    case finished
    /// It is gone.
    case gone
  }

  /// What has changed.
  package struct Update: Hashable, Sendable {
    /// Files that are others than before, or gone.
    package var changed: Set<Path>
    /// Files that are still being written for the first time.
    package var unfinished: Set<Path>

    /// An update.
    package init(changed: Set<Path>, unfinished: Set<Path>) {
      self.changed = changed
      self.unfinished = unfinished
    }
  }

  /// How long nothing must have come.
  package static let quiet = Duration.milliseconds(200)
  /// How often changes that keep coming are reported.
  package static let longest = Duration.seconds(1)
  /// Files that are remembered as unfinished, at most.
  package static let maxUnfinished = 10_000

  private var changed: Set<Path> = []
  private var unfinished: Set<Path> = []
  private var first: Duration?
  private var last = Duration.zero

  /// Nothing has happened.
  package init() {}

  /// Something has happened to a file; nil: to what is watched, as a whole.
  package mutating func add(_ change: Change, _ path: Path?, at now: Duration) {
    switch change {
    case .begun:
      if let path, unfinished.count < ChangeDebouncer.maxUnfinished { unfinished.insert(path) }
      // Not reported before it is whole.
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

  /// When the next update is due; nil: there is none.
  package var due: Duration? { first.map { min(last + ChangeDebouncer.quiet, $0 + ChangeDebouncer.longest) } }

  /// The update that is due, which is then forgotten; nil: none is.
  package mutating func popUpdate(at now: Duration) -> Update? {
    guard let due, due <= now else { return nil }
    defer { (first, changed) = (nil, []) }
    return Update(changed: changed, unfinished: unfinished)
  }
}
