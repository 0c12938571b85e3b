import Foundation

extension Attacks {
  /// Damages a picture and prints it.
  func mutate(_ chance: inout Chance, report: inout Report) -> [String] {
    guard !corpus.isEmpty else { return [] }
    let source = chance.any(of: corpus)
    var bytes = Array((try? Data(contentsOf: URL(fileURLWithPath: source)).prefix(4 << 20)) ?? Data())
    for _ in 0..<Int.random(in: 1...12, using: &chance) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &chance)
      switch Int.random(in: 0..<6, using: &chance) {
      case 0: bytes.removeSubrange(place...)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &chance), at: place)
      case 2: bytes[place] = chance.any(of: [0, 0x7F, 0x80, 0xFF])
      case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 64)], at: place)
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      }
    }
    let path = "\(scratch.folder)/mutated.\((source as NSString).pathExtension)"
    let output = "\(scratch.folder)/output"
    try? Data(bytes).write(to: URL(fileURLWithPath: path))
    let victim = Victim(
      program, ["--print", "--size", "24x8", path],
      environment: scratch.environment(hasFakes: false, isTruecolor: true), output: output)
    let ending = victim.end(withinSeconds: 60)
    var troubles = judge(ending, victim, allowing: [], report: &report)
    let printed = Array((try? Data(contentsOf: URL(fileURLWithPath: output))) ?? Data())
    if !Self.isPlain(printed) || !Self.isPlain(victim.terminal.bytes) {
      report.rawOutputs += 1
      troubles.append("raw control characters in its output")
    }
    return troubles.map { "\((source as NSString).lastPathComponent): \($0)" }
  }

  /// Whether the bytes contain only text, line breaks and colors (ESC [ … m).
  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == 0x1B {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "[") else { return false }
        let end = bytes[(position + 1)...].drop { (0x30...0x3B).contains($0) }.startIndex
        guard end < bytes.count, bytes[end] == UInt8(ascii: "m") else { return false }
        position = end + 1
      } else if byte < 0x20 && byte != 0x0A && byte != 0x0D || byte == 0x7F {
        return false
      }
    }
    return true
  }
}
