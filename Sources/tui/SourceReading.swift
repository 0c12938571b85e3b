import CarouselApp
import Decks
import Dispatch
import Pictures
import Rendering
import System

/// Reads the sources on a thread of its own, and loads the picture that is shown first as soon as it is known which one that is.
struct SourceReading: Sendable {
  let reader: DeckReader
  /// Receives the decks, and a judgment of the first one that suffices for it.
  let mailbox: DeckMailbox
  let loader: PictureLoader
  let options: Options
  /// Whether sources are watched, and may get pictures later.
  let watches: Bool
  /// Whether pictures will be shown in pixels.
  let expectsPixels: Bool
  /// How the first picture will probably be drawn for cells; nil if it is shown in pixels.
  let style: SlideStyle?

  /// How long the first frame waits for the first picture, and so does the order of a large folder: a placeholder shown for less time would
  /// only flash.
  static let firstPictureTimeout = DispatchTimeInterval.milliseconds(12)

  /// Begins to read; returns false if there can be no other thread.
  func begin() -> Bool { SystemResources.startThread { read() } }

  private func read() {
    var early: FirstPicturePreload?
    let deck = reader.read {
      mailbox.post(DeckUpdate($0, isComplete: false))
    } first: { deck in
      if early == nil { early = loadEarly(deck) }
    }
    mailbox.post(DeckUpdate(deck, isComplete: true))
    // After the deck: a file on a dead disk takes forever.
    let refusal = watches ? nil : loader.refusal(of: deck)
    let first = refusal == nil ? early ?? firstPicture(of: deck) : nil
    guard mailbox.judge(DeckMailbox.Judgment(deck: deck, refusal: refusal, first: first)), early == nil else { return }
    load(first)
  }

  /// Loads the first picture on another thread, while the sources are still being read. If it can be shown, the terminal is taken over
  /// without waiting for the others. Returns nil if it cannot be loaded yet.
  private func loadEarly(_ deck: Deck) -> FirstPicturePreload? {
    guard let first = firstPicture(of: deck) else { return nil }
    let loaded = DispatchSemaphore(value: 0)
    let isStarted = SystemResources.startThread {
      // If this one cannot be shown, the others decide.
      if watches || loader.refusal(of: deck) == nil {
        guard mailbox.judge(DeckMailbox.Judgment(deck: deck, refusal: nil, first: first)) else { return }
      }
      load(first)
      loaded.signal()
    }
    guard isStarted else { return nil }
    // A large folder is sorted next, which would keep a processor from the threads and the worker that show its first picture.
    if case .number = options.start { _ = loaded.wait(timeout: .now() + SourceReading.firstPictureTimeout) }
    return first
  }

  /// Loads a picture on this thread.
  private func load(_ first: FirstPicturePreload?) {
    prepareDrawing()
    first?.begin()
  }

  /// The picture that is shown first, to be decoded for the window's assumed size; nil if that is unknown.
  func firstPicture(of deck: Deck) -> FirstPicturePreload? {
    guard deck.count > 0 else { return nil }
    let first = firstSlide(of: deck)
    let look = SlideLook(first.own)
    guard let shapes = options.having(look).shapesOfWindow(expectsPixels: expectsPixels) else { return nil }
    return FirstPicturePreload(first.location, shape: shapes.cells, pixelShape: shapes.pixels, loader: loader)
  }

  /// The slide that is shown first of a deck that is not empty.
  func firstSlide(of deck: Deck) -> Slide { deck[options.start.position(in: deck) ?? 0] }

  /// Prepares what the first picture is drawn with, while it is decoded.
  func prepareDrawing() {
    guard let style else { return }
    ArtPreparation.begin(style.picture.art, style.options)
  }
}

extension PictureLoader {
  /// The largest deck whose files are examined before the terminal is taken over.
  private static let largestExaminedDeck = 1000

  /// The message if none of a deck's slides can be shown, as far as the files' first bytes tell; nil if one may be.
  fileprivate func refusal(of deck: Deck) -> String? {
    guard deck.count <= PictureLoader.largestExaminedDeck else { return nil }
    var reasons: [NothingShown.Reason] = []
    for index in 0..<deck.count {
      guard let error = refusal(of: deck[index].location) else { return nil }
      reasons.append((deck[index].location, error.description))
    }
    return NothingShown.text(for: reasons)
  }
}
