import Dispatch
import Glibc
import Synchronization
import System

/// Watches folders, lists and decks through inotify, on a thread that sleeps until one of them changes.
package final class SourceWatch: Sendable {
  /// A report of the watch.
  package enum Report: Hashable, Sendable {
    /// The sources should be read again.
    case changed(ChangeDebouncer.Update)
    /// Some sources cannot be watched; the reason as text for the user.
    case warning(String)
  }

  private let loop: Mutex<WatchLoop>

  /// A watch of a request's sources, from now on.
  ///
  /// - Parameter report: called on the watch's thread.
  package init(_ request: DeckRequest, report: @escaping @Sendable (Report) -> Void) {
    var loop = WatchLoop(request, report: report)
    loop.arm()
    self.loop = Mutex(loop)
  }

  /// Starts the thread, which runs as long as the process.
  package func start() {
    // A separate serial queue has a thread that may block.
    DispatchQueue(label: "tui.watching").async { [self] in loop.withLock { $0.run() } }
  }
}

/// The state of the thread.
private struct WatchLoop: Sendable {
  /// The events of a folder: files created, moved, deleted or closed after writing, and the folder itself deleted or
  /// moved. Single writes are not reported.
  private static let events =
    UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
    | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

  private let request: DeckRequest
  private let report: @Sendable (SourceWatch.Report) -> Void
  private let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
  private var plan: WatchPlan
  /// The folders of each watch. One folder may be watched under several names.
  private var folders: [Int32: Set<Path>] = [:]
  private var debouncer = ChangeDebouncer()
  private var hasReportedWarning = false

  init(_ request: DeckRequest, report: @escaping @Sendable (SourceWatch.Report) -> Void) {
    self.request = request
    self.report = report
    plan = WatchPlan(request)
  }

  /// Watches the folders that the request needs now. The kernel removes watches of folders that are gone.
  mutating func arm() {
    plan = WatchPlan(request)
    var known: [Int32: Set<Path>] = [:]
    var warning = plan.isLimited ? "only \(WatchPlan.maxFolders) folders are watched" : nil
    for folder in plan.interests.keys {
      let watch = unsafe folder.withCString { unsafe inotify_add_watch(descriptor, $0, WatchLoop.events) }
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
    if let warning, !hasReportedWarning {
      hasReportedWarning = true
      report(.warning(warning))
    }
  }

  mutating func run() {
    guard descriptor >= 0 else { return }
    while true {
      let milliseconds = debouncer.due.map { Int32(clamping: max(0, Int(($0 - now) / .milliseconds(1)) + 1)) }
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if unsafe poll(&waiting, 1, milliseconds ?? -1) > 0 { read() }
      guard let update = debouncer.popUpdate(at: now) else { continue }
      // Folders may have come or gone. Watching them before the sources are read leaves no gap.
      arm()
      report(.changed(update))
    }
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
      guard plan.interests[folder]?.includes(event.name, isFolder: event.has(IN_ISDIR)) == true else { continue }
      let path = folder.appending(event.name)
      if event.has(IN_CREATE), !event.has(IN_ISDIR), WatchLoop.isBeingWritten(path) {
        debouncer.add(.created, path, at: now)
      } else if event.has(IN_DELETE) || event.has(IN_MOVED_FROM) {
        debouncer.add(.gone, path, at: now)
      } else {
        debouncer.add(.finished, path, at: now)
      }
    }
  }

  /// Whether a new file will be closed by its writer. Symbolic and hard links never are.
  private static func isBeingWritten(_ path: Path) -> Bool {
    var status = stat()
    guard unsafe path.withCString({ unsafe lstat($0, &status) }) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
  }
}
