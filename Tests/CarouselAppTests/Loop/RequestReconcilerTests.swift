import Bitmaps
import Carousel
import Decks
import Pictures
import Rendering
import Synchronization
import System
import Terminal
import TestSupport
import Testing

@testable import CarouselApp

/// Which work is started, continued and canceled.
@Suite @MainActor struct RequestReconcilerTests {
  /// The keys that a store has begun to load, and those whose loads were canceled.
  private final class Record: Sendable {
    let started = Mutex<[PictureKey]>([])
    let canceled = Mutex<[PictureKey]>([])
  }

  private let record = Record()
  private let shape = Options(preferences: Preferences(art: .half)).shape(
    in: Viewport(size: CellSize(columns: 20, rows: 5)))

  /// A reconciler whose loads never end unless they are canceled.
  private func reconciler() -> RequestReconciler {
    let record = record
    let store = PictureStore { key in
      record.started.withLock { $0.append(key) }
      try? await Task.sleep(for: .seconds(600))
      record.canceled.withLock { $0.append(key) }
      return .failure(.cancelled)
    }
    return RequestReconciler(
      Providers(reader: DeckReader(DeckRequest(arguments: [])), store: store, loader: PictureLoader(), fetcher: nil),
      report: { _ in }, prerendered: { _, _ in })
  }

  private func request(_ name: String, _ generation: Generation = .first) -> PictureRequest {
    PictureRequest(key: PictureKey(location: .file(Path(name)), shape: shape), generation: generation)
  }

  private func requests(visible: [PictureRequest], soon: [PictureRequest] = []) -> Requests {
    var requests = Requests(
      ahead: SlidesAhead(
        slot: CellSize(columns: 20, rows: 5),
        style: SlideStyle(PictureStyle(art: .half), on: TerminalProfile(depth: .truecolor))))
    requests.pictures.visible = visible
    requests.pictures.soon = soon
    return requests
  }

  /// Waits until as many loads as expected have begun and been canceled; returns whether they have.
  private func hasHappened(started: [String], canceled: [String]) -> Bool {
    func names(_ keys: borrowing Mutex<[PictureKey]>) -> [String] {
      keys.withLock { $0.map { String(decoding: $0.location.reference, as: UTF8.self) } }
    }
    return waitUntil { names(record.started).sorted() == started && names(record.canceled).sorted() == canceled }
  }

  @Test func `a new request is started, one that stays continues, and one that is gone is canceled`() async {
    let reconciler = reconciler()
    reconciler.reconcile(with: requests(visible: [request("a"), request("b")]), drawing: nil) { _ in false }
    #expect(hasHappened(started: ["a", "b"], canceled: []))
    reconciler.reconcile(with: requests(visible: [request("b"), request("c")]), drawing: nil) { _ in false }
    #expect(hasHappened(started: ["a", "b", "c"], canceled: ["a"]))
    reconciler.stop()
    #expect(hasHappened(started: ["a", "b", "c"], canceled: ["a", "b", "c"]))
  }

  @Test func `while slides move, what is drawn ahead leaves a processor to their frames`() {
    let reconciler = reconciler()
    var requests = requests(visible: [])
    for isCalm in [true, false, true] {
      requests.isCalm = isCalm
      reconciler.reconcile(with: requests, drawing: nil) { _ in false }
      expect(reconciler.ahead.leavesProcessor, equals: !isCalm)
    }
    reconciler.stop()
  }

  @Test func `pictures that may come next are loaded once the visible ones are there`() async {
    let reconciler = reconciler()
    reconciler.reconcile(with: requests(visible: [request("a")], soon: [request("b")]), drawing: nil) { _ in false }
    #expect(hasHappened(started: ["a"], canceled: []))
    reconciler.reconcile(with: requests(visible: [], soon: [request("b")]), drawing: nil) { _ in false }
    #expect(hasHappened(started: ["a", "b"], canceled: ["a"]))
    reconciler.stop()
  }
}
