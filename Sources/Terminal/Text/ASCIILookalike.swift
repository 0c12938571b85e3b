extension Glyph {
  /// The ASCII character that looks most similar, for terminals without UTF-8; `?` if there is none.
  package var asciiLookalike: UInt8 {
    guard let base else { return 0x20 }
    if (0x20..<0x7F).contains(base.value) { return UInt8(base.value) }
    switch base {
    case "█", "▓", "▒", "■", "▮": return UInt8(ascii: "#")
    case "░", "·", "∙", "․": return UInt8(ascii: ".")
    case "▀", "▔": return UInt8(ascii: "\"")
    case "▄", "▁", "▂", "▃": return UInt8(ascii: "_")
    case "▌", "▐", "│", "┃", "║", "▏", "▕", "‖": return UInt8(ascii: "|")
    case "─", "━", "═", "–", "—", "‐", "−": return UInt8(ascii: "-")
    case "┌", "┐", "└", "┘", "├", "┤", "┬", "┴", "┼", "╭", "╮", "╰", "╯", "╔", "╗", "╚", "╝": return UInt8(ascii: "+")
    case "●", "•", "◉", "★": return UInt8(ascii: "*")
    case "○", "◦", "◌", "☆": return UInt8(ascii: "o")
    case "…": return UInt8(ascii: ".")
    case "‘", "’", "′": return UInt8(ascii: "'")
    case "“", "”", "″": return UInt8(ascii: "\"")
    case "←", "‹", "◀": return UInt8(ascii: "<")
    case "→", "›", "▶": return UInt8(ascii: ">")
    case "↑": return UInt8(ascii: "^")
    case "↓": return UInt8(ascii: "v")
    case "×": return UInt8(ascii: "x")
    case "\u{A0}": return 0x20
    default: return UInt8(ascii: "?")
    }
  }
}
