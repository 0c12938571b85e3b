import System

/// What the folders of slides are called: the end of their paths, as long as it must be to tell each from the others.
struct FolderLabels: Sendable {
  /// The components of a path, the last one first.
  private typealias Ending = [ArraySlice<UInt8>]

  /// The number of folders beyond which each is called by its last component.
  private static let maximumCount = 10_000

  /// The number of components of those that need more than one.
  private var lengths: [Ending: Int] = [:]
  private var areSeveral = false

  /// Labels of the folders of slides; nil is the current one.
  init(_ folders: Set<Path?>) {
    guard folders.count > 1 else { return }
    let endings = Set(folders.map { $0.map(Self.ending) ?? [] })
    areSeveral = endings.count > 1
    guard areSeveral, endings.count <= Self.maximumCount else { return }
    let sorted = endings.sorted { $0.lexicographicallyPrecedes($1) { $0.lexicographicallyPrecedes($1) } }
    // Those that share the most components are neighbors.
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      let shared = zip(left, right).prefix { $0 == $1 }.count
      for ending in [left, right] where shared > 0 {
        lengths[ending] = max(lengths[ending] ?? 1, min(shared + 1, ending.count))
      }
    }
  }

  /// What a folder is called; nil if there is only one, or it is the current one.
  func label(of folder: Path) -> [UInt8]? {
    guard areSeveral else { return nil }
    let ending = Self.ending(of: folder)
    let label = ending.prefix(lengths[ending] ?? 1).reversed().joined(separator: [Path.slash])
    return ending.isEmpty ? nil : Array(label)
  }

  private static func ending(of path: Path) -> Ending {
    path.bytes.split(separator: Path.slash).filter { !$0.elementsEqual(".".utf8) }.reversed()
  }
}

extension Deck.Segment {
  func addFolders(to folders: inout Set<Path?>) {
    switch self {
    case .slides(let slides):
      var last: Path??
      for slide in slides {
        let folder = slide.location.folder
        if folder != last { folders.insert(folder) }
        last = .some(folder)
      }
    case .names(let names, let folder):
      for name in names.firstOfFolders { folders.insert(Location(argument: name, relativeTo: folder).folder) }
    case .listed: folders.insert(nil)
    case .pages(let document): folders.insert(document.slide(ofPage: 1).location.folder)
    }
  }
}
