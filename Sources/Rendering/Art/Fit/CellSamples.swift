import CGlyphs
import Parallelism

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
  /// All weights, for `CGlyphs`.
  static let weights = tui_planes(red: luma.x, green: luma.y, blue: luma.z, chroma: chroma)
}

/// A cell's samples as the search needs them: in `ColorPlanes`, minus each plane's mean, with their sums over blocks.
@unsafe
struct CellSamples {
  /// The planes, one after another: 32 samples, then 16 sums of horizontal pairs, then 8 sums of 2×2 blocks.
  private let memory: UnsafeMutablePointer<Float>

  static let stride = 56

  private(set) var mean = SIMD3<Float>.zero
  /// The sum of squares of each plane, minus its mean.
  private(set) var energy = SIMD3<Float>.zero

  /// The number of floats in `memory`.
  static let capacity = 3 * stride

  /// Whether vectors of eight numbers are used; without, all results are the same.
  let isWide: Bool

  /// Uses memory for `capacity` floats, which is reused from cell to cell.
  init(in memory: UnsafeMutablePointer<Float>, isWide: Bool = Vectors.areWide) {
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

  /// Loads a cell's samples: 8 rows of 4, each row `width` after the previous one. Returns false if any sample is
  /// empty.
  @inline(__always)
  mutating func load(
    _ samples: UnsafePointer<SIMD4<UInt16>>, width: Int, encoded: UnsafePointer<UInt8>
  ) -> Bool {
    unsafe tui_cell_load(isWide, samples, width, encoded, ColorPlanes.weights, memory, &mean, &energy)
  }

  /// The entry of a bank that lowers the error most; 0 if none does.
  @inline(__always)
  func best(in bank: GlyphBank.View) -> Int {
    var energy = unsafe energy
    return unsafe Int(tui_cell_best(isWide, memory, &energy, bank.glyphs, bank.levels.count))
  }

  /// The best entry of each lane; 0 where there is none.
  func candidates(in bank: GlyphBank.View) -> SIMD8<Int32> {
    var (energy, gain, first) = unsafe (energy, SIMD8<Float>.zero, SIMD8<Int32>.zero)
    unsafe tui_cell_candidates(isWide, memory, &energy, bank.glyphs, bank.levels.count, &gain, &first)
    return (first &+ SIMD8(0, 1, 2, 3, 4, 5, 6, 7)).replacing(with: 0, where: gain .<= 0)
  }

  /// For each plane, the dot product of its samples, minus their mean, and a coverage: four vectors.
  @inline(__always)
  func correlations(with coverage: UnsafePointer<SIMD8<Float>>) -> (Float, Float, Float) {
    var sums = SIMD3<Float>.zero
    unsafe tui_cell_correlate(isWide, memory, coverage, &sums)
    return (sums.x, sums.y, sums.z)
  }
  /// Keeps what the colors of a cell with a shape depend on.
  @inline(__always)
  func keep(
    coverage: UnsafePointer<SIMD8<Float>>, norm: Float, average: Float, at lane: Int, of chosen: inout tui_chosen
  ) {
    var mean = unsafe mean
    unsafe tui_cell_keep(isWide, memory, &mean, energy.x, coverage, norm, average, lane, &chosen)
  }
}
