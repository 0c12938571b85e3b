import CarouselValues
import Decks
import System

/// What the user has done with files, so that it can be undone.
struct OrganizedFiles: Sendable {
  private var changes: [FileChange] = []
  /// The number of tasks under way, and since when there have been any.
  private var tasks: (count: Int, start: Timestamp) = (0, .zero)
  /// The folder that was typed last; nil if none was.
  var lastFolder: String?

  /// The maximum number of changes that can be undone.
  private static let limit = 1000

  /// How long tasks take before the terminal shows that.
  private static let progressDelay: Duration = .seconds(1)

  /// When the terminal shows that tasks are under way; nil if none is.
  var progressStart: Timestamp? { tasks.count > 0 ? tasks.start.advanced(by: Self.progressDelay) : nil }

  mutating func began(at now: Timestamp) { tasks = (tasks.count + 1, tasks.count > 0 ? tasks.start : now) }

  mutating func ended() { tasks.count = max(0, tasks.count - 1) }

  mutating func did(_ change: FileChange) {
    guard !change.items.isEmpty else { return }
    changes.append(change)
    if changes.count > OrganizedFiles.limit { changes.removeFirst() }
  }

  var canUndo: Bool { !changes.isEmpty }

  mutating func takeLast() -> FileChange? { changes.popLast() }
}

extension Location {
  /// The file of a slide that can be moved and renamed, or why there is none.
  var movableFile: Result<Path, Immovable> {
    switch self {
    case .file(let path) where !path.bytes.isEmpty: .success(path)
    case .file, .broken: .failure(Immovable(reason: "it has no file"))
    case .page: .failure(Immovable(reason: "it is a page of a document"))
    case .entry: .failure(Immovable(reason: "it is in an archive; C copies it"))
    case .input: .failure(Immovable(reason: "standard input has no file"))
    case .url: .failure(Immovable(reason: "it is on the network; o saves it"))
    }
  }

  /// Why a slide's file cannot be moved.
  struct Immovable: Error {
    let reason: String
  }
}
