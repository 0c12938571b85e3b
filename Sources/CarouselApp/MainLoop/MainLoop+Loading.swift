import Carousel
import Dispatch
package import Loading

extension MainLoop {
  /// The slides were read, or the first of them.
  package func deckArrived(_ deck: Deck, isComplete: Bool) {
    guard !isOver else { return }
    if isComplete, deck.count == 0, session.deck.count == 0 { return end(.noSlides) }
    session.deckArrived(deck, isComplete: isComplete, at: MonotonicClock.now())
    requestWake()
  }

  /// Reads the sources again, off the main queue.
  func readDeck() {
    generation += 1
    let (reader, generation) = (reader, generation)
    let report: @Sendable (Deck, Bool) -> Void = { [weak self] deck, isComplete in
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          guard let self, self.generation == generation else { return }
          self.deckArrived(deck, isComplete: isComplete)
        }
      }
    }
    // At once, for pictures are asked for again in this same turn, and must not be had as they were.
    store.removeAll { [readingQueue] in
      // A queue of its own: a long scan on the global one would hold up Swift's tasks, which share its threads.
      readingQueue.async { report(reader.read(), true) }
    }
  }

  /// Starts what is wanted and not under way, gives up what is no longer: slides on screen first, and neighbours only
  /// when those are there.
  func fetch(at now: Timestamp) {
    let wanted = session.wanted(at: now)
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
  }

  private func arrived(_ key: PictureKey, _ result: Result<LoadedPicture, LoadError>, generation: Int) {
    // One that was given up may have been on its way here already.
    guard let task = fetches[key], !task.isCancelled else { return }
    fetches[key] = nil
    if self.generation == generation { _ = session.arrived(key, result) }
    requestWake()
  }
}
