import Decks
import FarSide
import Fetching
import Glibc
import JSON
package import Pictures
import Synchronization
package import System

/// The far side of ssh: serves pictures and folders over standard input and output, until the input ends.
///
/// The near side is taken for hostile: it reaches pictures in the folders that are served, and nothing else; its requests are
/// limited in number and size.
package final class FarServer: Sendable {
  /// A request under way, and how it is canceled.
  private enum Work: Sendable {
    case waiting
    case picture(PictureStore.Request)
    case watch(SourceWatch)
  }

  private struct State {
    var works: [UInt64: Work] = [:]
    var watchCount = 0
    /// The threads that list folders, also for requests that have been canceled.
    var listingCount = 0
  }

  /// The most folders that are listed at a time.
  private static let maxListings = 4

  /// The most watches of a connection, which last as long as it does.
  private static let maxWatches = 16

  /// The most changed files that are named one by one.
  private static let maxChanges = 100

  private let roots: FarRoots
  private let store: PictureStore
  private let loader: PictureLoader
  private let output: FarOutputStream
  private let state = Mutex(State())

  /// A server.
  ///
  /// - Parameters:
  ///   - roots: the folders and files that are served; none: whatever the user can read.
  ///   - output: the descriptor for replies.
  package init(roots: [Path], loader: PictureLoader, output: Int32 = STDOUT_FILENO) {
    self.roots = FarRoots(roots)
    self.loader = loader
    // Nothing is cached: a file may change between requests.
    store = PictureStore(memoryLimit: 0, loader: loader)
    self.output = FarOutputStream(output)
  }

  /// Serves until the input ends, or breaks the rules.
  ///
  /// - Returns: false if it has broken the rules.
  package func run(input: Int32 = STDIN_FILENO) -> Bool {
    output.write { FarProtocol.farGreeting + Array("\(FarProtocol.version)\n".utf8) }
    var greeting = FarProtocol.nearGreeting[...]
    // Requests have no bodies.
    var decoder = FarFrameDecoder(maxBody: 0)
    var isValid = true
    let failure = unsafe DescriptorBytes.forEachPiece(of: input, tellingPauseAfter: 86_400_000) { piece in
      var bytes = unsafe Array(piece)[...]
      while let expected = greeting.first, let byte = bytes.first {
        guard byte == expected else {
          isValid = false
          return false
        }
        (greeting, bytes) = (greeting.dropFirst(), bytes.dropFirst())
      }
      guard let frames = try? decoder.consume(bytes) else {
        isValid = false
        return false
      }
      for frame in frames {
        guard let request = frame.value(FarRequest.self) else {
          isValid = false
          return false
        }
        handle(request)
      }
      return output.isOpen
    }
    return failure == nil && isValid
  }

  private func handle(_ request: FarRequest) {
    let number = request.number
    if case .cancel = request {
      let work = state.withLock { $0.works.removeValue(forKey: number) }
      if case .picture(let request) = work { request.cancel() }
      return
    }
    let isTaken = state.withLock { state in
      guard state.works.count < FarProtocol.maxRequests, state.works[number] == nil else { return false }
      state.works[number] = .waiting
      return true
    }
    guard isTaken else { return reply(.failed(number: number, reason: "too many requests", isMissing: false)) }
    switch request {
    case .list(_, let path, let isRecursive, let hasFacts): list(number, path, isRecursive, hasFacts)
    case .picture(_, let path, let shape, let quality, let known): picture(number, path, shape, quality, known)
    case .watch(_, let path, let isRecursive): watch(number, path, isRecursive)
    case .cancel: break
    }
  }

  private func isWanted(_ number: UInt64) -> Bool { state.withLock { $0.works[number] != nil } }

  /// Ends a request with a reply, unless it has been canceled.
  private func finish(_ number: UInt64, _ reply: FarReply, body: [UInt8] = []) {
    output.write {
      state.withLock { $0.works.removeValue(forKey: number) } == nil ? nil : FarFrame(reply, body: body).bytes
    }
  }

  private func reply(_ reply: FarReply, body: [UInt8] = []) { output.write { FarFrame(reply, body: body).bytes } }

  private func fail(_ number: UInt64, _ reason: String, isMissing: Bool = false) {
    finish(number, .failed(number: number, reason: reason, isMissing: isMissing))
  }

  // MARK: - Folders

  private func list(_ number: UInt64, _ path: String, _ isRecursive: Bool, _ hasFacts: Bool) {
    guard let path = roots.path(path) else { return fail(number, "is not served", isMissing: true) }
    onListingThread(number) { [self] in
      switch PathKind(of: path) {
      case .folder: listFolder(number, path, isRecursive, hasFacts)
      case .file: finish(number, .isFile(number: number))
      case .other, .unreachable: fail(number, "no such file or folder", isMissing: true)
      }
    }
  }

  /// Runs a body that reads a folder on a thread, unless there are too many.
  private func onListingThread(_ number: UInt64, _ body: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      guard state.listingCount < FarServer.maxListings else { return false }
      state.listingCount += 1
      return true
    }
    guard isFree else { return fail(number, "too many listings") }
    let isStarted = SystemResources.startThread { [self] in
      defer { state.withLock { $0.listingCount -= 1 } }
      body()
    }
    // Without a thread, its place is not given back: there are none left.
    if !isStarted { fail(number, "the far side has too many threads") }
  }

  /// Sends the pages of a folder, in natural order, so that the first has the first slides.
  private func listFolder(_ number: UInt64, _ folder: Path, _ isRecursive: Bool, _ hasFacts: Bool) {
    let names: NameList
    do throws(FileError) {
      names = try FolderScan.pictures(in: folder, recursive: isRecursive)
    } catch {
      return fail(number, "cannot read the folder: \(error)")
    }
    let order = NaturalOrder.sorted(names)
    for start in stride(from: 0, to: order.count, by: ListedEntry.maximumPage) {
      guard isWanted(number), output.isOpen else { return }
      let page = order[start..<min(start + ListedEntry.maximumPage, order.count)]
      let entries = page.compactMap { position -> ListedEntry? in
        let name = Array(names[Int(position)])
        // Behind a link there may be files that are not served.
        guard let path = roots.served(folder.appending(name)) else { return nil }
        let stamp = hasFacts ? FileStamp(of: path) : nil
        return ListedEntry(name: name, size: stamp?.size, modified: stamp.map { $0.modified / 1_000_000_000 })
      }
      reply(.page(number: number), body: (try? JSONEncoder().encode(entries)) ?? [])
    }
    finish(number, .end(number: number))
  }

  private func watch(_ number: UInt64, _ path: String, _ isRecursive: Bool) {
    guard let path = roots.path(path) else { return fail(number, "is not served", isMissing: true) }
    let isFree = state.withLock { state in
      state.watchCount += 1
      return state.watchCount <= FarServer.maxWatches
    }
    guard isFree else { return fail(number, "too many watches") }
    let watch = SourceWatch(DeckRequest(arguments: [path.bytes], recursive: isRecursive)) { [weak self] report in
      guard case .changed(let update) = report, let self, self.isWanted(number) else { return }
      var paths = update.changed.count <= FarServer.maxChanges ? Array(update.changed) : []
      // Of files that are not served, or not any longer, the names are left out.
      if paths.contains(where: { self.roots.served($0) == nil }) { paths = [] }
      let texts = paths.map { PercentEncoding.encoded($0.bytes, keeping: ListedEntry.plain) }
      self.reply(.changed(number: number, paths: texts))
    }
    state.withLock { $0.works[number] = .watch(watch) }
    watch.start()
  }

  // MARK: - Pictures

  private func picture(_ number: UInt64, _ path: String, _ shape: FarShape, _ quality: Int, _ known: FarStamp?) {
    guard let path = roots.path(path) else { return fail(number, "is not served", isMissing: true) }
    guard PathKind(of: path) == .folder else { return picture(number, path, nil, shape, quality, known) }
    onListingThread(number) { [self] in
      guard let names = try? FolderScan.pictures(in: path, recursive: false),
        let name = NaturalOrder.first(of: names).map({ Array(names[$0]) }),
        let file = roots.served(path.appending(name))
      else { return fail(number, "no pictures", isMissing: true) }
      picture(number, file, name, shape, quality, known)
    }
  }

  /// Sends a picture.
  ///
  /// - Parameter name: the name in its folder, if the first one was requested.
  private func picture(
    _ number: UInt64, _ path: Path, _ name: [UInt8]?, _ shape: FarShape, _ quality: Int, _ known: FarStamp?
  ) {
    let isThumbnail = shape.isThumbnail
    guard let shape = shape.shape, FarEncoder.isWithinLimits(shape) else { return fail(number, "no valid size") }
    guard let file = FileStamp(of: path) else { return fail(number, "no such file", isMissing: true) }
    let stamp = FarStamp(size: file.size, modified: file.modified)
    if stamp == known { return finish(number, .unchanged(number: number)) }
    let location = Location.file(path)
    // A viewer asks for one part after the other.
    if shape.region != nil { loader.samples.keep(only: location) }
    var key = PictureKey(location: location, shape: shape)
    key.isThumbnail = isThumbnail
    let request = store.request(key) { [weak self] answer in
      guard let self, self.isWanted(number) else { return }
      switch answer {
      case .success(let picture):
        guard var encoded = FarEncoder(path: path, stamp: stamp, quality: quality).encoded(picture) else {
          return self.fail(number, "the far side cannot encode it")
        }
        encoded.facts.name = name.map { PercentEncoding.encoded($0, keeping: ListedEntry.plain) }
        self.finish(number, .picture(number: number, encoded.facts), body: encoded.bytes)
      case .failure(let error): self.fail(number, error.description)
      }
    }
    state.withLock { if $0.works[number] != nil { $0.works[number] = .picture(request) } }
  }
}
