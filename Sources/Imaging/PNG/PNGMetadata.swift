extension ImageMetadata {
  /// The metadata of a PNG: those of its eXIf chunk (PNG specification, third edition, 11.3.4.5), which may stand before or
  /// behind the pixels. A chunk with a wrong checksum counts for nothing.
  init(png bytes: [UInt8]) {
    var metadata = ImageMetadata()
    var (colors, hasExif) = (PNGColorChunks(), false)
    var index = PNGHeader.signature.count
    // From length to length; the checksums of everything else are compared when the picture is decoded.
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
