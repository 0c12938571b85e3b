import Foundation
import TestSupport

/// A picture of each format that tui shows, for `Attacks` to damage: fixtures of the source tree, and files that
/// programs on this machine write in the other formats.
struct Samples {
  /// The paths of the samples.
  let files: [String]
  /// The formats in docs/formats.md for which there is no sample.
  let missing: [String]

  /// Writes the samples that the tree lacks into a folder.
  init(tree: String, folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let fixtures = "\(tree)/Tests/ImagingTests/Fixtures"
    let names = FileManager.default.enumerator(atPath: fixtures)?.allObjects as? [String] ?? []
    let own: Set = ["jpg", "png", "gif", "webp"]
    let stored = names.filter { own.contains(($0 as NSString).pathExtension) }.sorted().map { "\(fixtures)/\($0)" }
    let picture = "\(fixtures)/good/jpeg-420.jpg"
    let preview = [UInt8](try Data(contentsOf: URL(fileURLWithPath: picture)))
    let cameras = [
      ("preview.dng", DNGWriter(preview: preview).bytes),
      ("sensor.dng", DNGWriter(preview: [], width: 64, height: 48).bytes),
      ("bitmap.dng", DNGWriter(preview: Array(repeating: 90, count: 3 * 96 * 64), bitmapWidth: 96).bytes),
    ]
    for (name, bytes) in Self.written + cameras { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
    for (name, coder, options) in Self.converted {
      System.run(["convert", picture, "-resize", "40x30!"] + options + ["\(coder):\(folder)/\(name)"])
    }
    for (name, options) in Self.encoded {
      let source = ["-f", "lavfi", "-i", "testsrc=s=48x32:r=25:d=0.2"]
      System.run(["ffmpeg", "-nostdin", "-v", "error"] + source + options + ["\(folder)/\(name)"])
    }
    System.run(["heif-enc", "-q", "50", "-o", "\(folder)/still.heic", picture])
    System.run(["heif-enc", "-q", "50", "-o", "\(folder)/pages.heic", picture, picture])
    for (name, pictures) in [("still.avif", [picture]), ("film.avif", [picture, picture, picture])] {
      System.run(["avifenc", "-s", "9"] + pictures + ["\(folder)/\(name)"])
    }
    System.run(["gzip", "-k", "-S", "z", "\(folder)/drawing.svg"])
    let made = try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
      let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size] as? Int
      return size != 0
    }
    files = stored + made.map { "\(folder)/\($0)" }
    let present = Set(files.map { ($0 as NSString).pathExtension })
    missing = try Self.formats(tree: tree).filter { present.isDisjoint(with: $0.extensions) }.map(\.name)
  }

  /// The formats in docs/formats.md, which a test compares with the program.
  private static func formats(tree: String) throws -> [(name: String, extensions: [String])] {
    let lines = try String(contentsOfFile: "\(tree)/docs/formats.md", encoding: .utf8).split(separator: "\n")
    // Each table's first row is followed by a line of dashes.
    return zip(lines, lines.dropFirst()).filter { $0.hasPrefix("| ") && !$1.hasPrefix("|-") }
      .map { row, _ in
        let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return (cells[0], cells[1].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
      }
  }

  /// Files written by ImageMagick, with its names of formats.
  private static let converted: [(name: String, coder: String, options: [String])] = [
    ("still.bmp", "bmp", []), ("os2.bmp", "bmp2", []), ("still.dib", "dib", []), ("still.ico", "ico", []),
    ("large.ico", "ico", ["-resize", "256x256!"]), ("still.dds", "dds", []), ("still.pcx", "pcx", []),
    ("still.sgi", "sgi", []), ("still.xwd", "xwd", []), ("still.wbmp", "wbmp", []), ("still.xpm", "xpm", []),
    ("still.xbm", "xbm", []), ("still.psd", "psd", []), ("still.tga", "tga", []), ("still.pfm", "pfm", []),
    ("still.hdr", "hdr", []), ("still.jp2", "jp2", []), ("still.ras", "sun", []), ("still.ppm", "ppm", []),
    ("still.pam", "pam", []), ("gray.pgm", "pgm", []), ("plain.pbm", "pbm", ["-compress", "none"]),
    ("gray.tga", "tga", ["-colorspace", "gray", "-alpha", "set", "-compress", "rle"]),
    ("still.tiff", "tiff", ["-compress", "lzw"]), ("jpeg.tiff", "tiff", ["-compress", "jpeg"]),
    ("tiles.tiff", "tiff", ["-define", "tiff:tile-geometry=16x16", "-endian", "MSB"]),
    ("big.tiff", "tiff64", ["-compress", "zip"]), ("pages.pdf", "pdf", []),
  ]

  private static let still = ["-frames:v", "1", "-f", "image2", "-update", "1", "-c:v"]

  /// Files written by ffmpeg.
  private static let encoded: [(name: String, options: [String])] = [
    ("still.exr", still + ["exr"]), ("still.dpx", still + ["dpx"]), ("still.qoi", still + ["qoi"]),
    ("still.jxl", still + ["libjxl"]), ("still.jls", still + ["jpegls"]), ("still.ljpg", still + ["ljpeg"]),
    ("film.webm", ["-c:v", "libvpx"]), ("film.mkv", ["-c:v", "ffv1"]), ("film.mov", ["-c:v", "png"]),
    ("film.mp4", ["-c:v", "mpeg4"]), ("film.avi", ["-c:v", "mjpeg"]), ("film.mpg", ["-c:v", "mpeg1video"]),
    ("film.m2v", ["-c:v", "mpeg2video", "-f", "mpeg2video"]), ("film.m2t", ["-c:v", "mpeg2video", "-f", "mpegts"]),
    ("film.ogv", ["-c:v", "libtheora"]), ("film.flv", ["-c:v", "flv"]), ("film.wmv", ["-c:v", "wmv2"]),
    ("film.y4m", ["-pix_fmt", "yuv420p"]), ("film.apng", ["-plays", "0"]),
  ]

  /// Files that we write ourselves.
  private static let written: [(name: String, bytes: [UInt8])] = [
    (
      "drawing.svg",
      Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="20" height="30" fill="red"/>\
        <path d="M20 0h20v30z" fill="#08f"/><text x="4" y="20">tui</text></svg>
        """.utf8)
    ),
    (
      "page.pdf",
      Array(
        """
        %PDF-1.4
        1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
        2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
        3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R>>endobj
        4 0 obj<</Length 26>>stream
        1 0 0 rg 0 0 36 72 re f
        endstream endobj
        trailer<</Root 1 0 R>>
        %%EOF

        """.utf8)
    ),
    ("flat.hdr", radiance), ("still.icns", icns), ("still.xcf", xcf), ("film.flc", flc), ("gray.jpg12", jpeg12),
  ]

  /// A Radiance picture of flat rows, with repeated pixels.
  private static let radiance =
    Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n".utf8)
    + [200, 10, 10, 128, 1, 1, 1, 3, 10, 200, 10, 131, 10, 10, 200, 128, 1, 1, 1, 2]

  private static func big(_ name: String) -> [UInt8] { Array(name.utf8) }
  private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - $0 * 8) & 0xFF) } }

  /// An Apple icon: 16×16 pixels, run-length encoded with runs of at most 130.
  private static var icns: [UInt8] {
    let plane: [UInt8] = [0xFF, 0x40, 0xFB, 0xC0]
    let icon = big("is32") + word(8 + 3 * plane.count) + plane + plane + plane
    return big("icns") + word(8 + icon.count) + icon
  }

  /// A GIMP picture: one layer with one uncompressed tile of 4×4 pixels.
  private static var xcf: [UInt8] {
    let end = word(0) + word(0)
    let head = big("gimp xcf v001") + [0] + word(4) + word(4) + word(0)
    let properties = word(17) + word(1) + [0] + end
    let start = head.count + properties.count + 12
    let layer = word(4) + word(4) + word(0) + word(2) + big("a") + [0] + end
    let hierarchy = start + layer.count + 8
    let (level, tile) = (hierarchy + 20, hierarchy + 36)
    var file = head + properties + word(start) + end + layer
    file += word(hierarchy) + word(0)
    file += word(4) + word(4) + word(3) + word(level) + word(0)
    file += word(4) + word(4) + word(tile) + word(0)
    return file + (0..<48).map { UInt8($0 * 5) }
  }

  /// An Autodesk animation: one frame of 4×2 pixels with a palette.
  private static var flc: [UInt8] {
    let palette: [UInt8] =
      [0x0A, 0x03, 0, 0, 4, 0, 1, 0, 0, 0, 255, 0, 0, 0, 0, 255] + [UInt8](repeating: 0, count: 762)
    let content = palette + [14, 0, 0, 0, 16, 0, 0, 1, 1, 0, 1, 0, 0, 1]
    let count = 16 + content.count
    let frame = [UInt8(count & 0xFF), UInt8(count >> 8), 0, 0, 0xFA, 0xF1, 2, 0] + [UInt8](repeating: 0, count: 8)
    var header: [UInt8] = [0, 4, 0, 0, 0x12, 0xAF, 1, 0, 4, 0, 2, 0, 8, 0, 3, 0, 100, 0, 0, 0]
    header += [UInt8](repeating: 0, count: 128 - header.count)
    (header[80], header[84]) = (128, 128)
    return header + frame + content
  }

  /// A JPEG of one block of 12-bit gray without detail.
  private static var jpeg12: [UInt8] {
    func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
      [0xFF, marker, 0, UInt8(content.count + 2)] + content
    }
    let counts: [UInt8] = [1] + [UInt8](repeating: 0, count: 15)
    var file: [UInt8] = [0xFF, 0xD8]
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    file += segment(0xC1, [12, 0, 8, 0, 8, 1, 1, 0x11, 0])
    file += segment(0xC4, [0] + counts + [0]) + segment(0xC4, [0x10] + counts + [0])
    file += segment(0xDA, [1, 1, 0, 0, 63, 0])
    return file + [0x3F, 0xFF, 0xD9]
  }
}
