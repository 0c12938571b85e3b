import Bitmaps
import Imaging
import TestSupport
import Testing

/// A picture is refused or shown alike at every size, so that the grid and the viewer agree.
struct RefusalTests {
  /// Sizes at which decoders take different ways: the whole, and reduced to a half, a quarter, an eighth and a pixel.
  private func refusals(_ image: EncodedImage) -> [String: [ImageError?]] {
    var refusals: [String: [ImageError?]] = [:]
    for reduction in [1, 2, 3, 5, 8, 16, 1000] {
      let size = PixelSize(
        width: max(1, image.size.width / reduction), height: max(1, image.size.height / reduction))
      do throws(ImageError) {
        let defect = try image.picture(scaledTo: size).defect
        refusals["shown, \(defect.map { "\($0)" } ?? "sound")", default: []].append(nil)
      } catch {
        refusals["refused", default: []].append(error)
      }
    }
    return refusals
  }

  private static let files =
    Fixtures.names(in: "bad").map { "bad/\($0)" } + Fixtures.names(in: "strange").map { "strange/\($0)" }

  @Test(arguments: files.filter { !$0.hasSuffix(".tif") })
  func `a strange picture is judged alike at every size`(name: String) throws {
    guard let image = try? EncodedImage(Fixtures.bytes(name)) else { return }
    let refusals = refusals(image)
    #expect(refusals.count == 1, "\(name): \(refusals)")
  }

  @Test(arguments: Fixtures.jpegs + Fixtures.webps)
  func `a picture that is cut off anywhere is judged alike at every size`(name: String) throws {
    let bytes = try Fixtures.bytes(name)
    for count in stride(from: 20, to: bytes.count, by: max(1, bytes.count / 40)) {
      guard let image = try? EncodedImage(Array(bytes[..<count])) else { continue }
      let refusals = refusals(image)
      #expect(refusals.count == 1, "\(name) cut to \(count) bytes: \(refusals)")
    }
  }

  @Test func `a truecolor PNG is drawn whatever its suggested palette is`() throws {
    let image = try EncodedImage(Fixtures.bytes("strange/plte-257.png"))
    let color = SIMD4(SRGB.linear16(200), SRGB.linear16(80), SRGB.linear16(40), UInt16.max)
    try expect(image.decode(scaledTo: PixelSize(width: 1, height: 1)).pixels, equals: [color])
  }
}
