/// Writes small ICC profiles (ICC.1:2001-04): RGB with primaries and a power curve, and CMYK with a table.
package enum ICCWriter {
  /// Display P3's primaries, adapted to D50, with a power of 2.2.
  package static let displayP3 = rgb(
    red: [0.51512, 0.24120, -0.00105], green: [0.29198, 0.69225, 0.04189], blue: [0.15710, 0.06657, 0.78407])
  /// The same with sRGB's primaries.
  package static let sRGB = rgb(
    red: [0.43607, 0.22249, 0.01392], green: [0.38515, 0.71687, 0.09708], blue: [0.14307, 0.06061, 0.71410])

  /// Unusual inks: all of the first makes the paper red, all of the second blue, and the third and the fourth halve the
  /// light.
  package static var inks: [UInt8] {
    /// Lab, stored in eight bits (ICC.1:2001-04, 6.5.9): lightness times 2.55, and two axes plus 128.
    let colors: [[Double]] = [[100, 0, 0], [54, 81, 70], [30, 68, -112], [30, 68, -112]]
    var table: [UInt8] = []
    // The last ink changes fastest.
    for corner in 0..<16 {
      let lab = colors[(corner & 8 == 0 ? 0 : 1) + (corner & 4 == 0 ? 0 : 2)]
      let share = (corner & 2 == 0 ? 1 : 0.5) * (corner & 1 == 0 ? 1 : 0.5)
      table += [UInt8((lab[0] * share * 2.55).rounded()), UInt8(lab[1] * share + 128), UInt8(lab[2] * share + 128)]
    }
    let straight = (0...255).map { UInt8($0) }
    let matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { number($0 * 65_536) }
    let lut = Array("mft1".utf8) + number(0) + [4, 3, 2, 0] + matrix
    return profile(
      "prtrCMYKLab ",
      [
        ("wtpt", xyz([0.9642, 1, 0.8249])),
        (
          "A2B0",
          lut + Array(repeatElement(straight, count: 4).joined()) + table
            + Array(repeatElement(straight, count: 3).joined())
        ),
      ])
  }

  /// Grays with a power curve.
  package static func gray(power: Double) -> [UInt8] {
    let fixed = Int((power * 256).rounded())
    let curve = Array("curv".utf8) + number(0) + number(1) + [UInt8(fixed >> 8), UInt8(fixed & 255), 0, 0]
    return profile("mntrGRAYXYZ ", [("wtpt", xyz([0.9642, 1, 0.8249])), ("kTRC", curve)])
  }

  private static func rgb(red: [Double], green: [Double], blue: [Double]) -> [UInt8] {
    let power = Array("curv".utf8) + number(0) + number(1) + [0x02, 0x33, 0, 0]
    return profile(
      "mntrRGB XYZ ",
      [
        ("wtpt", xyz([0.9642, 1, 0.8249])), ("rXYZ", xyz(red)), ("gXYZ", xyz(green)), ("bXYZ", xyz(blue)),
        ("rTRC", power), ("gTRC", power), ("bTRC", power),
      ])
  }

  /// A profile with a header's class, color space and connection space in `kind`, and with these tags.
  private static func profile(_ kind: String, _ contents: [(String, [UInt8])]) -> [UInt8] {
    let text = Array("text".utf8) + number(0) + Array("none\0\0\0\0".utf8)
    let description =
      Array("desc".utf8) + number(0) + number(5) + Array("test\0".utf8) + Array(repeating: 0, count: 79)
    let tags = [("desc", description), ("cprt", text)] + contents
    var table = number(tags.count)
    var data: [UInt8] = []
    for (name, content) in tags {
      table += Array(name.utf8) + number(128 + 4 + 12 * tags.count + data.count) + number(content.count)
      data += content
      while data.count % 4 != 0 { data.append(0) }
    }
    let length = 128 + table.count + data.count
    var head = number(length) + number(0) + [2, 0x10, 0, 0] + Array(kind.utf8)
    head += [7, 0xEA, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8) + Array(repeating: 0, count: 28)
    head += number(0xF6D6) + number(0x10000) + number(0xD32D)
    head += Array(repeating: 0, count: 128 - head.count)
    return head + table + data
  }

  private static func xyz(_ values: [Double]) -> [UInt8] {
    Array("XYZ ".utf8) + number(0) + values.flatMap { number(Int(($0 * 65_536).rounded())) }
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
