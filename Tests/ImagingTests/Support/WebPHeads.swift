import Bitmaps

/// The beginnings of stills, which declare a size.
enum WebPHeads {
  /// A lossless picture: a signature byte, and 14 bits for each side, minus one (RFC 9649, 3.4).
  static func lossless(_ size: PixelSize) -> [UInt8] {
    let sides = size.width - 1 | (size.height - 1) << 14
    return file("VP8L", [0x2F] + RIFFWriter.little(sides, 4) + [0, 0, 0])
  }

  /// A lossy picture: the header of a key frame with an empty first partition, and 14 bits for each side (RFC 6386, 9.1).
  static func lossy(_ size: PixelSize) -> [UInt8] {
    let sides = size.width | size.height << 16
    return file("VP8 ", [0x10, 0, 0, 0x9D, 0x01, 0x2A] + RIFFWriter.little(sides, 4))
  }

  private static func file(_ name: String, _ content: [UInt8]) -> [UInt8] {
    RIFFWriter.file(RIFFWriter.chunk(name, content))
  }
}
