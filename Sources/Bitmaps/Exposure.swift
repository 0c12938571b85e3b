import Glibc

/// A change of a picture's exposure: its light is multiplied before highlights are compressed or cut off.
package struct Exposure: Hashable, Sendable {
  /// The change in thirds of a stop, within `range`.
  package let thirds: Int

  /// The changes that are possible: 16 stops down and up, as much as half floats exceed white.
  package static let range = -48...48
  /// No change.
  package static let none = Exposure(thirds: 0)

  /// Creates a change. Thirds out of range are clamped.
  package init(thirds: Int) { self.thirds = min(max(thirds, Exposure.range.lowerBound), Exposure.range.upperBound) }

  /// The factor of the light.
  package var gain: Double { thirds == 0 ? 1 : exp2(Double(thirds) / 3) }

  /// The change as photographers write it, such as `+1⅓ EV`.
  package var name: String {
    let (stops, rest) = (abs(thirds) / 3, abs(thirds) % 3)
    let number = (stops > 0 || rest == 0 ? "\(stops)" : "") + ["", "⅓", "⅔"][rest]
    return (thirds > 0 ? "+" : thirds < 0 ? "−" : "±") + number + " EV"
  }
}
