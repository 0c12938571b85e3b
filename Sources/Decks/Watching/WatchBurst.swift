package import System

/// Changes on their way to being told: a value that is told of each, and the time.
///
/// A burst is told when nothing has come for a moment, or when it has lasted: copying a thousand files is a few readings
/// of their folder, not a thousand. A file is news when it is whole, which is when its writer has closed it.
package struct WatchBurst: Sendable {
  /// What has happened to a file.
  package enum Change: Hashable, Sendable {
    /// It is there, and being written.
    case begun
    /// It is whole, or another than before.
    case finished
    /// It is gone.
    case gone
  }

  /// What is told.
  package struct News: Hashable, Sendable {
    /// Files that are others than before, or gone.
    package var changed: Set<Path>
    /// Files that are still being written for the first time.
    package var unfinished: Set<Path>

    /// News.
    package init(changed: Set<Path>, unfinished: Set<Path>) {
      self.changed = changed
      self.unfinished = unfinished
    }
  }

  /// Nothing must have come for so long.
  package static let quiet = Duration.milliseconds(200)
  /// What comes on and on is told all the same, so often.
  package static let longest = Duration.seconds(1)
  /// Files that are remembered as unfinished, at most.
  package static let mostUnfinished = 10_000

  private var changed: Set<Path> = []
  private var unfinished: Set<Path> = []
  private var first: Duration?
  private var last = Duration.zero

  /// Nothing has happened.
  package init() {}

  /// Something has happened to a file; nil: to what is watched, as a whole.
  package mutating func take(_ change: Change, _ path: Path?, at now: Duration) {
    switch change {
    case .begun:
      if let path, unfinished.count < WatchBurst.mostUnfinished { unfinished.insert(path) }
      // No news before it is whole.
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

  /// When it is to be told; nil: there is nothing.
  package var due: Duration? { first.map { min(last + WatchBurst.quiet, $0 + WatchBurst.longest) } }

  /// What is to be told now; nil: nothing yet.
  package mutating func takeNews(at now: Duration) -> News? {
    guard let due, due <= now else { return nil }
    defer { (first, changed) = (nil, []) }
    return News(changed: changed, unfinished: unfinished)
  }
}
