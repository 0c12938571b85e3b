/// Signs of a gain map: a second picture, by which screens with headroom make the first one brighter.
enum GainMap {
  /// The beginning of a JPEG segment by ISO 21496-1.
  static let mark = Array("urn:iso:std:iso:ts:21496:-1".utf8)

  /// Whether the XMP of a JPEG has the properties of UltraHDR.
  static func isDescribed(in xmp: ArraySlice<UInt8>) -> Bool {
    xmp.prefix(1 << 16).contains(sequence: "http://ns.adobe.com/hdr-gain-map/1.0/".utf8)
  }

  /// Whether the metadata of a HEIF or AVIF file has the item that ISO 21496-1 defines, or the auxiliary picture of Apple's cameras.
  static func isInHEIF(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> Bool {
    guard let metadata = HEIFMetadata(reading: read) else { return false }
    return metadata.items.contains { $0.type == "tmap" }
      || metadata.bytes[...].contains(sequence: "urn:com:apple:photo:2020:aux:hdrgainmap".utf8)
  }
}
