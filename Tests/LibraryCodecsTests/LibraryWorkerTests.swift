import Bitmaps
import Decoding
import ExternalDecoders
import Foundation
import Imaging
import LibraryCodecs
import PictureTestSupport
import System
import TestSupport
import Testing

/// The codecs of libraries in the workers of `tui-codecs`.
struct LibraryWorkerTests {
  private let folder = TemporaryFolder()
  private static let program: Path? = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return Path(tests).folder.appending("tui-codecs".utf8)
  }()

  private func workers(_ isolation: Isolation = .auto, path: Path? = program) -> DecodingWorkers {
    DecodingWorkers(
      CodecsProgram(path, isolation: isolation, memory: 768 << 20), gracePeriod: .seconds(100))
  }

  private func open(_ bytes: [UInt8], by decoder: any PictureDecoding) throws(OpenError) -> any OpenedPicture {
    folder.file("a", bytes)
    let file: RegularFile
    do throws(FileError) { file = try RegularFile(folder("a"), limit: .max) } catch { throw .file(error) }
    return try decoder.open(whole: file, limits: DecodingLimits(), isUpright: false)
  }

  /// A file of each format.
  private func files() throws -> [String: [UInt8]] {
    let png = try Kinds.png(0)
    return [
      "HEIC": try folder.converted(png, from: "png", to: "heic", by: "heif-enc", ["-o", "OUT", "IN"]),
      "AVIF": try folder.converted(png, from: "png", to: "avif", by: "heif-enc", ["-A", "-o", "OUT", "IN"]),
      "JPEG XL": try folder.converted(png, from: "png", to: "jxl", by: "cjxl", ["IN", "OUT"]),
      "RAW": DNGWriter(preview: []).bytes, "TIFF": try Pattern.converted(to: "tiff"),
      "EXR": try folder.converted(png, from: "png", to: "exr", by: "oiiotool", ["IN", "-d", "half", "-o", "OUT"]),
    ]
  }

  @Test func `a confined worker decodes each format as this process does`() throws {
    let decoder = RoutingDecoder(InProcessDecoder(), libraries: workers(Isolation.missing == nil ? .require : .auto))
    for (name, bytes) in try files() {
      let picture = try open(bytes, by: decoder)
      let image = try opened(bytes)
      expect(picture.format.name, equals: name)
      expect(picture.size, equals: image.size)
      expect(picture.metadata, equals: image.metadata)
      let region = ScaledRegion(whole: PixelSize(width: 9, height: 6))
      try expect(picture.picture(of: region), equals: image.picture(of: region), "\(name)")
      try expect(decoder.open(bytes, limits: DecodingLimits(), isUpright: false).size, equals: image.size)
    }
    let png = try Kinds.png(0)
    try expect(open(png, by: decoder).format.name, equals: "PNG")
  }

  @Test func `TIFF, EXR, HEIC and RAW are read in pieces, and other formats of libraries whole`() throws {
    let decoder = RoutingDecoder(InProcessDecoder(), libraries: workers())
    for (name, bytes) in try files() {
      folder.file("b", bytes)
      let file = try RegularFile(folder("b"), limit: .max)
      let picture = try decoder.open(streaming: file, limits: DecodingLimits())
      #expect((picture != nil) == ["TIFF", "EXR", "HEIC", "RAW"].contains(name), "\(name)")
      let region = ScaledRegion(whole: PixelSize(width: 9, height: 6))
      guard let picture else { continue }
      try expect(picture.picture(of: region), equals: opened(bytes).picture(of: region))
    }
  }

  @Test func `a worker opens a page`() throws {
    let colors = ["red", "lime", "blue"]
    for color in colors {
      folder.file("\(color).png", try output(of: .magick, ["-size", "64x64", "xc:\(color)", "png24:-"]))
    }
    try folder.run("heif-enc", colors.map { folder.text("\($0).png") } + ["-o", folder.text("c.heic")])
    let file = try RegularFile(folder("c.heic"), limit: .max)
    let (decoder, size) = (workers(), PixelSize(width: 1, height: 1))
    for number in 1...3 {
      let opened = try #require(try decoder.open(streaming: file, limits: DecodingLimits()))
      expect(opened.pageCount, equals: 3)
      let page = try opened.page(number)
      let pixel = try page.picture(of: ScaledRegion(whole: size)).bitmap.encoded
      expect(pixel.firstIndex { $0 > 128 }, equals: number - 1)
      #expect(throws: ImageError.notAPicture) { try opened.page(4) }
    }
  }

  @Test(
    .enabled(if: Isolation.missing == nil),
    arguments: [
      "open", "write", "remove", "memory of others", "connect", "kill", "terminal", "fork", "exec", "stat", "code",
      "dup", "limit", "priority",
    ])
  func `a worker reaches nothing but its socket and its files`(fault: String) throws {
    #expect(throws: OpenError.image(.corrupt(format: "file", reason: "the decoder was refused"))) {
      try open(Array("tui-fault \(fault)\n".utf8), by: workers(.require))
    }
  }

  @Test func `a worker that crashes costs one picture`() throws {
    let (workers, heic) = (workers(), try files()["HEIC"] ?? [])
    for fault in ["crash", "abort", "exit"] {
      #expect(throws: OpenError.image(.crashed(format: nil))) {
        try open(Array("tui-fault \(fault)\n".utf8), by: workers)
      }
      try expect(open(heic, by: workers).size, equals: Pattern.size)
    }
  }

  @Test func `damaged files cost no other picture`() throws {
    var dice = SplitMix64(seed: 57)
    let (workers, files) = (workers(), try files())
    for (_, bytes) in files.sorted(by: { $0.key < $1.key }) {
      for _ in 0..<Rounds.count(200) {
        var damaged =
          Bool.random(using: &dice) ? bytes : Array(bytes.prefix(.random(in: 12...bytes.count, using: &dice)))
        for _ in 0..<4 {
          damaged[Int.random(in: 12..<max(13, damaged.count), using: &dice) % damaged.count] = .random(
            in: 0...255, using: &dice)
        }
        guard let picture = try? open(damaged, by: workers) else { continue }
        _ = try? picture.picture(of: ScaledRegion(whole: PixelSize(width: 9, height: 6)))
      }
      try expect(open(bytes, by: workers).picture(of: ScaledRegion(whole: Pattern.size)).defect, equals: nil)
    }
  }

  @Test func `without the program, the reason names it`() throws {
    let heic = try files()["HEIC"] ?? []
    let decoder = RoutingDecoder(InProcessDecoder(), libraries: workers(path: nil))
    #expect(throws: OpenError.image(.unsupported(format: "HEIC", reason: "tui-codecs is not installed"))) {
      try open(heic, by: decoder)
    }
  }

  static let heads: [(name: String, head: [UInt8])] = [
    ("AVIF", media("avif", "mif1", "miaf")), ("AVIF", media("mif1", "miaf", "avif")), ("AVIF", media("avis", "msf1")),
    ("HEIC", media("heic", "mif1")), ("HEIC", media("mif1", "heic")), ("HEIC", media("heix", "mif1")),
    ("JPEG XL", [0xFF, 0x0A, 0xFA, 0x1F]), ("JPEG XL", [0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A]),
    ("RAW", media("crx ", "isom")), ("RAW", Array("FUJIFILMCCD-RAW 0201".utf8)), ("RAW", Array("IIRO".utf8)),
    ("RAW", Array("IIU\0".utf8)), ("RAW", Array("II*\0".utf8) + [16, 0, 0, 0] + Array("CR".utf8) + [2, 0]),
  ]

  private static func media(_ brands: String...) -> [UInt8] {
    let names = brands[0] + "\0\0\0\0" + brands.dropFirst().joined()
    return [0, 0, 0, UInt8(12 + 4 * brands.count)] + Array("ftyp".utf8) + Array(names.utf8)
  }

  @Test(arguments: heads.indices) func `formats are recognized by content`(index: Int) {
    let (name, head) = Self.heads[index]
    expect(PictureFormat(beginning: head)?.name, equals: name)
    for length in 0...head.count { _ = PictureFormat(beginning: Array(head.prefix(length))) }
  }

  @Test func `a TIFF is no camera's file`() throws {
    try expect(PictureFormat(beginning: Pattern.converted(to: "tiff"))?.name, equals: "TIFF")
  }
}
