package import Decks

/// The result of a request for a picture.
package enum PictureAnswer: Sendable {
  case picture(LoadedPicture)
  /// The URL serves a deck or a list instead, whose slides will replace this one.
  case deck
  case failed(LoadError)
}

extension DeckReader {
  /// The answer for the result of loading a slide's picture. If a URL among the arguments may serve a deck or a list,
  /// the next read of the deck shows its slides in its place.
  package func answer(_ result: Result<LoadedPicture, LoadError>, for location: Location) -> PictureAnswer {
    switch result {
    case .success(let picture): return .picture(picture)
    case .failure(let error):
      if case .content(let content) = error, case .url(let url) = location, recordPossibleDeck(url, content) {
        return .deck
      }
      return .failed(error)
    }
  }
}
