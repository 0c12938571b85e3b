extension ImageMetadata {
  /// Reads the metadata of a PNG: its eXIf chunk (PNG specification, third edition, 11.3.4.5), which may precede or
  /// follow the pixels, and the name of its ICC profile. A chunk with a wrong checksum is ignored.
  init(png bytes: [UInt8]) {
    var metadata = ImageMetadata()
    var (colors, hasExif) = (PNGColorChunks(), false)
    var index = PNGHeader.signature.count
    // Steps over chunks by their length; decoding verifies the other checksums.
    while let length = bytes.bigEndian32(at: index), let type = bytes.bigEndian32(at: index + 4),
      length <= Int32.max
    {
      let kind = PNGChunk.Kind(rawValue: type)
      if kind == .profile || kind == .exif && !hasExif {
        var reader = PNGChunkReader(bytes, from: index)
        if let chunk = try? reader.next() {
          colors.read(chunk)
          if chunk.type == .exif { (metadata, hasExif) = (ImageMetadata(exif: bytes[chunk.content]), true) }
        }
      }
      index += 12 + Int(length)
    }
    metadata.profile = colors.profile(in: bytes).flatMap(ICCProfileName.of)
    self = metadata
  }
}
