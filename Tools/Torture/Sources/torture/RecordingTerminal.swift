import Glibc

/// A terminal without a window, which records the modes that programs set.
final class RecordingTerminal {
  private(set) var bytes: [UInt8] = []
  private let terminal: Pseudoterminal
  private let before: LineSettings
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var isOpen = true

  /// - Throws: `SystemFailure` if the machine has no pseudoterminal left.
  init() throws {
    terminal = try Pseudoterminal(columns: 80, rows: 24)
    before = try terminal.lineSettings()
  }

  var path: String { terminal.path }

  /// Closes our side, as closing a window does.
  func hangUp() {
    isOpen = false
    terminal.hangUp()
  }

  /// Types bytes; those that the line does not accept are lost.
  func type(_ bytes: [UInt8]) { if isOpen { try? terminal.type(bytes) } }

  /// Reads the available bytes, waiting for at most `milliseconds`.
  func read(milliseconds: Int32) {
    guard isOpen else {
      usleep(UInt32(milliseconds) * 1000)
      return
    }
    switch try? terminal.read(into: &buffer, milliseconds: milliseconds) {
    case .bytes(let count): bytes += buffer[..<count]
    case .nothing: break
    // The last program has closed its side; another may open it.
    case .end, nil: usleep(1000)
    }
  }

  /// The settings that differ from the original ones; empty if there are none.
  var remains: [String] {
    guard isOpen else { return [] }
    for _ in 0..<20 { read(milliseconds: 1) }
    var remains = (try? terminal.lineSettings()) == before ? [] : ["line settings"]
    let expected = [
      25: true, 7: true, 1049: false, 1000: false, 1002: false, 1004: false, 1006: false, 2004: false, 2026: false,
    ]
    let found = Self.privateModes(in: bytes)
    for (mode, isSet) in expected.sorted(by: { $0.key < $1.key }) where found[mode, default: isSet] != isSet {
      remains.append("mode \(mode)")
    }
    return remains
  }

  /// The last state of each private mode that was set or reset (ESC [ ? numbers h or l).
  private static func privateModes(in bytes: [UInt8]) -> [Int: Bool] {
    var modes: [Int: Bool] = [:]
    var position = 0
    while let start = bytes[position...].firstIndex(of: 0x1B) {
      position = start + 1
      guard bytes[position...].starts(with: Array("[?".utf8)) else { continue }
      let body = bytes[(position + 2)...].prefix { (0x30...0x3B).contains($0) }
      guard body.endIndex < bytes.endIndex else { break }
      let isSet = bytes[body.endIndex] == UInt8(ascii: "h")
      guard isSet || bytes[body.endIndex] == UInt8(ascii: "l") else { continue }
      for number in String(decoding: body, as: UTF8.self).split(separator: ";") { modes[Int(number) ?? 0] = isSet }
    }
    return modes
  }
}
