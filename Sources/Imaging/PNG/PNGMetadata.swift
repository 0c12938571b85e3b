extension ImageMetadata {
  /// Reads the metadata of a PNG: its eXIf chunk (PNG specification, third edition, 11.3.4.5) or, without one, Exif in a
  /// text, and XMP; each may precede or follow the pixels; and the name of its ICC profile. A chunk with a wrong checksum
  /// is ignored.
  init(png bytes: [UInt8]) {
    var colors = PNGColorChunks()
    var (exif, textExif, xmp): (ArraySlice<UInt8>?, ArraySlice<UInt8>?, ArraySlice<UInt8>?)
    var (index, texts) = (PNGHeader.signature.count, 0)
    // Steps over chunks by their length; decoding verifies the other checksums.
    while let length = bytes.bigEndian32(at: index), let type = bytes.bigEndian32(at: index + 4),
      length <= Int32.max
    {
      let kind = PNGChunk.Kind(rawValue: type)
      let isText = PNGMetadataTexts.isText(kind) && texts < PNGTexts.maxChunks
      if isText { texts += 1 }
      if kind == .profile || kind == .exif && exif == nil || isText {
        var reader = PNGChunkReader(bytes, from: index)
        if let chunk = try? reader.next(), chunk.content.lowerBound == index + 8 {
          colors.read(chunk)
          if chunk.type == .exif { exif = bytes[chunk.content] }
          switch PNGMetadataTexts.content(of: chunk, in: bytes) {
          case .exif(let content): textExif = textExif ?? content[...]
          case .xmp(let content): xmp = xmp ?? content[...]
          case nil: break
          }
        }
      }
      index += 12 + Int(length)
    }
    self.init(exif: exif ?? textExif, xmp: xmp)
    profile = colors.profile(in: bytes).flatMap(ICCProfileName.of)
  }
}
