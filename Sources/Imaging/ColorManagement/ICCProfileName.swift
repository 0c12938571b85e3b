/// The human-readable name in an ICC profile, such as "Display P3" or "Adobe RGB (1998)".
///
/// Parsed without lcms2, because the name is also shown for profiles whose colors are not converted.
package enum ICCProfileName {
  /// The most tags that are read; profiles have a dozen or two.
  private static let maximumTags = 256
  private static let maximumCharacters = 100

  /// Returns the name; nil if the profile has none or is damaged.
  package static func of(_ profile: [UInt8]) -> String? {
    // The header's 128 bytes are followed by the number of tags and the tag table (ICC.1:2022, 7.3).
    guard let count = number(profile, at: 128) else { return nil }
    for tag in 0..<min(count, maximumTags) {
      let entry = 132 + 12 * tag
      guard let signature = number(profile, at: entry), let offset = number(profile, at: entry + 4) else { return nil }
      if signature == 0x6465_7363 { return text(profile, at: offset) }
    }
    return nil
  }

  private static func text(_ profile: [UInt8], at offset: Int) -> String? {
    guard let type = number(profile, at: offset), let count = number(profile, at: offset + 8) else { return nil }
    switch type {
    // desc, in versions before 4: the number of bytes, then ASCII (ICC.1:2001-04, 6.5.17).
    case 0x6465_7363:
      return bytes(profile, at: offset + 12, count).flatMap {
        ExifText.trimmed(String(decoding: $0, as: UTF8.self), maximum: maximumCharacters)
      }
    // mluc: a 12-byte record for each language, with the length and the offset of its UTF-16BE text (ICC.1:2022,
    // 10.15). The first record is used.
    case 0x6D6C_7563:
      guard count > 0, let length = number(profile, at: offset + 20), let start = number(profile, at: offset + 24),
        let text = bytes(profile, at: offset + start, length).map(Array.init)
      else { return nil }
      let units: [UInt16] = (0..<text.count / 2).map { UInt16(text[2 * $0]) << 8 | UInt16(text[2 * $0 + 1]) }
      return ExifText.trimmed(String(decoding: units, as: UTF16.self), maximum: maximumCharacters)
    // Type signatures are an open set.
    default: return nil
    }
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int? { bytes.bigEndian32(at: offset).map { Int($0) } }

  /// Returns `count` bytes, or only as many of them as a name can take; nil if they are not all within the profile.
  private static func bytes(_ profile: [UInt8], at offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset <= profile.count, count <= profile.count - offset else { return nil }
    return profile[offset..<offset + min(count, 8 * maximumCharacters)]
  }
}
