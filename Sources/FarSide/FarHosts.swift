import Dispatch
package import Fetching
import JSON
import Synchronization
import System

/// The far sides of ssh: one connection for each host, and the cache of their pictures.
package final class FarHosts: Sendable {
  /// A picture from a far side, or from the cache.
  package enum Copy: Sendable {
    /// The scaled picture: the bytes of its file.
    case scaled(FarPicture, [UInt8])
    /// A copy of the whole file.
    case file(FarPicture, CachedCopy)
  }

  private let settings: FarSettings
  private let links = Mutex<[FarAddress.Host: FarLink]>([:])
  /// The connections that `ssh` may ask questions for.
  private let connecting = DispatchGroup()
  private let isInterrupted = Atomic(false)
  private let first = Mutex<FirstPicture?>(nil)
  /// The listings under way.
  private let listings = Mutex<[ObjectIdentifier: AnswerQueue]>([:])
  /// The hosts that do not report changes.
  private let unfollowed = Mutex<Set<FarAddress.Host>>([])
  /// Whether copies that exceed the cache's limits have been deleted.
  private let isSwept = Atomic(false)
  private let note: Mutex<@Sendable (String) -> Void>

  /// Hosts that nothing has been sent to.
  ///
  /// - Parameter note: receives lines to show, on any thread.
  package init(_ settings: FarSettings, note: @escaping @Sendable (String) -> Void = { _ in }) {
    self.settings = settings
    self.note = Mutex(note)
  }

  /// Sets what receives lines to show from now on.
  package func setNote(_ body: @escaping @Sendable (String) -> Void) { note.withLock { $0 = body } }

  /// The most hosts, each of which has a process and a thread: a deck may name any number.
  static let maxHosts = 16

  /// - Throws: a `FetchFailure` if there are too many hosts.
  func link(to host: FarAddress.Host) throws(FetchFailure) -> FarLink {
    try links.withLock { links throws(FetchFailure) in
      if let link = links[host] { return link }
      guard links.count < FarHosts.maxHosts else {
        throw FetchFailure(.other, "ssh connects to \(FarHosts.maxHosts) hosts at most", isTransient: false)
      }
      let link = FarLink(host, settings) { [weak self] line in self?.show(line) }
      links[host] = link
      return link
    }
  }

  /// Begins to connect to the hosts of some sources. `ssh` may ask for passwords until `waitUntilConnected` returns.
  package func beginConnecting(to sources: [[UInt8]]) {
    var known: Set<FarAddress.Host> = []
    for source in sources {
      guard let address = FarAddress(String(decoding: source, as: UTF8.self)), known.insert(address.host).inserted,
        let link = try? link(to: address.host)
      else { continue }
      connecting.enter()
      link.connect { [self] failure in
        // Other failures are shown by the slides.
        if failure?.kind == .stopped { isInterrupted.store(true, ordering: .relaxed) }
        connecting.leave()
      }
    }
  }

  /// Waits for the connections, before the screen is taken over.
  ///
  /// - Returns: false if the user has interrupted a question.
  package func waitUntilConnected() -> Bool {
    connecting.wait()
    return !isInterrupted.load(ordering: .relaxed)
  }

  /// Ends all connections. Blocks at most half a second for each.
  package func stop() { for link in links.withLock({ $0.values.map(\.self) }) { link.stop() } }

  // MARK: - Folders

  /// Begins to list a folder.
  ///
  /// - Parameter hasFacts: whether the entries have sizes and times.
  package func list(_ address: FarAddress, isRecursive: Bool, hasFacts: Bool) -> FarListing {
    FarListing(self, address, isRecursive: isRecursive, hasFacts: hasFacts)
  }

  func began(_ answers: AnswerQueue) { listings.withLock { $0[ObjectIdentifier(answers)] = answers } }

  func ended(_ answers: AnswerQueue) { listings.withLock { $0[ObjectIdentifier(answers)] = nil } }

  /// Ends the listings under way as failed, so that nothing waits for them.
  package func giveUpListings() { for answers in listings.withLock({ Array($0.values) }) { answers.giveUp() } }

  func show(_ line: String) { note.withLock { $0 }(line) }

  /// Keeps a listing for when its host cannot be reached.
  func keep(_ entries: [ListedEntry], as name: String) {
    guard let bytes = try? JSONEncoder().encode(entries) else { return }
    _ = try? store(bytes, as: name, head: ResponseHead())
  }

  func keptListing(_ name: String) -> [ListedEntry]? {
    guard let copy = settings.cache?.lookup(name, now: DiskCache.wallClock),
      let bytes = try? FileBytes.read(Path(copy.path), limit: FarListing.maxBytes)
    else { return nil }
    return try? JSONDecoder().decode([ListedEntry].self, from: bytes)
  }

  /// Whether changes on a host that have been asked for are reported.
  package func follows(_ host: FarAddress.Host) -> Bool { !unfollowed.withLock { $0.contains(host) } }

  /// Watches a folder or file for as long as the program runs, if its host can.
  ///
  /// - Parameter body: called on another thread with the URLs of what has changed, a few times a second at most.
  package func watch(_ address: FarAddress, isRecursive: Bool, _ body: @escaping @Sendable ([String]) -> Void) {
    let path = FarAddress.encoded(address.path)
    let changes = Mutex(FarChanges())
    let queue = DispatchQueue(label: "tui.far.changes")
    _ = try? link(to: address.host).ask({ .watch(number: $0, path: path, isRecursive: isRecursive) }) { [self] answer in
      if case .failed = answer { unfollowed.withLock { _ = $0.insert(address.host) } }
      guard case .changed(let paths) = answer else { return }
      let changed = paths.map { FarAddress(host: address.host, path: $0).url }
      guard changes.withLock({ $0.add(changed.isEmpty ? [address.url] : changed, in: address.url) }) else { return }
      queue.asyncAfter(deadline: .now() + FarChanges.interval) { body(changes.withLock { $0.pop() }) }
    }
  }

  // MARK: - Pictures

  /// A picture, scaled on the far side. Blocks.
  ///
  /// If the host cannot be reached, it is the one in the cache.
  ///
  /// - Parameter isWanted: whether it is still needed; asked now and then.
  /// - Throws: `FetchFailure`; one of kind `stopped` if it is not needed any longer.
  package func picture(
    _ address: FarAddress, _ shape: FarShape, while isWanted: () -> Bool
  ) throws(FetchFailure) -> Copy {
    let names = (FarHosts.name(of: address, shape.text), FarHosts.name(of: address, "whole"))
    let cached = cached(names.0) ?? cached(names.1)
    let answers = AnswerQueue()
    let link = try link(to: address.host)
    let (path, quality, known) = (FarAddress.encoded(address.path), FarQuality.quality(at: link.rate), cached?.stamp)
    let first = first.withLock { first in
      defer { if first?.hasForm(shape, on: address.host) == true { first = nil } }
      return first
    }
    if let first, first.hasForm(shape, on: address.host),
      let (picture, bytes) = first.picture(at: path, while: isWanted)
    {
      return try keep(picture, bytes, as: picture.isWhole ? names.1 : names.0)
    }
    let number = link.ask(
      { .picture(number: $0, path: path, shape: shape, quality: quality, known: known) }, answer: answers.add)
    while true {
      guard isWanted() else {
        link.cancel(number)
        throw FetchFailure(.stopped, "given up", isTransient: true)
      }
      switch answers.next(within: .milliseconds(50)) {
      case .picture(let picture, let bytes):
        return try keep(picture, bytes, as: picture.isWhole ? names.1 : names.0)
      case .unchanged: if let cached { return cached }
      case .failed(let failure):
        if let cached, failure.kind == .connectionLost { return cached }
        throw failure
      case .page, .end, .isFile, .changed, nil: break
      }
    }
  }

  /// Requests a folder's first picture in natural order, which `picture` returns once its name is known: a round trip less.
  package func requestFirst(of folder: FarAddress, _ shape: FarShape) {
    guard let link = try? link(to: folder.host) else { return }
    let picture = FirstPicture(of: folder, shape)
    first.withLock { $0 = picture }
    link.ask(picture.request, answer: picture.answers.add)
  }

  /// The copy of a whole file in the cache; nil if there is none.
  package func wholeFile(_ address: FarAddress) -> CachedCopy? {
    guard case .file(_, let copy) = cached(FarHosts.name(of: address, "whole")) else { return nil }
    return copy
  }

  /// The name of a copy in the cache.
  static func name(of address: FarAddress, _ form: String) -> String { "\(address.url)#\(form)" }

  private func cached(_ name: String) -> Copy? {
    guard let cache = settings.cache, let copy = cache.lookup(name, now: DiskCache.wallClock) else { return nil }
    guard let picture = cache.head(of: name)?.contentType.flatMap(FarCacheEntry.picture) else { return nil }
    if picture.isWhole { return .file(picture, copy) }
    guard let bytes = try? FileBytes.read(Path(copy.path), limit: FarFrame.maxBody) else { return nil }
    return .scaled(picture, bytes)
  }

  /// Writes a picture into the cache.
  ///
  /// - Throws: a `FetchFailure` if it is a whole file that cannot be stored.
  private func keep(_ picture: FarPicture, _ bytes: [UInt8], as name: String) throws(FetchFailure) -> Copy {
    var head = ResponseHead()
    head.contentType = FarCacheEntry.text(of: picture)
    do throws(FetchFailure) {
      let copy = try store(bytes, as: name, head: head)
      if picture.isWhole { return .file(picture, copy) }
    } catch {
      if picture.isWhole { throw error }
    }
    return .scaled(picture, bytes)
  }

  private func store(_ bytes: [UInt8], as name: String, head: ResponseHead) throws(FetchFailure) -> CachedCopy {
    guard let cache = settings.cache else { throw FetchFailure(.disk, "there is no cache", isTransient: false) }
    settings.prepare()
    if !isSwept.exchange(true, ordering: .relaxed) { cache.sweep(now: DiskCache.wallClock) }
    let body = try cache.newBody(for: name)
    let written = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(FetchFailure) in try unsafe body.append(bytes) }
    }
    try written.get()
    let now = DiskCache.wallClock
    return try cache.store(body, of: name, head: head, requested: Int(now), received: Int(now), now: now)
  }
}

extension FarHosts.Copy {
  /// The version of the file.
  var stamp: FarStamp {
    switch self {
    case .scaled(let picture, _), .file(let picture, _): picture.stamp
    }
  }
}
