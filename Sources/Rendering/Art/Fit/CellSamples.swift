import Bitmaps
import CGlyphs

/// The three planes in which cells are compared, computed from encoded sRGB: luma, and the differences of red and blue
/// from green.
///
/// On photographs and text, these planes score higher than equal channels or linear light, and as high as luma alone,
/// which would miss an edge between two colors of equal luma.
enum ColorPlanes {
  /// The Rec. 709 weights of red, green and blue.
  static let luma = SIMD3<Float>(0.2126, 0.7152, 0.0722)
  /// The weight of a color difference relative to a luma difference.
  static let chroma: Float = 0.2
}

/// A cell's samples as the search needs them: in `ColorPlanes`, minus each plane's mean, with their sums over blocks.
@unsafe
struct CellSamples {
  /// The planes, one after another: 32 samples, then 16 sums of horizontal pairs, then 8 sums of 2×2 blocks.
  private let memory: UnsafeMutablePointer<Float>

  static let stride = 56

  /// The mean of each plane.
  private(set) var mean = SIMD3<Float>.zero
  /// The sum of squares of each plane, minus its mean.
  private(set) var energy = SIMD3<Float>.zero

  /// The plane of `project(onto:)`.
  static let main = 3

  /// The number of floats in `memory`.
  static let capacity = 4 * stride

  /// Whether vectors of eight numbers are used; without, all results are the same.
  let isWide: Bool

  /// Whether this processor has vectors of eight numbers.
  static let canBeWide = tui_glyphs_can_be_wide()

  /// Uses memory for `capacity` floats, which is reused from cell to cell.
  init(in memory: UnsafeMutablePointer<Float>, isWide: Bool = canBeWide) {
    unsafe (self.memory, self.isWide) = unsafe (memory, isWide)
  }

  /// The samples (32) or block sums (16 or 8) of a plane.
  @inline(__always)
  func sums(_ count: Int, plane: Int) -> UnsafePointer<Float> {
    // 32 at offset 0, 16 at 32, 8 at 48.
    unsafe UnsafePointer(memory + plane * Self.stride + (count == 32 ? 0 : count == 16 ? 32 : 48))
  }

  /// The `number`th eight samples of a plane, minus its mean.
  @inline(__always)
  func eight(_ number: Int, plane: Int) -> SIMD8<Float> {
    unsafe UnsafeRawPointer(memory + plane &* Self.stride + number &* 8).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// The direction in the three planes along which the samples vary most, nearly, with length 1; and the energy in all other
  /// directions.
  @inline(__always)
  var mainDirection: (SIMD3<Float>, rest: Float) {
    var (first, second, third) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    for number in 0..<4 {
      let (luma, red, blue) = unsafe (eight(number, plane: 0), eight(number, plane: 1), eight(number, plane: 2))
      first += luma * red
      second += luma * blue
      third += red * blue
    }
    let (total, energy) = unsafe (energy.sum(), energy)
    let (lumaRed, lumaBlue, redBlue) = (first.total, second.total, third.total)
    let columns = (
      SIMD3(energy.x, lumaRed, lumaBlue), SIMD3(lumaRed, energy.y, redBlue), SIMD3(lumaBlue, redBlue, energy.z)
    )
    // Power iteration, from the axis with the most energy.
    var direction =
      energy.x >= max(energy.y, energy.z) ? columns.0 : energy.y >= energy.z ? columns.1 : columns.2
    for _ in 0..<3 {
      direction = (columns.0 * direction.x + columns.1 * direction.y + columns.2 * direction.z) / total
    }
    direction /= (direction * direction).sum().squareRoot()
    let image = columns.0 * direction.x + columns.1 * direction.y + columns.2 * direction.z
    return (direction, max(0, total - (image * direction).sum()))
  }

  /// Fills the plane `main` with the samples and sums of the others along a direction.
  @inline(__always)
  func project(onto direction: SIMD3<Float>) {
    let target = unsafe UnsafeMutableRawPointer(memory + Self.main * Self.stride)
    for number in unsafe 0..<Self.stride / 8 {
      let (luma, red, blue) = unsafe (eight(number, plane: 0), eight(number, plane: 1), eight(number, plane: 2))
      unsafe target.storeBytes(
        of: luma * direction.x + red * direction.y + blue * direction.z, toByteOffset: number * 32,
        as: SIMD8<Float>.self)
    }
  }

  /// Loads a cell's samples: 8 rows of 4, each row `width` after the previous one. Returns false if any sample is
  /// empty.
  @inline(__always)
  mutating func load(
    _ samples: UnsafePointer<SIMD4<UInt16>>, width: Int, encoded: UnsafePointer<UInt8>
  ) -> Bool {
    let weights = tui_planes(
      red: ColorPlanes.luma.x, green: ColorPlanes.luma.y, blue: ColorPlanes.luma.z, chroma: ColorPlanes.chroma)
    return unsafe tui_cell_load(isWide, samples, width, encoded, weights, memory, &mean, &energy)
  }
}
