import Archives
import Decoding
import Downloads
import System

/// Archives → slides: one for each picture in them, in natural order unless the request has another one.
struct ArchiveReading: Sendable {
  /// The maximum number of pictures in all archives of a deck.
  private static let maximumTotal = 1_000_000
  /// The time limit for listing the archives of folders, lists and decks.
  private static let timeout = Duration.seconds(30)

  let decoder: any ArchiveOpening
  let sort: SlideSort?

  /// The slides of an argument that is an archive, whatever its name; nil if it is none.
  func slides(ofArgument path: Path) -> [Slide]? { mayBeArchive(path) ? slides(of: .file(path)) : nil }

  /// Whether an argument's file begins like an archive. Files named like pictures are not examined.
  func mayBeArchive(_ path: Path) -> Bool {
    guard !PictureNames.isPicture(path.name), let file = try? RegularFile(path, limit: .max) else { return false }
    return ArchiveNames.isArchive(head: Array(file.bytes(at: 0, count: PictureSignature.headBytes)))
  }

  /// The slides of an archive; nil if the file is none, or cannot be opened.
  ///
  /// - Parameter entry: The deck's entry, whose caption, link and settings apply to every slide; nil if it has none.
  func slides(of archive: ArchivedPicture.Archive, as entry: Slide? = nil) -> [Slide]? {
    let name = String(decoding: archive.location.nameBytes, as: UTF8.self)
    guard let file = try? RegularFile(archive.path, limit: .max) else { return nil }
    do throws(ArchiveError) {
      let listing = try list(file)
      var slides = listing.entries.order(sort ?? .name).map { place -> Slide in
        let found = listing.entries[place]
        let location = Location.entry(ArchivedPicture(archive, name: found.name, index: found.index))
        return entry?.at(location) ?? Slide(location)
      }
      let reason = listing.failure?.description ?? (slides.isEmpty ? "there are no pictures in the archive" : nil)
      if let reason { slides.append(Slide(.broken(entry: name, reason: reason))) }
      return slides
    } catch {
      guard error == .notAnArchive else { return [Slide(.broken(entry: name, reason: error.description))] }
      // The directory of a zip or 7z file is at its end.
      let head = Array(file.bytes(at: 0, count: PictureSignature.headBytes))
      guard ArchiveNames.isCertainlyArchive(head: head) else { return nil }
      let reason = ArchiveError.damaged(reason: "it is incomplete").description
      return [Slide(.broken(entry: name, reason: reason))]
    }
  }

  /// The pictures among the entries of an archive, and why the listing has ended early.
  ///
  /// - Throws: `ArchiveError` if not even the first entry can be read.
  private func list(_ file: RegularFile) throws(ArchiveError) -> (entries: [ArchiveEntry], failure: ArchiveError?) {
    let archive = try decoder.open(archive: file, limits: ArchiveLimits())
    var entries: [ArchiveEntry] = []
    /// Of several entries with one name, the last one counts.
    var places: [[UInt8]: Int] = [:]
    do throws(ArchiveError) {
      while true {
        let page = try archive.nextPage(headBytes: PictureSignature.headBytes)
        for var entry in page.entries where ArchiveReading.isPicture(entry) {
          entry.head = nil
          if let place = places[entry.name] {
            entries[place] = entry
          } else {
            places[entry.name] = entries.count
            entries.append(entry)
          }
        }
        if page.isLast { return (entries, page.failure) }
      }
    } catch {
      return (entries, error)
    }
  }

  /// Whether an entry is a picture: by its content or, if that has not been read, by its extension. Hidden ones are not.
  private static func isPicture(_ entry: ArchiveEntry) -> Bool {
    let components = entry.name.split(separator: Path.slash)
    let dots: Set<[UInt8]> = [Array(".".utf8), Array("..".utf8)]
    guard let name = components.last,
      !components.contains(where: { $0.first == UInt8(ascii: ".") && !dots.contains(Array($0)) })
    else { return false }
    guard let head = entry.head else { return PictureNames.isPicture(name) }
    return PictureSignature.matches(head, fileExtension: Path(name).fileExtension)
  }

  // MARK: - Archives in lists, decks and folders

  /// The slides with those of archives in the place of standard input.
  func opened(_ slides: [Slide]) -> [Slide] {
    slides.flatMap { slide -> [Slide] in
      guard case .input(let path) = slide.location, let file = try? RegularFile(path, limit: .max),
        ArchiveNames.isArchive(head: Array(file.bytes(at: 0, count: PictureSignature.headBytes)))
      else { return [slide] }
      return self.slides(of: .input(path)) ?? [slide]
    }
  }

  /// The segments with the slides of archives in the place of files that are named like archives.
  func opened(_ segments: [Deck.Segment]) -> [Deck.Segment] {
    let start = MonotonicClock.now
    var total = 0
    return segments.flatMap { segment in
      segment.replacing(where: Self.isArchive) { slide in
        guard let path = slide.location.path else { return [.slides([slide])] }
        guard MonotonicClock.now - start < ArchiveReading.timeout, total < ArchiveReading.maximumTotal else {
          let reason = "not opened: there are too many archives"
          return [.slides([Slide(.broken(entry: String(decoding: path.name, as: UTF8.self), reason: reason))])]
        }
        let slides = self.slides(of: .file(path), as: slide) ?? [slide]
        total += slides.count
        return [.slides(slides)]
      }
    }
  }

  /// Whether an entry is a file that is named like an archive.
  static func isArchive(_ entry: ArraySlice<UInt8>) -> Bool {
    ArchiveNames.isArchive(Path.name(in: entry)) && !WebAddress.isURL(entry)
  }
}

extension [ArchiveEntry] {
  /// The positions of the entries in an order. An entry's time is also that at which its picture was taken.
  fileprivate func order(_ sort: SlideSort) -> [Int] {
    if sort == .none { return Array<Int>(indices) }
    var names = NameList()
    for entry in self where names.hasRoom(for: entry.name.count) { names.append(entry.name) }
    func figures(_ value: (ArchiveEntry) -> Int?) -> [Int64] { prefix(names.count).map { Int64(value($0) ?? .min) } }
    let order =
      switch sort {
      case .name, .none: NaturalOrder.sorted(names)
      case .time, .taken: SlideSort.positions(figures(\.modified), names)
      case .size: SlideSort.positions(figures(\.size), names)
      }
    return order.map { Int($0) }
  }
}
