import Bitmaps
import ExternalDecoders
import Imaging
import PictureTestSupport
import Pictures
import System
import TestSupport
import Testing

/// Regions of pictures that external programs decode: vector formats are rendered again, others are cropped.
struct ForeignRegionTests {
  private static let hasRsvg = has(.rsvgConvert)
  private static let hasPoppler = has(.pdftoppm, .pdfinfo)
  private static let hasMagick = has(.magick)
  private let programs = DecoderPrograms()

  private func part(_ bytes: [UInt8], of whole: PixelSize, _ rect: PixelRect) throws -> Bitmap {
    let input = try ProgramInput(bytes)
    let format = try #require(ForeignFormat(head: input.head(), fileExtension: nil))
    let region = try #require(ScaledRegion(rect, of: whole))
    return try programs.picture(in: input, of: format) { _ throws(ExternalDecodeError) in region }.bitmap
  }

  @Test(.enabled(if: hasRsvg, "needs rsvg-convert"))
  func `an SVG stays sharp at any zoom`() throws {
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect width="50" height="50" fill="#f00"/>
      <rect x="50" width="50" height="50" fill="#00f"/></svg>
      """
    // Enlarged a thousand times: the edge is in the middle of a region with 40 of the 100,000 columns.
    let bitmap = try part(
      Array(svg.utf8), of: PixelSize(width: 100_000, height: 50_000),
      PixelRect(x: 49_980, y: 20_000, width: 40, height: 10))
    expect(bitmap.size, equals: PixelSize(width: 40, height: 10))
    #expect(bitmap.pixels[..<20].allSatisfy { $0 == Samples.red })
    #expect(bitmap.pixels[20..<40].allSatisfy { $0 == Samples.blue })
  }

  @Test(.enabled(if: hasPoppler, "needs pdftoppm"))
  func `a PDF page stays sharp at any zoom`() throws {
    let bitmap = try part(
      DrawingTests.pdf, of: PixelSize(width: 20_000, height: 10_000),
      PixelRect(x: 9_990, y: 5_000, width: 20, height: 4))
    expect(bitmap.size, equals: PixelSize(width: 20, height: 4))
    #expect(bitmap.pixels[..<9].allSatisfy { $0 == Samples.red })
    #expect(bitmap.pixels[11..<20].allSatisfy { $0 == Samples.white })
  }

  @Test(.enabled(if: hasMagick, "needs ImageMagick"))
  func `a region of any other picture equals that part of the whole`() throws {
    let bytes = try Pattern.converted(to: "bmp")
    for whole in [Pattern.size, PixelSize(width: 72, height: 48), PixelSize(width: 12, height: 8)] {
      let all = try programs.picture(bytes, size: whole).bitmap
      let rect = PixelRect(x: 3, y: 2, width: 7, height: 5)
      let bitmap = try part(bytes, of: whole, rect)
      for row in 0..<rect.height {
        for column in 0..<rect.width {
          let (left, right) = (
            bitmap.pixels[row * rect.width + column], all.pixels[(row + rect.y) * whole.width + column + rect.x]
          )
          for channel in 0..<4 { #expect(abs(Int(left[channel]) - Int(right[channel])) <= 2) }
        }
      }
    }
  }

  @Test func `a region's picture has the region's size and keeps the natural size`() throws {
    let size = PixelSize(width: 480, height: 320)
    let region = try #require(ScaledRegion(PixelRect(x: 100, y: 50, width: 60, height: 41), of: size))
    let png = try #require(
      PNGEncoder.encode(.solid(Samples.red, size: PixelSize(width: 24, height: 16))))
    let shape = PictureShape(
      fit: Fit(box: PixelSize(width: 80, height: 48)), samples: PixelSize(width: 2, height: 2), region: region)
    let picture = try PictureLoader().load(png, shape: shape)
    expect(picture.bitmap.size, equals: region.size)
    expect(picture.grid, equals: PixelSize(width: 30, height: 21))
    expect(picture.naturalSize, equals: PixelSize(width: 24, height: 16))
  }
}
