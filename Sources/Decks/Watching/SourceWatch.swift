import Dispatch
import Glibc
import Synchronization
import System

/// Watches folders, lists, decks and the files in them through inotify, on a thread that sleeps until one of them
/// changes, or a new file has to be examined; and remote folders by listing them again.
package final class SourceWatch: Sendable {
  /// A report of the watch.
  package enum Report: Hashable, Sendable {
    /// The sources should be read again.
    case changed(ChangeDebouncer.Update)
    /// Some sources cannot be watched; the reason as text for the user.
    case warning(String)
  }

  private let state: Mutex<WatchState>
  private let report: @Sendable (Report) -> Void
  /// Asks the servers of remote folders; nil if these are not watched.
  private let servers: ServerWatch?

  /// A watch of a request's sources, from now on.
  ///
  /// - Parameters:
  ///   - remote: lists remote folders; nil to watch none.
  ///   - interval: the time after which they are listed again.
  ///   - report: called on a thread of the watch, or on that which calls `follow`.
  package init(
    _ request: DeckRequest, remote: RemoteFolders? = nil, every interval: Duration = .seconds(30),
    report: @escaping @Sendable (Report) -> Void
  ) {
    state = Mutex(WatchState(request))
    self.report = report
    servers = remote.map { ServerWatch($0, recursive: request.recursive, every: interval) { report(.changed($0)) } }
  }

  /// Whether remote folders are watched.
  var isWatchingServers: Bool { servers != nil }

  /// Starts the thread, which runs as long as the process.
  package func start() {
    // A separate serial queue has a thread that may block.
    DispatchQueue(label: "tui.watching").async { [self] in
      while let (descriptor, due) = state.withLock({ $0.wait }) {
        let milliseconds = due.map { Int32(clamping: max(0, Int(($0 - MonotonicClock.now) / .milliseconds(1)) + 1)) }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let isReady = unsafe poll(&waiting, 1, milliseconds ?? -1) > 0
        for new in state.withLock({ $0.reports(isReady: isReady) }) { report(new) }
      }
    }
  }

  /// Watches the sources of a reading and the files that it has found, in the place of those from before.
  ///
  /// - Parameter listed: the remote folders, with the sorted hashes of their pictures.
  func follow(_ request: DeckRequest, _ deck: Deck, _ listed: [String: [Int]]? = nil) {
    servers?.follow(listed ?? [:])
    for new in state.withLock({ $0.follow(request, deck) }) { report(new) }
  }
}

/// What is watched, and what has changed.
private struct WatchState: Sendable {
  /// The events of a folder: files created, moved, deleted or closed after writing, and the folder itself deleted or
  /// moved. Single writes are not reported.
  private static let events =
    UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
    | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

  private var request: DeckRequest
  private var deck = Deck()
  private let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
  private var plan: WatchPlan
  /// The folders of each watch. One folder may be watched under several names.
  private var folders: [Int32: Set<Path>] = [:]
  private var debouncer = ChangeDebouncer()
  /// The first reason why something is not watched, until it has been reported.
  private var warning: String?
  private var hasReportedWarning = false

  init(_ request: DeckRequest) {
    self.request = request
    plan = WatchPlan(request)
    arm()
  }

  /// Watches what a reading has found; returns a warning if there is one.
  mutating func follow(_ request: DeckRequest, _ deck: Deck) -> [SourceWatch.Report] {
    (self.request, self.deck) = (request, deck)
    plan = WatchPlan(request, finding: deck)
    arm()
    return popWarning()
  }

  /// What the thread waits for, and until when; nil if nothing can be watched.
  var wait: (descriptor: Int32, due: Duration?)? {
    if descriptor < 0, warning == nil { return nil }
    return (descriptor, warning == nil ? debouncer.due : .zero)
  }

  private mutating func popWarning() -> [SourceWatch.Report] {
    defer { warning = nil }
    return warning.map { [.warning($0)] } ?? []
  }

  /// Watches the folders of the plan. The kernel removes watches of folders that are gone.
  private mutating func arm() {
    var known: [Int32: Set<Path>] = [:]
    var warning = plan.isLimited ? "only \(WatchPlan.maxFolders) folders are watched" : nil
    for folder in plan.interests.keys {
      let watch = unsafe folder.withCString { unsafe inotify_add_watch(descriptor, $0, WatchState.events) }
      let number = errno
      if watch >= 0 {
        known[watch, default: []].insert(folder)
      } else if number == ENOSPC {
        warning = "some folders are not watched: the system limit is reached (fs.inotify.max_user_watches)"
      } else if descriptor < 0 {
        warning = "nothing is watched: the system limit is reached (fs.inotify.max_user_instances)"
      }
    }
    for watch in folders.keys where known[watch] == nil { inotify_rm_watch(descriptor, watch) }
    folders = known
    if let warning, !hasReportedWarning { (self.warning, hasReportedWarning) = (warning, true) }
  }

  /// The reports that are due.
  ///
  /// - Parameter isReady: whether there are events to read.
  mutating func reports(isReady: Bool) -> [SourceWatch.Report] {
    if isReady { read() }
    var reports = popWarning()
    debouncer.examineUnfinished(at: now, stamp: FileStamp.init(of:))
    guard let update = debouncer.popUpdate(at: now) else { return reports }
    // Folders may have come or gone. Watching them before the sources are read leaves no gap.
    plan = WatchPlan(request, finding: deck)
    arm()
    reports.append(.changed(update))
    return reports
  }

  private var now: Duration { MonotonicClock.now }

  private mutating func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
    for event in InotifyEvent.all(in: buffer.prefix(max(0, count))) { handle(event) }
  }

  private mutating func handle(_ event: InotifyEvent) {
    if event.has(IN_Q_OVERFLOW) { return debouncer.add(.finished, nil, at: now) }
    guard let folders = folders[event.watch] else { return }
    if event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) || event.has(IN_UNMOUNT) {
      return debouncer.add(.gone, nil, at: now)
    }
    for folder in folders {
      let isFolder = event.has(IN_ISDIR)
      guard let paths = plan.interests[folder]?.paths(changedBy: event.name, isFolder: isFolder, in: folder) else {
        continue
      }
      let isGone = event.has(IN_DELETE) || event.has(IN_MOVED_FROM)
      let change =
        event.has(IN_CREATE) && !isFolder
        ? WatchState.creation(of: folder.appending(event.name)) : isGone ? .gone : .finished
      for path in paths { debouncer.add(change, path, at: now) }
    }
  }

  /// The change if an entry has been created. Symbolic links, and files with another name, are complete.
  private static func creation(of path: Path) -> ChangeDebouncer.Change {
    guard let status = path.linkStatus, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
      return .finished
    }
    return .created(FileStamp(status))
  }
}
