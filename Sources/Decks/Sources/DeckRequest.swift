package import System

/// The sources and options from the command line.
package struct DeckRequest: Sendable {
  /// Pictures, folders, URLs, decks, lists and "-", in order. If empty, the current folder is shown.
  package var arguments: [[UInt8]]
  /// Whether subfolders are included.
  package var recursive: Bool
  /// The order of a folder's pictures; nil: by name. If set, it also orders runs of file arguments and lists.
  package var sort: SlideSort?
  /// Whether the whole deck is reversed.
  package var reversed: Bool
  /// The seed that shuffles the whole deck; nil if it is not shuffled.
  package var shuffleSeed: UInt64?
  /// The deck to show if there are no arguments and the current folder has no pictures.
  package var fallbackDeck: Path?
  /// Whether each page of a document becomes a slide, instead of only the first page.
  package var pages: Bool
  /// What becomes of RAW files beside pictures of the same shots, in folders.
  package var raw = RAWPairing.pair
  /// The name of the start slide, as for `Deck.position(named:)`. It is shown before the rest is read.
  package var startName: [UInt8]?
  /// Whether the deck starts at its first slide, which is then shown before the rest is sorted.
  package var startsAtFirst = true
  /// What decks may set for single slides.
  package var vocabulary = SlideVocabulary.any

  /// A request. `file://` URLs among the arguments become paths.
  package init(
    arguments: [[UInt8]], recursive: Bool = false, sort: SlideSort? = nil, reversed: Bool = false,
    shuffleSeed: UInt64? = nil, fallbackDeck: Path? = nil, startName: [UInt8]? = nil, pages: Bool = false
  ) {
    self.arguments = arguments.map(FileURL.path)
    self.recursive = recursive
    self.sort = sort
    self.reversed = reversed
    self.shuffleSeed = shuffleSeed
    self.fallbackDeck = fallbackDeck
    self.startName = startName
    self.pages = pages
  }

  /// The request itself, or that for one folder, without those below it, if it can be listed: one that can only be
  /// entered would hide the slide.
  ///
  /// - Parameter sort: another order than that of the request.
  func inFolder(_ folder: Path?, sortedBy sort: SlideSort?) -> DeckRequest {
    var request = self
    if let folder, DeckReader.canList(folder) {
      (request.arguments, request.recursive, request.startName) = ([folder.bytes], false, nil)
    }
    if let sort { (request.sort, request.shuffleSeed) = (sort, nil) }
    return request
  }

  /// Replaces a single picture by its folder. Other arguments stay: several, folders, URLs, and files that their
  /// folder's slides would not include, or whose folder cannot be listed.
  ///
  /// - Returns: The picture's name in the folder; nil if nothing was replaced.
  package mutating func includeSiblings() -> [UInt8]? {
    guard arguments.count == 1 else { return nil }
    let path = Path(arguments[0])
    guard PathKind(of: path) == .file, PictureNames.isPicture(path.name), FolderStream(path.folder) != nil else {
      return nil
    }
    arguments = [path.folder.bytes]
    return Array(path.name)
  }
}
