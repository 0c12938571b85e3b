import CDeflate

/// Encodes PNG files: indexed if 256 colors suffice, otherwise RGB if opaque, otherwise RGBA.
enum PNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Encodes straight RGBA bytes.
  static func encoded(_ rgba: [UInt8], width: Int, height: Int) -> [UInt8] {
    let form = Form(of: rgba)
    var file = signature
    file += chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, form.colorType, 0, 0, 0])
    file += chunk("sRGB", [0])
    if !form.palette.isEmpty {
      file += chunk("PLTE", form.palette.flatMap { [$0.x, $0.y, $0.z] })
      file += chunk("tRNS", form.palette.map(\.w))
    }
    let rows = PNGFilter.filtered(form.samples, stride: width * form.channels, step: form.channels)
    file += chunk("IDAT", compressed(rows))
    return file + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    let checksum = unsafe body.withUnsafeBytes { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
    return bigEndian(content.count) + body + bigEndian(Int(checksum))
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    // 12 is libdeflate's best and slowest level.
    let compressor = unsafe libdeflate_alloc_compressor(12)
    defer { unsafe libdeflate_free_compressor(compressor) }
    let bound = unsafe libdeflate_zlib_compress_bound(compressor, bytes.count)
    return unsafe Array(unsafeUninitializedCapacity: bound) { room, count in
      count = unsafe bytes.withUnsafeBytes {
        unsafe libdeflate_zlib_compress(compressor, $0.baseAddress, $0.count, room.baseAddress, room.count)
      }
    }
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

extension PNG {
  /// The samples in the most compact PNG format that keeps every color.
  private struct Form {
    private(set) var colorType: UInt8 = 2
    private(set) var channels = 3
    private(set) var palette: [SIMD4<UInt8>] = []
    private(set) var samples: [UInt8] = []

    init(of rgba: [UInt8]) {
      let pixels = stride(from: 0, to: rgba.count, by: 4).map {
        SIMD4(rgba[$0], rgba[$0 + 1], rgba[$0 + 2], rgba[$0 + 3])
      }
      let isOpaque = pixels.allSatisfy { $0.w == 255 }
      let colors = Set(pixels.prefix(1 << 16))
      if pixels.count <= 1 << 16, colors.count <= 256 {
        // Sorted, since a set's order differs from run to run.
        palette = colors.sorted { [$0.w, $0.x, $0.y, $0.z].lexicographicallyPrecedes([$1.w, $1.x, $1.y, $1.z]) }
        let places = Dictionary(uniqueKeysWithValues: zip(palette, palette.indices))
        (colorType, channels) = (3, 1)
        samples = pixels.map { UInt8(places[$0] ?? 0) }
      } else if isOpaque {
        samples = pixels.flatMap { [$0.x, $0.y, $0.z] }
      } else {
        (colorType, channels) = (6, 4)
        samples = rgba
      }
    }
  }
}
