import Bitmaps
import CVP8
import Memory
import Parallelism
import Synchronization

/// The memory in which the macroblocks of a VP8 frame are decoded: some rows of modes and of coefficients, and the pixels of one row.
///
/// One thread reads coefficients, another one modes and pixels; a `DecodedQueue` keeps each from the rows that the other one uses.
@safe
final class VP8Rows: @unchecked Sendable {
  /// The most rows whose coefficients are read before their pixels are reconstructed: few enough for the processor's cache.
  static let lead = 3

  private let bytes: UnsafeBufferPointer<UInt8>
  private let header: VP8Header
  private let columns: Int
  private let tables: UnsafeMutableRawPointer
  private let modes: UnsafeMutablePointer<tui_vp8_modes>
  private let macroblocks: UnsafeMutablePointer<tui_vp8_macroblock>
  private let edges: UnsafeMutablePointer<tui_vp8_edge>
  /// Planes of a row of macroblocks, after the row of pixels above it: luma, then both kinds of chroma.
  private let pixels: UnsafeMutablePointer<UInt8>
  private var partitions: [tui_vp8_partition]
  private var reader: VP8Modes
  /// The numbers of rows whose modes, and whose coefficients, have been read.
  private var modesRead = 0
  private var coefficientsRead = 0
  /// The processor of the thread that reads coefficients; -1 before it has begun.
  private let processor = Atomic<Int32>(-1)

  /// The bytes of a row of luma.
  private var stride: Int { 16 * columns }

  /// - Parameter bytes: The bytes in which the header was read, which must outlive this.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ header: VP8Header) {
    unsafe self.bytes = bytes
    self.header = header
    columns = header.columns
    reader = VP8Modes(header)
    let tablesSize = tui_vp8_tables_size()
    unsafe tables = .allocate(byteCount: tablesSize, alignment: 4096)
    unsafe modes = .allocate(capacity: VP8Rows.lead * columns)
    unsafe modes.initialize(repeating: tui_vp8_modes(), count: VP8Rows.lead * columns)
    unsafe macroblocks = .allocate(capacity: VP8Rows.lead * columns)
    unsafe edges = .allocate(capacity: columns)
    unsafe edges.initialize(repeating: tui_vp8_edge(), count: columns)
    let planeBytes = VP8Rows.planeBytes(columns: columns)
    unsafe pixels = .allocate(capacity: planeBytes)
    unsafe pixels.initialize(repeating: 127, count: planeBytes)
    unsafe partitions = header.partitions.map { _ in unsafe tui_vp8_partition() }
    for (index, range) in header.partitions.enumerated() {
      // The range lies within the bytes.
      guard let start = bytes.baseAddress,
        unsafe tui_vp8_begin(&partitions[index], start + range.lowerBound, range.count)
      else { return nil }
    }
  }

  deinit {
    unsafe tables.deallocate()
    unsafe modes.deallocate()
    unsafe macroblocks.deallocate()
    unsafe edges.deallocate()
    unsafe pixels.deallocate()
  }

  /// 17 rows of luma, and nine of either chroma.
  private static func planeBytes(columns: Int) -> Int { 16 * columns * (17 + 9) }

  /// An upper bound of the memory for a frame of a width, in bytes.
  static func bytes(width: Int) -> Int {
    let columns = (width + 15) / 16
    let rows = lead * (MemoryLayout<tui_vp8_macroblock>.stride + MemoryLayout<tui_vp8_modes>.stride)
    // Besides, `VP8Modes` has four bytes for each.
    return tui_vp8_tables_size() + columns * (rows + MemoryLayout<tui_vp8_edge>.stride + 4)
      + planeBytes(columns: columns)
  }

  // MARK: - Coefficients

  /// Makes the tables with which coefficients are read.
  func makeTables() {
    let size = tui_vp8_tables_size()
    // The tables are as large as that.
    unsafe LargeMemory.provide(UnsafeMutableRawBufferPointer(start: tables, count: size))
    unsafe tables.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    unsafe header.coefficients.withUnsafeBufferPointer { coefficients in
      guard let first = coefficients.baseAddress else { return }
      unsafe tui_vp8_make_tables(tables, first)
    }
  }

  /// Reads the coefficients of the rows up to a number. Their modes are there, and `makeTables` has been called.
  ///
  /// - Throws: `ImageError.truncated` if a partition ends too soon.
  func readCoefficients(upTo count: Int) throws(ImageError) {
    while coefficientsRead < count {
      processor.store(Processors.current, ordering: .relaxed)
      let slot = coefficientsRead % VP8Rows.lead * columns
      let partition = unsafe coefficientsRead & (partitions.count - 1)
      unsafe header.factors.withUnsafeBufferPointer { factors in
        guard let first = factors.baseAddress else { return }
        // Four factors, and rows of `columns` macroblocks.
        unsafe tui_vp8_read(tables, first, modes + slot, columns, &partitions[partition], edges, macroblocks + slot)
      }
      guard unsafe !tui_vp8_is_exhausted(&partitions[partition]) else { throw .truncated(format: "WebP") }
      coefficientsRead += 1
    }
  }

  // MARK: - Pixels

  /// Reads the modes of the rows up to a number.
  ///
  /// - Throws: `ImageError.truncated` if the partition ends too soon.
  func readModes(upTo count: Int) throws(ImageError) {
    while modesRead < count {
      // The row's slot is free.
      unsafe reader.read(into: modes + modesRead % VP8Rows.lead * columns)
      modesRead += 1
    }
    guard !reader.isExhausted else { throw .truncated(format: "WebP") }
  }

  /// The processor of the thread that reads coefficients.
  var readingProcessor: Int32 { processor.load(ordering: .relaxed) }

  /// Reconstructs a row whose coefficients are there, after the one above it, and adds its pixels to averages.
  func reconstruct(_ row: Int, _ luma: inout PlaneAverages, _ blue: inout PlaneAverages, _ red: inout PlaneAverages) {
    let (stride, slot) = (stride, row % VP8Rows.lead * columns)
    let (first, firstBlue) = unsafe (pixels + stride, pixels + 17 * stride + stride / 2)
    let firstRed = unsafe firstBlue + 9 * stride / 2
    // Each plane has a row of pixels above these.
    unsafe tui_vp8_reconstruct(
      modes + slot, macroblocks + slot, columns, row == 0,
      tui_vp8_planes(luma: first, blue: firstBlue, red: firstRed, stride: stride))
    for line in 0..<16 { unsafe luma.push(first + line * stride) }
    for line in 0..<8 {
      unsafe blue.push(firstBlue + line * stride / 2)
      unsafe red.push(firstRed + line * stride / 2)
    }
    // The last row of pixels is the one above the next macroblocks.
    unsafe (first - stride).update(from: first + 15 * stride, count: stride)
    unsafe (firstBlue - stride / 2).update(from: firstBlue + 7 * stride / 2, count: stride / 2)
    unsafe (firstRed - stride / 2).update(from: firstRed + 7 * stride / 2, count: stride / 2)
  }
}
