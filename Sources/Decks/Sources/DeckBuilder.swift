import Decoding
import Downloads
import System

/// Collects segments in the order of the arguments. Consecutive files become one segment, sorted if the request has an
/// order.
struct DeckBuilder {
  /// The number of names from which sorting takes a noticeable time.
  private static let manyNames = 20_000

  let request: DeckRequest
  /// Files to leave out of folders.
  private let unfinished: Set<Path>
  /// Reads when pictures were taken.
  private let decoder: any PictureDecoding
  private var finished: [Deck.Segment] = []
  private var finishedCount = 0
  private var files = NameList()
  private var slides: [Slide] = []
  /// The RAW files that go with slides, by the slides' files.
  private(set) var companions: [Path: Path] = [:]

  init(request: DeckRequest, unfinished: Set<Path> = [], decoder: any PictureDecoding) {
    self.request = request
    self.decoder = decoder
    self.unfinished = unfinished
  }

  /// The number of slides so far.
  var count: Int { finishedCount + files.count + slides.count }

  /// Whether there are no slides yet.
  var isEmpty: Bool { count == 0 }

  /// All segments so far.
  var segments: [Deck.Segment] {
    var copy = self
    copy.closeRuns()
    return copy.finished
  }

  /// The prefix for the names of a folder's pictures; it is empty for the current folder.
  static func base(of folder: Path) -> Path { folder == Path(".") ? Path("") : folder }

  /// Adds a slide unchanged.
  mutating func add(slide: Slide) {
    closeFiles()
    slides.append(slide)
  }

  /// Adds slides unchanged.
  mutating func add(slides: [Slide]) {
    closeFiles()
    self.slides += slides
  }

  /// Adds slides that are in order.
  mutating func add(segments: [Deck.Segment]) {
    closeRuns()
    finished += segments
    finishedCount += segments.reduce(0) { $0 + $1.count }
  }

  /// Adds a file named by the user, whatever its type. It is left out if the list of names is full.
  mutating func add(file: Path) {
    closeSlides()
    guard files.hasRoom(for: file.bytes.count) else { return }
    files.append(file.bytes)
  }

  /// Adds a folder's pictures in order; a broken slide if the folder cannot be read.
  ///
  /// - Parameter onFirst: called with the deck's first slide before the others are sorted, if there are enough of
  ///   them for sorting to take a noticeable time.
  mutating func add(folder: Path, onFirst: (Deck.Segment) -> Void = { _ in }) {
    closeRuns()
    do {
      var names = try FolderScan.pictures(in: folder, recursive: request.recursive)
      if !unfinished.isEmpty { names = names.filter { !unfinished.contains(folder.appending($0)) } }
      let base = DeckBuilder.base(of: folder)
      let pairs = RAWPairs(names, in: base, request.raw)
      names = pairs.names
      companions.merge(pairs.companions) { $1 }
      let isReported = isEmpty && names.count >= DeckBuilder.manyNames
      let sorted = (request.sort ?? .name).sorted(names, in: folder, decoder: decoder, findsFirst: isReported) {
        first in
        var list = NameList()
        list.append(first)
        onFirst(.names(list, folder: base))
      }
      finish(sorted, in: base)
    } catch {
      let entry = String(decoding: folder.bytes, as: UTF8.self)
      add(slide: Slide(.broken(entry: entry, reason: "cannot read the folder: \(error)")))
    }
  }

  /// Adds the slides of a deck file; a broken slide if the file cannot be read.
  mutating func add(deck: Path) {
    closeFiles()
    let name = String(decoding: deck.name, as: UTF8.self)
    do {
      let bytes = try FileBytes.read(deck, limit: DeckFile.maximumBytes)
      slides += DeckFile.slides(
        bytes, name: name, folder: DeckBuilder.base(of: deck.folder), vocabulary: request.vocabulary)
    } catch {
      slides.append(Slide(.broken(entry: name, reason: error.description)))
    }
  }

  /// Adds a list's entries, sorted if the request has an order.
  ///
  /// - Parameters:
  ///   - name: The list's own name.
  ///   - excess: Why the rest of it is left out, which a last slide says; nil if nothing is.
  ///   - folder: The folder of relative entries.
  mutating func add(list: NameList, named name: String, excess: String?, in folder: Path = Path("")) {
    closeRuns()
    finish(ordered(list, in: folder), in: folder)
    if let excess { add(slide: Slide(.broken(entry: name, reason: excess))) }
  }

  /// Adds the entries of a list file, sorted if the request has an order; the file itself if it is no list.
  mutating func add(listFile path: Path) {
    switch ListFile.content(of: path) {
    case .names(let list, let excess):
      let name = String(decoding: path.name, as: UTF8.self)
      add(list: list, named: name, excess: excess, in: DeckBuilder.base(of: path.folder))
    case .other: add(file: path)
    }
  }

  /// Adds a source that was named while the program runs.
  ///
  /// - Parameters:
  ///   - slides: The slides that a URL serves; nil if it is a picture itself.
  ///   - entries: The slides of a file that is an archive, whatever its name; nil if it is none.
  mutating func add(
    source: [UInt8], served slides: (String) -> [Slide]? = { _ in nil },
    archive entries: (Path) -> [Slide]? = { _ in nil }
  ) {
    let path = Path(source)
    if WebAddress.isURL(source) {
      let url = String(decoding: source, as: UTF8.self)
      add(slides: slides(url) ?? [Slide(.url(url))])
    } else {
      switch PathKind(of: path) {
      case .folder: add(folder: path)
      case .file where PictureNames.isDeck(path): add(deck: path)
      case .file where ListFile.isList(path): add(listFile: path)
      case .file: if let slides = entries(path) { add(slides: slides) } else { add(file: path) }
      case .other, .unreachable: add(file: path)
      }
    }
  }

  /// Ends runs of files and slides, so that files after them are sorted apart.
  mutating func closeRuns() {
    closeFiles()
    closeSlides()
  }

  private mutating func closeFiles() {
    guard files.count > 0 else { return }
    finish(ordered(files, in: Path("")), in: Path(""))
    files = NameList()
  }

  private mutating func closeSlides() {
    guard !slides.isEmpty else { return }
    finished.append(.slides(slides))
    finishedCount += slides.count
    slides = []
  }

  /// Names in the request's order; unchanged if it has none.
  private func ordered(_ names: NameList, in folder: Path) -> NameList {
    request.sort?.sorted(names, in: folder, decoder: decoder) ?? names
  }

  private mutating func finish(_ names: NameList, in folder: Path) {
    finished.append(.names(names, folder: folder))
    finishedCount += names.count
  }
}
