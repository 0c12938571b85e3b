import Imaging

/// The three planes in which cells are compared, of encoded sRGB: luma, and how much red and blue differ from green.
///
/// Measured over photographs and text, that choice scores higher than equal channels and than linear light, and as high as
/// luma alone, which would not see an edge between two colours of one luma.
enum ColorPlanes {
  /// Rec. 709's weights of red, green and blue.
  static let luma = SIMD3<Float>(0.2126, 0.7152, 0.0722)
  /// What a difference of colour counts beside one of luma.
  static let chroma: Float = 0.2
}

/// What the search needs of a cell: its samples in `ColorPlanes`, less each plane's mean, and their sums over blocks.
@unsafe
struct CellSamples {
  /// A plane after the other, each 32 samples, then 16 sums of two beside each other, then 8 sums of 2×2.
  private let memory: UnsafeMutablePointer<Float>

  static let stride = 56

  /// The mean of each plane.
  private(set) var mean = SIMD3<Float>.zero
  /// The sum of the squares of each plane, less its mean.
  private(set) var energy = SIMD3<Float>.zero

  /// Numbers in memory.
  static let capacity = 3 * stride

  /// Samples in memory that is used for one cell after the other, `capacity` numbers.
  init(in memory: UnsafeMutablePointer<Float>) { unsafe self.memory = unsafe memory }

  /// The sums of a plane: 32, 16 or 8 of them.
  @inline(__always)
  func sums(_ count: Int, plane: Int) -> UnsafePointer<Float> {
    // 32 at 0, 16 at 32, 8 at 48.
    unsafe UnsafePointer(memory + plane * Self.stride + (count == 32 ? 0 : count == 16 ? 32 : 48))
  }

  /// Eight samples of a plane, less its mean.
  @inline(__always)
  func eight(_ number: Int, plane: Int) -> SIMD8<Float> {
    unsafe UnsafeRawPointer(memory + plane &* Self.stride + number &* 8).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Loads a cell's samples: 8 rows of 4, each `width` after the last. False: some of them are nothing.
  @inline(__always)
  mutating func load(
    _ samples: UnsafePointer<SIMD4<UInt16>>, width: Int, encoded: UnsafePointer<UInt8>
  ) -> Bool {
    var alphas: UInt16 = 65_535
    let (luma, red, blue) = unsafe (memory, memory + Self.stride, memory + 2 * Self.stride)
    for row in 0..<8 {
      for column in 0..<4 {
        let sample = unsafe samples[row &* width &+ column]
        alphas &= sample.w
        let r = unsafe Float(encoded[Int(sample.x)])
        let g = unsafe Float(encoded[Int(sample.y)])
        let b = unsafe Float(encoded[Int(sample.z)])
        let place = row &* 4 &+ column
        unsafe luma[place] = ColorPlanes.luma.x * r + ColorPlanes.luma.y * g + ColorPlanes.luma.z * b
        unsafe red[place] = ColorPlanes.chroma * (r - g)
        unsafe blue[place] = ColorPlanes.chroma * (b - g)
      }
    }
    for plane in 0..<3 { unsafe finish(plane) }
    return alphas == 65_535
  }

  /// Raises the contrast of the luma, as far as white and black let it: what is thin then leaves a trace in few colours.
  mutating func sharpen(by contrast: Float) {
    let (luma, average) = unsafe (memory, mean.x)
    for place in 0..<32 { unsafe luma[place] = min(max(average + contrast * luma[place], 0), 255) }
    unsafe finish(0)
  }

  /// Mean, energy and sums of a plane.
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
    // An eight is two rows of four: its even and odd half added are the sums of two beside each other.
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

extension SIMD8<Float> {
  /// The sum of all, by halves: the standard library's goes one by one.
  @inline(__always)
  var total: Float {
    let four = lowHalf + highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
