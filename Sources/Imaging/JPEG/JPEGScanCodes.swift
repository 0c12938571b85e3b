import CJPEGScan

/// What a scan that is decoded at 1/8 scale consists of, and the tables for its codes.
@safe
final class JPEGScanCodes: @unchecked Sendable {
  /// The components' blocks in a group.
  let blocks: [JPEGComponentBlocks]
  /// The number of groups between restart markers; 0 if there are none.
  let restartInterval: Int
  /// The tables, which are not changed.
  let tables: UnsafeRawPointer

  /// Creates the tables; nil if there are more components, or blocks or samples in a group, than a scan can have.
  init?(_ components: [JPEGScanComponent], restartInterval: Int) {
    blocks = components.map(\.blocks)
    self.restartInterval = restartInterval
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: tui_jpeg_codes_size(components.count), alignment: 64)
    unsafe tables = UnsafeRawPointer(memory)
    let maximumSide = Int(TUI_JPEG_MAX_SIDE)
    guard components.count <= Int(TUI_JPEG_MAX_COMPONENTS),
      blocks.allSatisfy({
        1...Int(TUI_JPEG_MAX_BLOCKS) ~= $0.count && $0.across * $0.wide <= maximumSide
          && $0.down * $0.high <= maximumSide
      })
    else { return nil }
    var described = unsafe [tui_jpeg_component]()
    unsafe JPEGScanCodes.describe(components[...], &described, in: memory)
  }

  deinit { unsafe tables.deallocate() }

  /// Adds the descriptions of components to others, and makes the tables for all.
  private static func describe(
    _ components: ArraySlice<JPEGScanComponent>, _ described: inout [tui_jpeg_component],
    in memory: UnsafeMutableRawPointer
  ) {
    guard let component = components.first else {
      // The arrays to which the descriptions point are kept by the callers. The memory has the size for as many components.
      return unsafe tui_jpeg_make_codes(memory, described, described.count)
    }
    unsafe component.dc.table.codes.withUnsafeBufferPointer { dc in
      unsafe component.ac.table.codes.withUnsafeBufferPointer { ac in
        unsafe component.weights.withUnsafeBytes { weights in
          let values = unsafe weights.assumingMemoryBound(to: Float.self).baseAddress
          unsafe described.append(
            tui_jpeg_component(
              dc: tui_jpeg_huffman_code(codes: dc.baseAddress, count: dc.count),
              ac: tui_jpeg_huffman_code(codes: ac.baseAddress, count: ac.count),
              dc_number: component.dc.number, ac_number: component.ac.number,
              across: UInt8(component.blocks.across), down: UInt8(component.blocks.down),
              wide: UInt8(component.blocks.wide), high: UInt8(component.blocks.high),
              quantum: component.blocks.quantum,
              weights: component.blocks.hasParts ? values : nil))
          unsafe describe(components.dropFirst(), &described, in: memory)
        }
      }
    }
  }
}

/// The memory in which a thread reads groups of a scan.
@safe
final class JPEGGroupMemory {
  /// Its size in bytes.
  static var bytes: Int { tui_jpeg_memory_size() }

  let memory: UnsafeMutableRawPointer

  init() { unsafe memory = .allocate(byteCount: JPEGGroupMemory.bytes, alignment: 64) }

  deinit { unsafe memory.deallocate() }
}
