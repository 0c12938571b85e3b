import Bitmaps
import Carousel
import CarouselValues
import Rendering
import Terminal

/// An opaque bitmap of sRGB colors, drawn as rows of letters.
func bitmap(_ rows: [String], _ colors: [Character: (UInt8, UInt8, UInt8)]) -> Bitmap {
  let pixels = rows.joined().map { letter -> SIMD4<UInt16> in
    guard let (red, green, blue) = colors[letter] else { return SIMD4(repeating: 0) }
    return SIMD4(SRGB.linear16(red), SRGB.linear16(green), SRGB.linear16(blue), 65_535)
  }
  return Bitmap(
    size: PixelSize(width: rows[0].count, height: rows.count), pixels: pixels,
    isOpaque: pixels.allSatisfy { $0.w == 65_535 })
}

let letters: [Character: (UInt8, UInt8, UInt8)] = [
  "R": (255, 0, 0), "G": (0, 255, 0), "B": (0, 0, 255), "W": (255, 255, 255), "K": (0, 0, 0), "g": (128, 128, 128),
]

func rgb(_ letter: Character) -> Color {
  let (red, green, blue) = letters[letter] ?? (0, 0, 0)
  return Color(red: red, green: green, blue: blue)
}

func style(_ art: ArtMode = .half, depth: ColorDepth = .truecolor) -> SceneStyle { SceneStyle(art: art, depth: depth) }

/// A frame at rest on a slide.
func restingFrame(count: Int, current: Int) -> CarouselMachine.Frame {
  CarouselMachine(count: count, start: current, settings: CarouselMachine.Settings(interval: nil)).frame(at: .zero)
}

/// A window filled with one color.
func filled(_ letter: Character, _ window: CellSize, _ style: SceneStyle) -> SlideContent {
  let perHalf = style.picture.art.samplesPerHalfCell
  let grid = PixelSize(width: window.columns, height: window.rows * 2)
  let size = PixelSize(width: grid.width * perHalf.width, height: grid.height * perHalf.height)
  let row = String(repeating: letter, count: size.width)
  return SlideContent(
    picture: bitmap(Array(repeating: row, count: size.height), letters), grid: grid, in: window, style: style.slides)
}
