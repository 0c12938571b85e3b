package import Decks

/// The result of a request for a picture.
package enum PictureAnswer: Sendable {
  case picture(LoadedPicture)
  /// The URL serves a deck or a list instead; these slides replace its own.
  case deck([Slide])
  case failed(LoadError)
}

extension DeckReader {
  /// The slides that a URL serves instead of the requested picture, or nil. It may read a file: call it off the main
  /// queue.
  package func slides(
    insteadOf key: PictureKey, _ result: Result<LoadedPicture, LoadError>
  ) -> [Slide]? {
    guard case .failure(.content) = result, case .url(let url) = key.location, let copy = key.copy else { return nil }
    return slides(servedBy: url, in: copy)
  }

  /// The answer to a request for a picture.
  ///
  /// - Parameter served: what the URL serves instead. It counts only once: a deck that names itself does not grow.
  package func answer(
    _ result: Result<LoadedPicture, LoadError>, for key: PictureKey, served: [Slide]?
  ) -> PictureAnswer {
    switch result {
    case .success(let picture): return .picture(picture)
    case .failure(let error):
      if let served, case .url(let url) = key.location, record(deckAt: url) { return .deck(served) }
      return .failed(error)
    }
  }
}
