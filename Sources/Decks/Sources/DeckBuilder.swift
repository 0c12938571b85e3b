import System

/// Gathers segments in the order of the arguments; neighbouring files become one segment, sorted where that was asked.
struct DeckBuilder {
  /// Names that take longer to sort than a glance.
  private static let manyNames = 20_000

  let request: DeckRequest
  /// Files of folders that are left out.
  private let unfinished: Set<Path>
  private var finished: [Deck.Segment] = []
  private var finishedCount = 0
  private var files = NameList()
  private var slides: [Slide] = []

  /// Nothing gathered yet.
  init(request: DeckRequest, unfinished: Set<Path> = []) {
    self.request = request
    self.unfinished = unfinished
  }

  /// Slides so far.
  var count: Int { finishedCount + files.count + slides.count }

  /// Whether there are none.
  var isEmpty: Bool { count == 0 }

  /// Everything so far.
  var segments: [Deck.Segment] {
    var copy = self
    copy.closeRuns()
    return copy.finished
  }

  /// What a folder's pictures are called from: those of the current folder by their names alone.
  static func base(of folder: Path) -> Path { folder == Path(".") ? Path("") : folder }

  /// A slide as it is.
  mutating func add(slide: Slide) {
    closeFiles()
    slides.append(slide)
  }

  /// Slides as they are.
  mutating func add(slides: [Slide]) {
    closeFiles()
    self.slides += slides
  }

  /// A file that was named, whatever it is.
  mutating func add(file: Path) {
    closeSlides()
    guard files.hasRoom(for: file.bytes.count) else { return }
    files.append(file.bytes)
  }

  /// A folder's pictures, in order.
  ///
  /// - Parameter tellingFirst: told the first slide of all, where it is one of so many that the others take a while to sort.
  mutating func add(folder: Path, tellingFirst: (Deck.Segment) -> Void = { _ in }) {
    closeRuns()
    do {
      var names = try FolderScan.pictures(in: folder, recursive: request.recursive)
      if !unfinished.isEmpty { names = names.filter { !unfinished.contains(folder.appending($0)) } }
      let base = DeckBuilder.base(of: folder)
      let isWorthTelling = isEmpty && names.count >= DeckBuilder.manyNames
      let sorted = (request.sort ?? .name).sorted(names, in: folder) { first in
        guard isWorthTelling else { return }
        var list = NameList()
        list.append(first)
        tellingFirst(.names(list, folder: base))
      }
      finish(sorted, in: base)
    } catch {
      let entry = String(decoding: folder.bytes, as: UTF8.self)
      add(slide: Slide(.broken(entry: entry, reason: "cannot read the folder: \(error)")))
    }
  }

  /// A deck's slides.
  mutating func add(deck: Path) {
    closeFiles()
    let name = String(decoding: deck.name, as: UTF8.self)
    do {
      let bytes = try FileBytes.read(deck, limit: DeckFile.maximumBytes)
      slides += DeckFile.slides(bytes, name: name, folder: DeckBuilder.base(of: deck.folder))
    } catch {
      slides.append(Slide(.broken(entry: name, reason: error.description)))
    }
  }

  /// A list's entries.
  mutating func add(list: NameList) {
    closeRuns()
    finish(request.sort?.sorted(list, in: Path("")) ?? list, in: Path(""))
  }

  private mutating func closeRuns() {
    closeFiles()
    closeSlides()
  }

  private mutating func closeFiles() {
    guard files.count > 0 else { return }
    finish(request.sort?.sorted(files, in: Path("")) ?? files, in: Path(""))
    files = NameList()
  }

  private mutating func closeSlides() {
    guard !slides.isEmpty else { return }
    finished.append(.slides(slides))
    finishedCount += slides.count
    slides = []
  }

  private mutating func finish(_ names: NameList, in folder: Path) {
    finished.append(.names(names, folder: folder))
    finishedCount += names.count
  }
}
