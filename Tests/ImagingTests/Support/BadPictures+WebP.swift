import Bitmaps
import Imaging

private func bad(_ reason: String) -> ImageError { .corrupt(format: "WebP", reason: reason) }

/// An animation of 45×31 with these frames.
private func animation(_ frames: [UInt8]...) -> [UInt8] {
  RIFFWriter.file(RIFFWriter.animated(45, 31), RIFFWriter.loops(0), frames.flatMap(\.self))
}

private func lossless() throws -> [UInt8] {
  RIFFWriter.picture(of: try Fixtures.bytes("good/webp-lossless.webp"))
}

extension BadPicture {
  static let webps = [
    BadPicture(name: "cut-in-signature.webp", error: .truncated(format: "WebP")) { Array("RIFF\u{1}\u{2}".utf8) },
    BadPicture(name: "cut-in-header.webp", error: .truncated(format: "WebP")) {
      Array(try Fixtures.bytes("good/webp-lossy.webp")[..<24])
    },
    BadPicture(name: "cut-in-data.webp", error: .truncated(format: "WebP")) {
      // Before the first row.
      Array(try Fixtures.bytes("good/webp-lossy.webp")[..<40])
    },
    BadPicture(name: "cut-in-lossless-data.webp", error: .truncated(format: "WebP")) {
      Array(try Fixtures.bytes("good/webp-lossless.webp")[..<60])
    },
    BadPicture(name: "cut-in-first-frame.webp", error: .truncated(format: "WebP")) {
      Array(try Fixtures.bytes("good/webp-animated.webp")[..<1000])
    },
    BadPicture(name: "sound.webp", error: .notAPicture) {
      RIFFWriter.file(RIFFWriter.chunk("fmt ", [1, 0, 1, 0]), kind: "WAVE")
    },
    BadPicture(name: "width-zero.webp", error: bad("it cannot be decoded")) {
      var bytes = try Fixtures.bytes("good/webp-lossy.webp")
      bytes.replaceSubrange(26..<28, with: [0, 0])
      return bytes
    },
    BadPicture(name: "lossless-signature.webp", error: bad("it cannot be decoded")) {
      var bytes = try Fixtures.bytes("good/webp-lossless.webp")
      bytes[20] = 0x2E
      return bytes
    },
    BadPicture(
      name: "canvas-60000x60000.webp", error: .tooLarge(PixelSize(width: 60_000, height: 60_000), limit: 200_000_000)
    ) {
      RIFFWriter.file(
        RIFFWriter.animated(60_000, 60_000), RIFFWriter.loops(0), RIFFWriter.frame(0, 0, 45, 31, try lossless()))
    },
    BadPicture(name: "canvas-16777216x16777216.webp", error: bad("it cannot be decoded")) {
      RIFFWriter.file(RIFFWriter.animated(1 << 24, 1 << 24), RIFFWriter.loops(0))
    },
    BadPicture(name: "no-frames.webp", error: bad("it has no frames")) { animation() },
    BadPicture(name: "frame-too-short.webp", error: bad("a frame is too short")) {
      animation(RIFFWriter.chunk("ANMF", [0, 0, 0, 0, 0]))
    },
    BadPicture(name: "frame-beyond-canvas.webp", error: bad("a frame does not lie on the canvas")) {
      animation(RIFFWriter.frame(2, 0, 45, 31, try lossless()))
    },
    BadPicture(name: "frame-of-two-sizes.webp", error: bad("a frame has two sizes")) {
      animation(RIFFWriter.frame(0, 0, 44, 31, try lossless()))
    },
    BadPicture(name: "frame-without-picture.webp", error: bad("a frame has no picture")) {
      animation(RIFFWriter.frame(0, 0, 45, 31, RIFFWriter.chunk("XXXX", [1, 2, 3])))
    },
    BadPicture(name: "frame-with-cut-picture.webp", error: bad("a frame has no picture")) {
      animation(RIFFWriter.frame(0, 0, 45, 31, try lossless().dropLast(100)))
    },
  ]
}
