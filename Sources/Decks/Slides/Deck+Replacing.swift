extension Deck.Segment {
  /// The same slides, with others in the place of some entries of decks and lists.
  ///
  /// - Parameters:
  ///   - isReplaced: Whether an entry is replaced, by its path or URL.
  ///   - others: The slides in the place of an entry's.
  func replacing(
    where isReplaced: (ArraySlice<UInt8>) -> Bool, _ others: (Slide) -> [Deck.Segment]
  ) -> [Deck.Segment] {
    var result: [Deck.Segment] = []
    var start = 0
    switch self {
    case .pages, .listed: return [self]
    case .slides(let slides):
      for (index, slide) in slides.enumerated() {
        switch slide.location {
        case .file, .url: guard isReplaced(slide.location.reference[...]) else { continue }
        case .page, .entry, .input, .broken: continue
        }
        if start < index { result.append(.slides(Array(slides[start..<index]))) }
        result += others(slide)
        start = index + 1
      }
      if start > 0, start < slides.count { result.append(.slides(Array(slides[start...]))) }
    case .names(let names, let folder):
      for index in 0..<names.count where isReplaced(names[index]) {
        if start < index { result.append(.names(names.part(start..<index), folder: folder)) }
        result += others(Slide(Location(argument: names[index], relativeTo: folder)))
        start = index + 1
      }
      if start > 0, start < names.count { result.append(.names(names.part(start..<names.count), folder: folder)) }
    }
    // Most lists have no such entries, and are not copied.
    return start == 0 ? [self] : result
  }
}
