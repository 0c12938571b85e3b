import Bitmaps

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

  /// Uses memory for `capacity` floats, which is reused from cell to cell.
  init(in memory: UnsafeMutablePointer<Float>) { unsafe self.memory = unsafe memory }

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
    var common = SIMD4<UInt16>(repeating: .max)
    let target = unsafe UnsafeMutableRawPointer(memory)
    let plane = unsafe Self.stride * MemoryLayout<Float>.stride
    for row in 0..<8 {
      let four = unsafe samples + row &* width
      let (first, second, third, fourth) = unsafe (four[0], four[1], four[2], four[3])
      common &= first & second & third & fourth
      let red = unsafe CellSamples.floats(
        encoded[Int(first.x)], encoded[Int(second.x)], encoded[Int(third.x)], encoded[Int(fourth.x)])
      let green = unsafe CellSamples.floats(
        encoded[Int(first.y)], encoded[Int(second.y)], encoded[Int(third.y)], encoded[Int(fourth.y)])
      let blue = unsafe CellSamples.floats(
        encoded[Int(first.z)], encoded[Int(second.z)], encoded[Int(third.z)], encoded[Int(fourth.z)])
      let luma = ColorPlanes.luma.x * red + ColorPlanes.luma.y * green + ColorPlanes.luma.z * blue
      let offset = row &* 16
      unsafe target.storeBytes(of: luma, toByteOffset: offset, as: SIMD4<Float>.self)
      unsafe target.storeBytes(
        of: ColorPlanes.chroma * (red - green), toByteOffset: plane &+ offset, as: SIMD4<Float>.self)
      unsafe target.storeBytes(
        of: ColorPlanes.chroma * (blue - green), toByteOffset: 2 &* plane &+ offset, as: SIMD4<Float>.self)
    }
    for plane in 0..<3 { unsafe finish(plane) }
    return common.w == .max
  }

  /// Four bytes as numbers, exactly: the standard library converts vectors lane by lane.
  @inline(__always)
  private static func floats(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) -> SIMD4<Float> {
    // The lowest bits of 2²³ count ones.
    let bits = SIMD4(UInt32(first), UInt32(second), UInt32(third), UInt32(fourth)) | 0x4B00_0000
    return unsafe unsafeBitCast(bits, to: SIMD4<Float>.self) - 8_388_608
  }

  /// Computes a plane's mean, energy and sums.
  @inline(__always)
  private mutating func finish(_ plane: Int) {
    let start = unsafe UnsafeMutableRawPointer(memory + plane &* Self.stride)
    var total = SIMD8<Float>.zero
    var eights = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    eights.0 = unsafe start.loadUnaligned(fromByteOffset: 0, as: SIMD8<Float>.self)
    eights.1 = unsafe start.loadUnaligned(fromByteOffset: 32, as: SIMD8<Float>.self)
    eights.2 = unsafe start.loadUnaligned(fromByteOffset: 64, as: SIMD8<Float>.self)
    eights.3 = unsafe start.loadUnaligned(fromByteOffset: 96, as: SIMD8<Float>.self)
    total = (eights.0 + eights.1) + (eights.2 + eights.3)
    let average = total.total / 32
    unsafe mean[plane] = average
    let (a, b, c, d) = (eights.0 - average, eights.1 - average, eights.2 - average, eights.3 - average)
    unsafe energy[plane] = ((a * a + b * b) + (c * c + d * d)).total
    // Eight samples are two rows of four: the even half plus the odd half are the sums of horizontal pairs.
    let pairs = (
      a.evenHalf + a.oddHalf, b.evenHalf + b.oddHalf, c.evenHalf + c.oddHalf, d.evenHalf + d.oddHalf
    )
    unsafe start.storeBytes(of: a, toByteOffset: 0, as: SIMD8<Float>.self)
    unsafe start.storeBytes(of: b, toByteOffset: 32, as: SIMD8<Float>.self)
    unsafe start.storeBytes(of: c, toByteOffset: 64, as: SIMD8<Float>.self)
    unsafe start.storeBytes(of: d, toByteOffset: 96, as: SIMD8<Float>.self)
    unsafe start.storeBytes(of: pairs.0, toByteOffset: 128, as: SIMD4<Float>.self)
    unsafe start.storeBytes(of: pairs.1, toByteOffset: 144, as: SIMD4<Float>.self)
    unsafe start.storeBytes(of: pairs.2, toByteOffset: 160, as: SIMD4<Float>.self)
    unsafe start.storeBytes(of: pairs.3, toByteOffset: 176, as: SIMD4<Float>.self)
    unsafe start.storeBytes(of: pairs.0.lowHalf + pairs.0.highHalf, toByteOffset: 192, as: SIMD2<Float>.self)
    unsafe start.storeBytes(of: pairs.1.lowHalf + pairs.1.highHalf, toByteOffset: 200, as: SIMD2<Float>.self)
    unsafe start.storeBytes(of: pairs.2.lowHalf + pairs.2.highHalf, toByteOffset: 208, as: SIMD2<Float>.self)
    unsafe start.storeBytes(of: pairs.3.lowHalf + pairs.3.highHalf, toByteOffset: 216, as: SIMD2<Float>.self)
  }
}
