import Terminal
import TestSupport
import Testing

/// Pictures encoded as sixels and decoded again.
@Suite struct SixelPictureTests {
  private static let registers = [
    SixelPicture.Register(red: 255, green: 0, blue: 0), SixelPicture.Register(red: 0, green: 255, blue: 0),
    SixelPicture.Register(red: 0, green: 0, blue: 255), SixelPicture.Register(red: 127.5, green: 127.5, blue: 127.5),
  ]

  private static func picture(width: Int, height: Int, isOpaque: Bool = true, seed: UInt64 = 1) -> SixelPicture {
    var random = SplitMix64(seed: seed)
    var indices: [UInt8] = []
    while indices.count < width * height {
      let color = UInt8.random(in: 0..<4, using: &random)
      let run = Int.random(in: 1..<12, using: &random)
      let index = !isOpaque && color == 3 ? SixelPicture.transparent : color
      indices += repeatElement(index, count: min(run, width * height - indices.count))
    }
    return SixelPicture(
      size: PixelExtent(width: width, height: height), registers: registers, indices: indices, isOpaque: isOpaque)
  }

  private static func color(_ picture: SixelPicture, _ x: Int, _ y: Int) -> SIMD3<UInt8>? {
    let index = picture.indices[y * picture.size.width + x]
    guard picture.isOpaque || index != SixelPicture.transparent else { return nil }
    let register = picture.registers[Int(index)]
    return SIMD3(register.red, register.green, register.blue)
  }

  @Test(arguments: [(1, 1), (7, 6), (130, 23), (1203, 13)], [true, false])
  func `an encoded picture decodes to the same pixels`(size: (Int, Int), isOpaque: Bool) {
    let picture = Self.picture(width: size.0, height: size.1, isOpaque: isOpaque)
    let image = SixelImage(picture.sixels(of: PixelArea(x: 0, y: 0, width: size.0, height: size.1)))
    #expect((image.width, image.height) == size)
    expect(image.faults, equals: [])
    let expected = (0..<size.0 * size.1).map { Self.color(picture, $0 % size.0, $0 / size.0) }
    let isEqual = image.pixels == expected
    #expect(isEqual)
  }

  @Test func `a part starts at its offset in the first cell and leaves the pixels beside it unset`() {
    let picture = Self.picture(width: 50, height: 40)
    let image = SixelImage(
      picture.sixels(of: PixelArea(x: 11, y: 5, width: 20, height: 15), offset: PixelOffset(x: 3, y: 8)))
    #expect((image.width, image.height) == (23, 23))
    expect(image.faults, equals: [])
    for y in 0..<23 {
      for x in 0..<23 {
        let isIn = x >= 3 && y >= 8
        expect(image.pixels[y * 23 + x], equals: (isIn ? Self.color(picture, x + 8, y - 3) : nil))
      }
    }
  }

  @Test(arguments: [(unit: 6, height: 30), (unit: 1, height: 34)])
  func `a part's height is a multiple of the terminal's unit`(unit: Int, height: Int) {
    let bytes = Self.picture(width: 16, height: 40).bytes(
      of: PixelArea(x: 0, y: 0, width: 16, height: 34), offset: PixelOffset(), over: CellSize(columns: 2, rows: 2),
      of: CellPixels(width: 8, height: 17), unit: unit)
    expect(SixelImage(bytes).height, equals: height)
  }

  @Test func `registers are defined up to the last one in use, and long runs are run-length encoded`() {
    let picture = SixelPicture(
      size: PixelExtent(width: 1200, height: 6), registers: Self.registers,
      indices: Array(repeating: 2, count: 7200), isOpaque: true)
    let bytes = picture.sixels(of: PixelArea(x: 0, y: 0, width: 1200, height: 6))
    expect(
      String(decoding: bytes, as: UTF8.self),
      equals: "\u{1B}P0;1;0q\"1;1;1200;6#0;2;100;0;0#1;2;0;100;0#2;2;0;0;100#2!1200~\u{1B}\\")
  }

  @Test func `registers have the nearest colors that sixels can express`() {
    let register = SixelPicture.Register(red: 300, green: 127.5, blue: -5)
    #expect((register.red, register.green, register.blue) == (100, 50, 0))
    expect(register.shown, equals: SIMD3(255, 128, 0))
    // Grays between the exact levels are slightly tinted, with the right luma.
    for value in stride(from: Float(0), through: 255, by: 1) {
      let shown = SixelPicture.Register(red: value, green: value, blue: value).shown
      let luma = 0.299 * Float(shown.x) + 0.587 * Float(shown.y) + 0.114 * Float(shown.z)
      #expect(abs(luma - value) < 1.1)
      for channel in 0..<3 { #expect(abs(Float(shown[channel]) - value) < 3) }
    }
  }
}
