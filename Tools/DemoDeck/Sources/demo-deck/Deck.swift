/// The demo deck, in display order.
enum Deck {
  static let pictures: [Picture] = [
    .duskOverTheRidge, .twelveDiscs, .auroraOverTheLake, .risingSunWindow, .spiralGalaxy, .inkAndSun, .glassAndClay,
    .marbleAndGold, .moonOverTheSea, .eveningDunes, .jellyfish, .seahorseValley, .tui,
  ]

  /// The deck as JSON; written by hand so that it is readable and never varies.
  static var json: String {
    let slides = pictures.map { picture in
      let fields =
        [("image", picture.file), ("caption", picture.caption)] + (picture.link.map { [("link", $0)] } ?? [])
      return "  {" + fields.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", ") + "}"
    }
    return "[\n" + slides.joined(separator: ",\n") + "\n]\n"
  }
}
