import Glibc

/// A terminal without a window, which records the modes that programs set.
final class Pseudoterminal {
  let descriptor: Int32
  let path: String
  private(set) var bytes: [UInt8] = []
  private let before: [UInt8]
  private var isOpen = true
  /// TIOCSPTLCK and TIOCGPTN, whose macros Swift cannot import.
  private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))

  init() {
    descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    guard descriptor >= 0, unsafe ioctl(descriptor, Self.setLock, &isLocked) == 0,
      unsafe ioctl(descriptor, Self.getNumber, &number) == 0, unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0
    else { fatalError("no pseudoterminal") }
    path = "/dev/pts/\(number)"
    before = Self.modes(of: descriptor)
  }

  deinit { hangUp() }

  /// Closes our side, as closing a window does.
  func hangUp() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
  }

  /// Types bytes; those that the line does not accept are lost.
  func type(_ bytes: [UInt8]) { if isOpen { _ = unsafe write(descriptor, bytes, bytes.count) } }

  /// Reads the available bytes, waiting for at most `milliseconds`.
  func read(milliseconds: Int32) {
    guard isOpen else {
      usleep(UInt32(milliseconds) * 1000)
      return
    }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, milliseconds) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer[..<count]
    } else {
      // The last program has closed its side; another may open it.
      usleep(1000)
    }
  }

  /// The settings that differ from the original ones; empty if there are none.
  var remains: [String] {
    guard isOpen else { return [] }
    for _ in 0..<20 { read(milliseconds: 1) }
    var remains = Self.modes(of: descriptor) == before ? [] : ["line settings"]
    let expected = [
      25: true, 7: true, 1049: false, 1000: false, 1002: false, 1004: false, 1006: false, 2004: false, 2026: false,
    ]
    let found = Self.privateModes(in: bytes)
    for (mode, isSet) in expected.sorted(by: { $0.key < $1.key }) where found[mode, default: isSet] != isSet {
      remains.append("mode \(mode)")
    }
    return remains
  }

  private static func modes(of descriptor: Int32) -> [UInt8] {
    var settings = termios()
    unsafe tcgetattr(descriptor, &settings)
    return unsafe withUnsafeBytes(of: settings) { unsafe [UInt8]($0) }
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
