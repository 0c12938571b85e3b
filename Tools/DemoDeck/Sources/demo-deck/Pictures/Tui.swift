extension Picture {
  static let tui = Picture(
    name: "tui", caption: "A tūī, thirty-two pixels tall", link: "https://en.wikipedia.org/wiki/T%C5%AB%C4%AB",
    format: .png(dither: 0), paint: { PixelArt(rows: bird, inks: inks).painted() })
}

/// A drawing in letters: each stands for a pixel of one color, a full stop for a transparent one.
private struct PixelArt {
  let rows: [String]
  let inks: [Character: UInt32]

  func painted() -> Canvas {
    var canvas = Canvas(width: rows.first?.count ?? 0, height: rows.count)
    for (y, row) in rows.enumerated() {
      for (x, letter) in row.enumerated() {
        if let ink = inks[letter] { canvas.pixels[y * canvas.width + x] = Color(hex: ink).opaque }
      }
    }
    return canvas
  }
}

private let inks: [Character: UInt32] = [
  "K": 0x0B1020, "N": 0x16294A, "B": 0x1F5F9E, "T": 0x1FA69A, "P": 0x5A3F86, "W": 0xFBFAF0, "S": 0xB4C6CC,
  "G": 0x4A4F58, "E": 0xFFE9C4, "R": 0x5A3A26, "L": 0x8A5E38, "Y": 0xFFD24A, "O": 0xF2971F, "V": 0x4E8F3A,
]

private let bird = [
  "................................",
  "................................",
  ".............KKKKKKK............",
  "...........KKKNNNNNKK...........",
  "..........KKNNBBBNNNKKK.........",
  "..........KNNBTTTBNNNNKK........",
  ".........KKNBTTBBBNNEKKKGG......",
  ".........KNNBBBNNNNNNNKKGGGGG...",
  ".........KNSSBBNNNNNNNKK...GGG..",
  "........KKNSSSBNNPPNNKK......G..",
  "........KNNBSSSBNPPNNK..........",
  ".......KKNNBBSSSNNNWWKK.........",
  ".......KNNBBBBSSNNWWWWK.........",
  "......KKNBBTBBBNNNWWWWK.........",
  "......KNNBTTTBBBNNNWWKK.........",
  ".....KKNBBTTTTBBNNPNNNKK........",
  ".....KNNBTTTTTTBBNPPPNNK........",
  ".....KNBBTTBBTTTBNPPPPNK........",
  "....KKNBBBBNNBTTBNNPPPNK........",
  "....KNNBBNNNNNBBBNNPPPNK........",
  "...KKNNNNNKKNNNBBNNNPNKK........",
  "...KNNNNKKSSKNNNNNNNNNK.........",
  "..KKNNNKKSSRRKKNNNNNNKK.........",
  "..KNNNKKKRRRRRKKKKKKKK......VV..",
  ".KKNNKK..KKKKK..GK.GK......VV...",
  ".KNNKK..........G..G...YY.V.....",
  ".KNNK.LLLLLLLLLGGLGGL.YOYYV.....",
  "KKNKLRRRRRRRRRRRRRRRRLLYYOYY....",
  "KNKK..............RRRRRRLLYOO...",
  "KNK.................RRRRRRROO...",
  "KK.........................OY...",
  "................................",
]
