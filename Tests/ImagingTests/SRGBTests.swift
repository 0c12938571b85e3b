import Bitmaps
import Foundation
import Imaging
import TestSupport
import Testing

@Suite("sRGB")
struct SRGBTests {
  @Test("every 8-bit value survives the round trip through linear light") func roundTrip() {
    for value in UInt8.min...UInt8.max { expect(SRGB.encoded(SRGB.linear16(value)), equals: value) }
  }

  @Test("linear light follows the standard, rounded to 1/65535") func values() {
    expect(SRGB.linear16(0), equals: 0)
    expect(SRGB.linear16(1), equals: 20)
    expect(SRGB.linear16(10), equals: 199)
    expect(SRGB.linear16(11), equals: 219)
    expect(SRGB.linear16(128), equals: 14_146)
    expect(SRGB.linear16(188), equals: 32_957)
    expect(SRGB.linear16(255), equals: 65_535)
    for value in UInt8.min...UInt8.max {
      let expected = Reference.linear(Double(value) / 255) * 65_535
      #expect(abs(Double(SRGB.linear16(value)) - expected) <= 0.5)
    }
  }

  @Test("every linear value is encoded to the nearest 8-bit value") func nearest() {
    var wrong = 0
    for light in stride(from: 0, through: 65_535, by: 1) {
      let linear = Double(light) / 65_535
      let encoded = linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
      if abs(Double(SRGB.encoded(UInt16(light))) - encoded * 255) > 0.501 { wrong += 1 }
    }
    expect(wrong, equals: 0)
  }
}
