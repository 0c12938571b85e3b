/// A format that the program `tui-codecs` decodes with a library which takes too long to start for every picture.
package struct LibraryFormat: Sendable {
  /// The format.
  package let format: PictureFormat
  /// The usual file extensions, in lowercase without the dot.
  package let extensions: [String]
  /// The name of the library.
  package let library: String
  /// Whether files are read in pieces.
  package let isStreamed: Bool
  private let signatures: [ContentSignature]

  /// The number of first bytes by which a format is recognized.
  package static let headBytes = 4096

  /// All formats. The first whose signature matches is used.
  package static let all = [avif, heic, jpegXL, raw, tiff, exr, radiance]

  package static let avif = LibraryFormat(
    "AVIF", extensions: ["avif", "avifs"], library: "libavif", signatures: [.brands(["avif", "avis"])])

  package static let heic = LibraryFormat(
    "HEIC", extensions: ["heic", "heif", "hif", "heics", "heifs"], library: "libheif",
    signatures: [.brands(["heic", "heix", "heim", "heis", "mif1", "msf1"]), .heicSequence], isStreamed: true)

  package static let jpegXL = LibraryFormat(
    "JPEG XL", extensions: ["jxl"], library: "libjxl",
    signatures: [.bytes([0xFF, 0x0A]), .bytes([0, 0, 0, 0x0C] + Array("JXL \r\n".utf8) + [0x87, 0x0A])])

  /// The files of cameras. Most are TIFFs.
  package static let raw = LibraryFormat(
    "RAW",
    extensions: [
      "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "orf", "rw2", "raf", "pef", "srw", "3fr", "fff",
      "iiq", "mos", "mef", "mrw", "x3f", "erf", "kdc", "dcr", "rwl", "gpr",
    ],
    library: "libraw",
    signatures: [
      .brands(["crx "]), .text("FUJIFILMCCD-RAW"), .text("IIRO"), .text("IIRS"), .text("MMOR"), .text("IIU\0"),
      .text("\0MRM"), .text("FOVb"), .texts([0: "II", 6: "HEAPCCDR"]), .texts([0: "II*\0", 8: "CR"]),
      .check { head in TIFFTags(readsProfile: false) { Array(head.dropFirst($0).prefix($1)) }.isRAW },
    ], isStreamed: true)

  package static let exr = LibraryFormat(
    "EXR", extensions: ["exr"], library: "OpenEXR", signatures: [.bytes([0x76, 0x2F, 0x31, 1])],
    isStreamed: true)

  package static let radiance = LibraryFormat(
    "Radiance", extensions: ["hdr", "pic"], library: "its codec", signatures: [.text("#?RADIANCE"), .text("#?RGBE")])

  /// Also BigTIFF, in both byte orders.
  package static let tiff = LibraryFormat(
    "TIFF", extensions: ["tif", "tiff"], library: "libtiff",
    signatures: [.text("II*\0"), .text("MM\0*"), .text("II+\0"), .text("MM\0+")], isStreamed: true)

  private init(
    _ name: String, extensions: [String], library: String, signatures: [ContentSignature], isStreamed: Bool = false
  ) {
    format = PictureFormat(name)
    self.extensions = extensions
    self.library = library
    self.isStreamed = isStreamed
    self.signatures = signatures
  }

  /// Recognizes a format by a file's first bytes, `headBytes` of them or the whole file; nil if it is none of these.
  package init?(beginning head: [UInt8]) {
    guard let format = LibraryFormat.all.first(where: { $0.recognizes(head) }) else { return nil }
    self = format
  }

  /// Whether a file that begins with these bytes may be in the format.
  package func recognizes(_ head: [UInt8]) -> Bool { signatures.contains { $0.matches(head, isNamed: false) } }
}
