import Carousel
import CarouselValues
import Decks
import System
import Terminal

/// Moving, copying, renaming and deleting the files of slides.
extension Session {
  /// Performs an action on the files of the marked slides or, if none is marked, of the slide.
  mutating func organize(by action: Action, at snapshot: Snapshot) {
    let now = snapshot.time
    if action == .undo { return undo(at: now) }
    guard let placed = actedOn(at: snapshot) else { return }
    let marked = markedSlides
    let slides = marked.isEmpty || action == .rename ? [placed.slide] : marked
    let files = movableFiles(of: slides)
    let copies = action == .copyTo || action == .keep
    let entries = copies ? entries(of: slides) : []
    guard let first = files.paths.first ?? entries.first.map({ Path($0.name) }) else {
      return showMessage(
        "\(name(of: slides[0].location)): \(files.reason ?? "")", for: OverlayState.failureDuration, at: now)
    }
    switch action {
    case .trash where options.trashesAtOnce: issue(.work(.organize(.perform(.trash, on: files.paths))))
    case .trash:
      let question = "Move \(description(of: files.paths)) to the trash?"
      let items = [
        Menu.Item(key: "y", name: "move to the trash", choice: .trash(files.paths)),
        Menu.Item(key: "n", name: "leave as it is", choice: .cancel),
      ]
      show(Menu(slide: placed, question: [question], items: items), at: snapshot)
    case .rename:
      ask(
        TextEntry(.rename, of: files.paths, label: "new name:", text: String(decoding: first.name, as: UTF8.self)),
        placed,
        at: snapshot)
    case .moveTo: askForFolder(.move, files.paths, [], placed, at: snapshot)
    case .copyTo: askForFolder(.copy, files.paths, entries, placed, at: snapshot)
    default:
      if let folder = options.keepFolder {
        copy(files.paths, entries, to: folder)
        if options.goesOnAfterKeeping { isGrid ? perform(.selectRight, at: snapshot) : swipe(by: 1, at: now) }
      } else {
        askForFolder(.copy, files.paths, entries, placed, at: snapshot)
      }
    }
  }

  /// Shows the folder of the slide's file or, if it is shown already, the sources again.
  mutating func turnToSiblings(at now: Snapshot) {
    guard let location = actedOn(at: now)?.slide.location else { return }
    guard let path = location.path, !path.bytes.isEmpty else {
      return showMessage("this slide is in no folder", at: now.time)
    }
    let folder = slides.turnToSiblings(of: path)
    showMessage(
      folder.map { "folder: \(SafeText.visible($0.absolute.bytes))" } ?? "back to the slides from before", at: now.time)
  }

  /// Reads the sources in the next of the orders.
  mutating func cycleSort(at now: Timestamp) {
    let orders = SlideSort.allCases
    let present = orders.firstIndex(of: slides.reading.sort ?? options.sort ?? .name) ?? 0
    let next = orders[(present + 1) % orders.count]
    slides.sort(by: next)
    showMessage("sort: \(next.rawValue)", at: now)
  }

  /// Goes to the first slide of the next or the previous folder.
  mutating func goToFolder(forward: Bool, at now: Snapshot) {
    guard let here = actedOn(at: now)?.index else { return }
    guard let slide = deck.position(ofFolderFrom: here, forward: forward) else {
      return showMessage("this is the \(forward ? "last" : "first") folder", at: now.time)
    }
    let location = deck[slide].location
    if !isGrid {
      machine.handle(.jump(to: slide), at: now.time)
    } else if grid?.select(slide, at: now.time) == false {
      showMessage("\(SafeText.visible(deck.shownName(of: location))) is not among the matches", at: now.time)
    }
  }

  /// The files of slides, and why one of the slides has none.
  private func movableFiles(of slides: [Slide]) -> (paths: [Path], reason: String?) {
    var files: (paths: [Path], reason: String?) = ([], nil)
    // A deck may show a file more than once.
    var known: Set<Path> = []
    for slide in slides {
      switch slide.location.movableFile {
      case .success(let path):
        for file in [path, deck.companions[path]].compactMap(\.self) where known.insert(file.absolute).inserted {
          files.paths.append(file)
        }
      case .failure(let immovable): files.reason = immovable.reason
      }
    }
    return files
  }

  private func entries(of slides: [Slide]) -> [ArchivedPicture] {
    var known: Set<ArchivedPicture> = []
    return slides.compactMap { slide in
      if case .entry(let picture) = slide.location, known.insert(picture).inserted { picture } else { nil }
    }
  }

  private mutating func copy(_ files: [Path], _ entries: [ArchivedPicture], to folder: Path) {
    if !files.isEmpty { issue(.work(.organize(.perform(.copy(to: folder), on: files)))) }
    if !entries.isEmpty { issue(.work(.organize(.extract(entries, to: folder)))) }
  }

  private mutating func askForFolder(
    _ purpose: TextEntry.Purpose, _ files: [Path], _ entries: [ArchivedPicture], _ placed: PlacedSlide,
    at now: Snapshot
  ) {
    let folder =
      slides.files.lastFolder ?? options.keepFolder.map { String(decoding: $0.bytes, as: UTF8.self) + "/" } ?? ""
    let verb = purpose == .move ? "move" : "copy"
    ask(
      TextEntry(
        purpose, of: files, entries: entries,
        label: "\(verb) \(description(of: files + entries.map { Path($0.shortName) })) to the folder:", text: folder),
      placed, at: now)
  }

  private mutating func ask(_ entry: TextEntry, _ placed: PlacedSlide, at now: Snapshot) {
    show(Menu(slide: placed, entry: entry), at: now)
  }

  private func description(of files: [Path]) -> String {
    let isPair = files.count == 2 && deck.companions[files[0]] == files[1]
    return files.count == 1 || isPair
      ? files.map { SafeText.visible($0.name) }.joined(separator: " and ") : "\(files.count) files"
  }

  private func name(of location: Location) -> String { SafeText.visible(location.nameBytes) }

  // MARK: - Typing

  /// Completes the text to folders, unless it has changed since they were requested.
  mutating func complete(_ text: String, to folders: [String], at now: Timestamp) {
    guard let entry = mode.menu?.entry, entry.text == text else { return }
    if folders.isEmpty { showMessage("no folder begins with this", at: now) }
    mode.menu?.complete(to: folders)
  }

  /// Does what the typed text is for.
  mutating func finish(_ entry: TextEntry, at now: Timestamp) {
    let text = entry.text
    switch entry.purpose {
    case .rename:
      let name = entry.newName
      guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0), !name.utf8.contains(0x2F) else {
        return showMessage(name.utf8.contains(0x2F) ? "a name has no slash" : "this cannot be a name", at: now)
      }
      mode.panel = nil
      guard !entry.files[0].name.elementsEqual(name.utf8) else { return }
      issue(.work(.organize(.perform(.rename(to: Array(name.utf8)), on: entry.files))))
    case .move, .copy:
      guard !text.isEmpty, !text.utf8.contains(0) else { return showMessage("type the name of a folder", at: now) }
      mode.panel = nil
      slides.files.lastFolder = text
      let folder = Path.expandingHome(text, home: options.home)
      if entry.purpose == .move {
        issue(.work(.organize(.perform(.move(to: folder), on: entry.files))))
      } else {
        copy(entry.files, entry.entries, to: folder)
      }
    }
  }

  // MARK: - Undoing

  private mutating func undo(at now: Timestamp) {
    guard let change = slides.files.takeLast() else { return showMessage("nothing to undo", at: now) }
    issue(.work(.organize(.undo(change))))
  }

  // MARK: - Results

  /// Follows what has happened to files.
  mutating func organized(_ task: FileTask, _ result: FileResult, at now: Snapshot) {
    let items = result.change.items
    slides.files.ended()
    switch task {
    case .perform(let operation, _):
      slides.files.did(result.change)
      switch operation {
      case .trash, .move: leaveOut(items, at: now)
      case .copy: break
      case .rename: if let item = items.first { slides.renamed(.file(item.from), to: .file(item.to)) }
      }
    case .extract: slides.files.did(result.change)
    case .undo(let change):
      if let remaining = result.remaining { slides.files.did(remaining) }
      switch change.operation {
      case .trash, .move: slides.returned(items.map { .file($0.from) })
      case .copy: break
      case .rename: if let item = items.first { slides.renamed(.file(item.to), to: .file(item.from)) }
      }
    }
    showMessage(
      OrganizedMessage.text(for: task, result),
      for: result.failures.isEmpty ? OverlayState.messageDuration : OverlayState.failureDuration, at: now.time)
  }

  /// Removes slides whose files are gone; the carousel stays at the neighbor of the current one.
  private mutating func leaveOut(_ items: [FileChange.Item], at now: Snapshot) {
    guard !items.isEmpty else { return }
    if let update = slides.leavingOut(items.map { .file($0.from) }) { apply(update, at: now) }
  }
}
