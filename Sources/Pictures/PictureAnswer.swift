package import Decks

/// What has come of a request for a picture.
package enum PictureAnswer: Sendable {
  case picture(LoadedPicture)
  /// The URL serves no picture but a deck or a list: its slides take its place.
  case deck
  case failed(LoadError)
}

extension DeckReader {
  /// What the result of loading a slide's picture means: a URL among the arguments may serve a deck instead, which the next
  /// reading shows in its place.
  package func answer(_ result: Result<LoadedPicture, LoadError>, for location: Location) -> PictureAnswer {
    switch result {
    case .success(let picture): return .picture(picture)
    case .failure(let error):
      if case .content(let content) = error, case .url(let url) = location, takesForDeck(url, content) { return .deck }
      return .failed(error)
    }
  }
}
