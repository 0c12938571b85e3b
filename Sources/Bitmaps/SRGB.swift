import Glibc

/// The sRGB transfer curve (IEC 61966-2-1), between encoded values and linear light.
///
/// Linear light is in 0…65535, fine enough for each of the 256 encoded values to survive the round trip exactly.
package enum SRGB {
  /// Returns the linear light, 0…65535, of an 8-bit encoded value.
  package static func linear16(_ encoded: UInt8) -> UInt16 { linearOfEncoded[Int(encoded)] }

  /// Returns the 8-bit encoded value nearest to a linear light of 0…65535.
  package static func encoded(_ linear: UInt16) -> UInt8 { encodedOfLinear[Int(linear)] }

  /// Converts a premultiplied pixel of linear light to sRGB, not premultiplied.
  package static func encoded(_ pixel: SIMD4<UInt16>) -> SIMD4<UInt8> {
    guard pixel.w > 0 else { return .zero }
    let alpha = UInt32(pixel.w)
    func channel(_ light: UInt16) -> UInt8 {
      encoded(UInt16(min(65_535, (UInt32(light) * 65_535 + alpha / 2) / alpha)))
    }
    return SIMD4(channel(pixel.x), channel(pixel.y), channel(pixel.z), UInt8((alpha + 128) / 257))
  }

  /// Returns the linear light, 0…1, of an encoded value, 0…1.
  package static func linear(_ encoded: Double) -> Double {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// The linear light, 0…65535, of every 8-bit encoded value.
  package static let linearOfEncoded: [UInt16] = (0...255).map { UInt16((linear(Double($0) / 255) * 65_535).rounded()) }

  /// The nearest 8-bit encoded value of every linear light, 0…65535. A value midway between two encoded ones rounds up.
  package static let encodedOfLinear: [UInt8] = {
    var table = [UInt8](repeating: 255, count: 65_536)
    var start = 0
    for value in 0..<255 {
      let end = Int((linear((Double(value) + 0.5) / 255) * 65_535).rounded(.up))
      for index in start..<end { table[index] = UInt8(value) }
      start = end
    }
    return table
  }()

  /// The linear light, 0…65535, of every 16-bit encoded value; computed when the first 16-bit picture is decoded.
  package static let linearOfEncoded16: [Float] = (0...65_535).map { Float(linear(Double($0) / 65_535) * 65_535) }
}
