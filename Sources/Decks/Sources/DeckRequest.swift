package import System

/// What was asked to be shown, as it stood on the command line.
package struct DeckRequest: Sendable {
  /// Pictures, folders, URLs, decks and "-", in order; none: the current folder.
  package var arguments: [[UInt8]]
  /// Whether folders below folders count.
  package var recursive: Bool
  /// The order of folders' pictures; nil: by name. When given, it also orders runs of file arguments and lists.
  package var sort: SlideSort?
  /// Whether the whole deck runs backwards.
  package var reversed: Bool
  /// The seed of the whole deck's permutation; nil: not shuffled.
  package var shuffleSeed: UInt64?
  /// The deck to show when there are no arguments and the current folder has no pictures.
  package var fallbackDeck: Path?
  /// Whether each page of a document is a slide of its own, instead of the first alone.
  package var pages: Bool
  /// The name of the slide to begin with, as `Deck.position(named:)` knows it: it is shown before the rest is read.
  package var startName: [UInt8]?
  /// Whether the first slide is the one to begin with: then it is shown before the rest is sorted.
  package var startsAtFirst = true

  /// A request.
  package init(
    arguments: [[UInt8]], recursive: Bool = false, sort: SlideSort? = nil, reversed: Bool = false,
    shuffleSeed: UInt64? = nil, fallbackDeck: Path? = nil, startName: [UInt8]? = nil, pages: Bool = false
  ) {
    self.arguments = arguments
    self.recursive = recursive
    self.sort = sort
    self.reversed = reversed
    self.shuffleSeed = shuffleSeed
    self.fallbackDeck = fallbackDeck
    self.startName = startName
    self.pages = pages
  }
}
