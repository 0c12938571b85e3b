import Carousel
package import Decks
import Dispatch
package import Downloads
import Pictures
import Rendering
import System

extension MainLoop {
  /// The slides were read for the first time, or the first of them.
  package func firstDeckArrived(_ deck: Deck, isComplete: Bool) {
    // Whoever has asked for the sources anew does not want the old ones.
    guard generation == 0 else { return }
    if isComplete, deck.count == 0, session.deck.count == 0, !waitsForSlides { return end(.noSlides) }
    deckArrived(deck, isComplete: isComplete)
  }

  private func deckArrived(_ deck: Deck, isComplete: Bool) {
    guard !isOver else { return }
    for effect in session.deckArrived(deck, isComplete: isComplete, at: MonotonicClock.now()) {
      perform(effect)
      if isOver || isAway { return }
    }
    requestWake()
  }

  /// Reads all sources and pictures again, because someone has asked for it.
  func reload() {
    // At once, for pictures are asked for again in this same turn, and must not be had as they were.
    store.removeAll {}
    readDeck(isForced: true)
  }

  /// Reads the sources again, off the main queue.
  func readDeck(isForced: Bool = false, leavingOut unfinished: Set<Path> = []) {
    generation += 1
    let (reader, generation) = (reader, generation)
    // One that still waits for a server would make this one wait, too.
    fetcher?.giveUpCalls()
    let report: @Sendable (Deck, Bool) -> Void = { [weak self] deck, isComplete in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.generation == generation else { return }
          self.deckArrived(deck, isComplete: isComplete)
        }
      }
    }
    // A queue of its own: a long scan on the global one would hold up Swift's tasks, which share its threads.
    readingQueue.async { report(reader.read(isForced: isForced, leavingOut: unfinished), true) }
  }

  /// Something has happened to the sources on disk: they are read again, and of the pictures those that have changed.
  package func sourcesChanged(_ report: SourceWatch.Report) {
    guard !isOver else { return }
    switch report {
    case .trouble(let words):
      session.say(words, at: MonotonicClock.now())
      requestWake()
    case .changed(let news):
      let changed = Set(news.changed.map(\.absolute))
      generation += 1
      Task {
        await store.removeAll { location in
          location.path.map { changed.contains($0.absolute) } ?? false
        }
        session.forgetPictures(of: changed)
        readDeck(leavingOut: news.unfinished)
      }
    }
  }

  /// Starts what is wanted and not under way, gives up what is no longer: slides on screen first, and neighbours only
  /// when those are there.
  func fetch(at now: Timestamp) {
    let wanted = session.wanted(at: now)
    download()
    let keys = wanted.visible.isEmpty ? wanted.soon : wanted.visible
    let all = Set(wanted.visible + wanted.soon)
    for (key, task) in fetches where !all.contains(key) {
      task.cancel()
      fetches[key] = nil
    }
    for key in keys where fetches[key] == nil {
      let generation = generation
      fetches[key] = store.request(key) { [weak self] result in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { self?.arrived(key, result, generation: generation) }
        }
      }
    }
    for key in wanted.thumbnails { fetchThumbnail(key) }
  }

  /// Has something to be looked at while a picture is read and decoded: not on the threads where that is done.
  private func fetchThumbnail(_ key: PictureKey) {
    let (loader, generation) = (loader, generation)
    thumbnailQueue.async { [weak self] in
      guard let thumbnail = loader.thumbnail(of: key) else { return }
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.generation == generation, self.session.thumbnailArrived(key, thumbnail) else { return }
          self.requestWake()
        }
      }
    }
  }

  private func arrived(_ key: PictureKey, _ result: Result<LoadedPicture, LoadError>, generation: Int) {
    // One that was given up may have been on its way here already.
    guard let task = fetches[key], !task.isCancelled else { return }
    fetches[key] = nil
    if case .failure(.content(let content)) = result, case .url(let url) = key.location,
      reader.takesForDeck(url, content)
    {
      // It is no slide but a source: its slides will take its place.
      return readDeck()
    }
    if self.generation == generation { _ = session.arrived(key, result) }
    requestWake()
  }

  /// Tells the fetcher what is wanted now, if that has changed.
  private func download() {
    let wishes = session.wishes
    guard wishes != self.wishes else { return }
    self.wishes = wishes
    fetcher?.want(wishes)
  }

  /// Something has come of downloads.
  package func downloadsChanged(_ events: [DownloadEvent]) {
    guard !isOver else { return }
    let now = MonotonicClock.now()
    var isNews = false
    for event in events { isNews = session.downloadChanged(event, at: now) || isNews }
    if isNews { requestWake() }
  }

  /// Forgets what is kept in memory and on disk, and says how much that was.
  func clearCaches() {
    let fetcher = fetcher
    Task {
      let inMemory = await store.removeAll()
      // Neither the main queue nor the one that reads decks waits for a disk.
      DispatchQueue(label: "tui.clearing").async { [weak self] in
        let onDisk = fetcher?.settings.cache.clear() ?? 0
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.cleared(inMemory: inMemory, onDisk: onDisk) } }
      }
    }
  }

  private func cleared(inMemory: Int, onDisk: Int) {
    guard !isOver else { return }
    session.say(
      "freed \(ByteCount.words(onDisk)) on disk, \(ByteCount.words(inMemory)) in memory", at: MonotonicClock.now())
    requestWake()
  }
}
