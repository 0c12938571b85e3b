import Decks
import Decoding
import ExternalDecoders
import Imaging
import LibraryCodecs
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// HEIC files with several pictures.
struct PictureFilePagesTests {
  private let folder = TemporaryFolder()
  private let decoder = InProcessDecoder(codecs: LibraryCodecs.all)

  /// Writes a HEIC of pictures in colors.
  private func heic(_ name: String, _ colors: String...) throws {
    for color in colors {
      folder.file("\(color).png", try output(of: .magick, ["-size", "64x64", "xc:\(color)", "png24:-"]))
    }
    let path = { String(decoding: folder($0).bytes, as: UTF8.self) }
    let program = try #require(ProgramFinder.standard.path(of: "heif-enc"), "needs heif-enc")
    var invocation = ProgramInvocation(program, colors.map { path("\($0).png") } + ["-o", path(name)])
    invocation.fileLimit = 1 << 26
    _ = try ProgramRun(invocation).readAll()
  }

  private func locations(pages: Bool) -> [Location] {
    let request = DeckRequest(arguments: ["a.heic", "b.heic"].map { folder.argument($0) }, pages: pages)
    let deck = DeckReader(request, programs: DecoderPrograms(decoder: decoder)).read()
    return (0..<deck.count).map { deck[$0].location }
  }

  @Test func `with pages, each picture of a file is a slide, and a picture alone is its file`() throws {
    try heic("a.heic", "red", "lime", "blue")
    try heic("b.heic", "red")
    let (several, single) = (folder("a.heic"), Location.file(folder("b.heic")))
    expect(locations(pages: false), equals: [.file(several), single])
    let pages = (1...3).map { Location.page(of: several, number: $0) }
    expect(locations(pages: true), equals: pages + [single])
    let loader = PictureLoader(decoder: decoder)
    for (index, page) in pages.enumerated() {
      let pixel = try loader.load(PictureKey(location: page, shape: shape(1, 1))).bitmap.encoded
      expect(pixel.firstIndex { $0 > 128 }, equals: index)
    }
    // The file has changed meanwhile.
    let gone = PictureKey(location: .page(of: several, number: 4), shape: shape(1, 1))
    #expect(throws: LoadError.image(.notAPicture)) { try loader.load(gone) }
  }
}
