extension ImageMetadata {
  /// The metadata of a PNG: those of its eXIf chunk (PNG specification, third edition, 11.3.4.5), which may stand before or
  /// behind the pixels. A chunk with a wrong checksum counts for nothing.
  init(png bytes: [UInt8]) {
    var index = PNGHeader.signature.count
    // From length to length; the checksums of everything else are compared when the picture is decoded.
    while let length = bytes.bigEndian32(at: index), let type = bytes.bigEndian32(at: index + 4),
      length <= Int32.max
    {
      if PNGChunk.Kind(rawValue: type) == .exif {
        var reader = PNGChunkReader(bytes, from: index)
        if let chunk = try? reader.next(), chunk.type == .exif {
          self.init(exif: bytes[chunk.content])
          return
        }
      }
      index += 12 + Int(length)
    }
    self.init()
  }
}
