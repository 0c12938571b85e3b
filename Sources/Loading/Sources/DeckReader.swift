import Synchronization

/// Turns what was asked for into a deck, and does so again on reload. Blocking: called off the main queue.
package final class DeckReader: Sendable {
  private let request: DeckRequest
  /// Standard input can be read only once; what it listed is kept for reloads.
  private let standardInput = Mutex<NameList?>(nil)

  /// A reader for a request.
  package init(_ request: DeckRequest) { self.request = request }

  /// Reads every source.
  ///
  /// - Parameter partial: called with decks that hold only the first slides, as soon as those are known and while
  ///   the rest is still being read. Never called where reading takes no time, nor for shuffled or reversed decks.
  package func read(partial: (Deck) -> Void = { _ in }) -> Deck {
    var collector = Collector(request: request)
    let announces = !request.reversed && request.shuffleSeed == nil
    if request.arguments.isEmpty {
      collector.add(folder: Path("."))
      if collector.isEmpty, let deck = request.fallbackDeck { collector.add(deck: deck) }
    }
    for argument in request.arguments {
      if argument == [UInt8(ascii: "-")] {
        let soFar = collector.segments
        collector.add(
          list: listOnStandardInput { names in
            if announces { partial(Deck(soFar + [.names(names, folder: Path(""))])) }
          })
      } else if Location.isURL(argument) {
        collector.add(slide: Slide(Location(argument: argument)))
      } else {
        let path = Path(argument)
        switch PathKind(of: path) {
        case .folder:
          // What came before a large folder can be seen while it is scanned.
          if announces, !collector.isEmpty { partial(Deck(collector.segments)) }
          collector.add(folder: path)
        case .file where PictureNames.isDeck(path): collector.add(deck: path)
        case .file, .other, .unreachable: collector.add(file: path)
        }
      }
    }
    return Deck(collector.segments, reversed: request.reversed, shuffleSeed: request.shuffleSeed)
  }

  private func listOnStandardInput(partial: (NameList) -> Void) -> NameList {
    if let known = standardInput.withLock({ $0 }) { return known }
    var list = EntryList()
    var nextAnnouncement = 1
    unsafe FileBytes.forEachPiece(ofDescriptor: 0) { piece in
      unsafe list.feed(piece)
      if list.names.count >= nextAnnouncement {
        partial(list.names)
        nextAnnouncement = list.names.count * 4
      }
      return !list.isFull
    }
    list.finish()
    standardInput.withLock { $0 = list.names }
    return list.names
  }
}

/// Gathers segments in the order of the arguments; neighbouring files become one segment, sorted where that was asked.
private struct Collector {
  let request: DeckRequest
  private var finished: [Deck.Segment] = []
  private var files = NameList()
  private var slides: [Slide] = []

  init(request: DeckRequest) { self.request = request }

  var isEmpty: Bool { finished.isEmpty && files.count == 0 && slides.isEmpty }

  /// Everything so far.
  var segments: [Deck.Segment] {
    var copy = self
    copy.closeRuns()
    return copy.finished
  }

  mutating func add(slide: Slide) {
    closeFiles()
    slides.append(slide)
  }

  mutating func add(file: Path) {
    closeSlides()
    files.append(file.bytes)
  }

  mutating func add(folder: Path) {
    closeRuns()
    guard let names = FolderScan.pictures(in: folder, recursive: request.recursive) else {
      add(slide: Slide(.broken(entry: String(decoding: folder.bytes, as: UTF8.self), reason: "cannot read the folder")))
      return
    }
    guard names.count > 0 else { return }
    // The current folder's pictures are called by their names alone.
    let base = folder == Path(".") ? Path("") : folder
    finished.append(.names((request.sort ?? .name).sorted(names, in: folder), folder: base))
  }

  mutating func add(deck: Path) {
    closeFiles()
    let name = String(decoding: deck.name, as: UTF8.self)
    do {
      let bytes = try FileBytes.read(deck, limit: DeckFile.maximumBytes)
      slides += DeckFile.slides(bytes, name: name, folder: deck.folder)
    } catch {
      slides.append(Slide(.broken(entry: name, reason: error.description)))
    }
  }

  mutating func add(list: NameList) {
    closeRuns()
    finished.append(.names(request.sort?.sorted(list, in: Path("")) ?? list, folder: Path("")))
  }

  private mutating func closeRuns() {
    closeFiles()
    closeSlides()
  }

  private mutating func closeFiles() {
    guard files.count > 0 else { return }
    finished.append(.names(request.sort?.sorted(files, in: Path("")) ?? files, folder: Path("")))
    files = NameList()
  }

  private mutating func closeSlides() {
    guard !slides.isEmpty else { return }
    finished.append(.slides(slides))
    slides = []
  }
}
