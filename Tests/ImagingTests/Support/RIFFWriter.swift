/// Writes WebPs, valid or invalid as a test requires.
enum RIFFWriter {
  static func file(_ chunks: [UInt8]..., kind: String = "WEBP") -> [UInt8] {
    let content = Array(kind.utf8) + chunks.flatMap(\.self)
    return Array("RIFF".utf8) + little(content.count, 4) + content
  }

  static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  /// VP8X with the flags of an animation with transparency.
  static func animated(_ width: Int, _ height: Int) -> [UInt8] {
    chunk("VP8X", [0x12, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
  }

  static func loops(_ count: Int) -> [UInt8] { chunk("ANIM", [0, 0, 0, 0] + little(count, 2)) }

  /// A frame at even coordinates; `flags`: 1 clears it afterwards, 2 replaces instead of blending.
  static func frame(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, delay: Int = 50, flags: UInt8 = 0, _ picture: [UInt8]
  ) -> [UInt8] {
    let numbers = little(x / 2, 3) + little(y / 2, 3) + little(width - 1, 3) + little(height - 1, 3)
    return chunk("ANMF", numbers + little(delay, 3) + [flags] + picture)
  }

  /// The chunks of a still, without the container.
  static func picture(of still: [UInt8]) -> [UInt8] { Array(still[12...]) }

  static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> (8 * $0) & 255) }
  }
}
