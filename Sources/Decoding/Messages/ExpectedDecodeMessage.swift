import Bitmaps
import Imaging

extension MessageWriter {
  mutating func write(_ expected: ExpectedDecode) {
    let (fit, samples) = (expected.fit.fit, expected.fit.samples)
    for number in [fit.box.width, fit.box.height, samples.width, samples.height, expected.reservedBytes] {
      write(number)
    }
    for number in [fit.sampleAspect, fit.anchor.x, fit.anchor.y] { write(Int(truncatingIfNeeded: number.bitPattern)) }
    write(fit.upscales)
    write(MessageReader.scalings.firstIndex(of: fit.scaling) ?? 0)
  }
}

extension MessageReader {
  fileprivate static let scalings: [Fit.Scaling] = [.contain, .cover, .stretch, .width, .height, .actualSize]

  mutating func expectedDecode() throws(Invalid) -> ExpectedDecode {
    let box = PixelSize(width: try number(), height: try number())
    let samples = PixelSize(width: try number(in: 0...65_535), height: try number(in: 0...65_535))
    let reservedBytes = try number(in: 0...Int.max)
    var numbers: [Double] = []
    for _ in 0..<3 { numbers.append(Double(bitPattern: UInt64(truncatingIfNeeded: try number()))) }
    let fit = Fit(
      box: box, sampleAspect: numbers[0], upscales: try flag(),
      scaling: MessageReader.scalings[try number(in: 0...MessageReader.scalings.count - 1)],
      anchor: Fit.Anchor(x: numbers[1], y: numbers[2]))
    return ExpectedDecode(SampledFit(fit: fit, samples: samples), reservedBytes: reservedBytes)
  }
}
