import Bitmaps
import Imaging

private func bad(_ reason: String) -> ImageError { .corrupt(format: "GIF", reason: reason) }

extension BadPicture {
  static let gifs = [
    BadPicture(name: "cut-in-signature.gif", error: .truncated(format: "GIF")) { Array("GIF8".utf8) },
    BadPicture(name: "cut-in-screen.gif", error: .truncated(format: "GIF")) {
      Array(try Fixtures.bytes("good/gif-still.gif")[..<9])
    },
    BadPicture(name: "cut-in-palette.gif", error: .truncated(format: "GIF")) {
      Array(try Fixtures.bytes("good/gif-still.gif")[..<100])
    },
    BadPicture(name: "cut-in-first-frame.gif", error: .truncated(format: "GIF")) {
      // After the first byte of its data.
      Array(GIFWriter.file(30, 2, GIFWriter.image(30, 2, Array(repeating: 3, count: 60)))[..<76])
    },
    BadPicture(name: "no-picture.gif", error: bad("it contains no picture")) { GIFWriter.file(3, 2) },
    BadPicture(name: "no-record.gif", error: bad("it contains no picture")) {
      GIFWriter.file(3, 2, Array("neither".utf8))
    },
    BadPicture(name: "size-zero.gif", error: bad("it contains no picture")) {
      GIFWriter.file(0, 0, GIFWriter.image(0, 0, [1]))
    },
    BadPicture(name: "first-frame-empty.gif", error: bad("it contains no picture")) {
      GIFWriter.file(3, 2, GIFWriter.image(2, 0, [1]))
    },
    BadPicture(
      name: "size-60000x60000.gif", error: .tooLarge(PixelSize(width: 60_000, height: 60_000), limit: 200_000_000)
    ) { GIFWriter.file(60_000, 60_000, GIFWriter.image(1, 1, [1])) },
    BadPicture(
      name: "first-frame-60000x60000.gif",
      error: .tooLarge(PixelSize(width: 60_000, height: 60_000), limit: 200_000_000)
    ) { GIFWriter.file(2, 2, GIFWriter.image(60_000, 60_000, [1])) },
    BadPicture(name: "code-size-12.gif", error: bad("it contains no picture")) {
      var bytes = GIFWriter.file(1, 1, palette: [], GIFWriter.image(1, 1, [1]))
      bytes[23] = 12
      return bytes
    },
    BadPicture(name: "no-data.gif", error: bad("it has no image data")) {
      GIFWriter.file(1, 1, GIFWriter.image(1, 1, []))
    },
    BadPicture(name: "data-without-blocks.gif", error: bad("it has no image data")) {
      GIFWriter.file(1, 1, Array(GIFWriter.image(1, 1, [1])[..<11]) + [0])
    },
  ]
}
