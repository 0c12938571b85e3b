import Bitmaps
import Glibc
import Imaging
import Rendering
import Terminal

/// Times fitting one picture at 200×50 cells, from its samples to cells, in every mode and with every color depth.
/// `make bench` compares it with chafa.
enum FitBenchmark {
  private static let window = CellSize(columns: 200, rows: 50)

  /// Prints a line for each mode: its name, the seconds of the fastest fit, and those of the fastest frame of a fade,
  /// separated by tabs. The fastest of many is used, since other programs on the processor can only make one slower.
  ///
  /// - Throws: Decoding errors.
  static func run(picture file: [UInt8]) throws {
    let image = try EncodedImage(file)
    let depths: [(ColorDepth, String)] = [
      (.truecolor, ""), (.palette256, ", 256 colors"), (.palette16, ", 16 colors"), (.palette8, ", 8 colors"),
      (.mono, ", mono"),
    ]
    let subjects =
      depths.flatMap { depth, suffix in ArtMode.all.map { ($0, $0.name + suffix, ArtOptions(depth: depth)) } }
      + [(ArtMode(.braille), "braille, mono", ArtOptions(depth: .mono))]
    for (art, name, options) in subjects {
      var canvas = Canvas(cells: window, samplesPerCell: art.samplesPerCell)
      let bitmap = try image.decode(scaledTo: PixelSize(width: canvas.width, height: canvas.height))
      canvas.draw(bitmap, atColumn: 0, row: 0, over: .color(.black))
      let (drawn, other) = (art.draw(canvas, options), canvas)
      let rounds = options.depth == .truecolor ? 40 : 12
      let fits = (0..<rounds).map { _ in ContinuousClock().measure { _ = art.draw(other, options) } }
      let fades = (0..<rounds).map { _ in
        ContinuousClock().measure {
          let mix = canvas.mixed(with: other, 0.4, assuming: .black)
          _ = art.draw(mix: mix, of: drawn, and: drawn, options)
        }
      }
      print(name, (fits.min() ?? .zero) / .seconds(1), (fades.min() ?? .zero) / .seconds(1), separator: "\t")
    }
  }
}
