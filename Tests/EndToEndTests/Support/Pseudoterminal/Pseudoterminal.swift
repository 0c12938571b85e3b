import Glibc
import TestSupport

/// A terminal without a window: what programs write to its slave side is read here, and the other way round.
final class Pseudoterminal {
  /// Our side; not blocking, and not inherited by programs that are started.
  let descriptor: Int32
  /// The path of the program's side.
  let path: String
  /// A cell's size that the kernel reports; zero: it knows none.
  private let cellPixels: (width: Int, height: Int)
  private var isOpen = true
  /// TIOCSPTLCK and TIOCGPTN, whose macros Swift does not see.
  private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))

  /// Opens a terminal of a size in cells.
  /// - Throws: `SystemFailure` where the machine has no terminal left.
  init(columns: Int, rows: Int, cellPixels: (width: Int, height: Int) = (0, 0)) throws {
    self.cellPixels = cellPixels
    // What posix_openpt, unlockpt and ptsname do, which Swift does not see without _XOPEN_SOURCE.
    let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemFailure("open /dev/ptmx") }
    var isLocked: Int32 = 0
    guard unsafe ioctl(descriptor, Self.setLock, &isLocked) == 0 else { throw SystemFailure("TIOCSPTLCK") }
    var number: UInt32 = 0
    guard unsafe ioctl(descriptor, Self.getNumber, &number) == 0 else { throw SystemFailure("TIOCGPTN") }
    self.descriptor = descriptor
    path = "/dev/pts/\(number)"
    try resize(columns: columns, rows: rows)
  }

  deinit { hangUp() }

  /// Changes the size; the kernel tells the foreground process group by SIGWINCH.
  func resize(columns: Int, rows: Int) throws {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cellPixels.width),
      ws_ypixel: UInt16(rows * cellPixels.height))
    guard unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemFailure("TIOCSWINSZ") }
  }

  /// The terminal's line settings, as the program's side has them now.
  func lineSettings() throws -> LineSettings {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { throw SystemFailure("tcgetattr") }
    return LineSettings(settings)
  }

  /// Closes our side, as when a window is closed: programs are told by SIGHUP and read the end.
  func hangUp() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
  }

  /// Takes the typed bytes that no program has read; the line settings are those of a raw line then.
  func takeUnreadInput() throws -> [UInt8] {
    let side = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard side >= 0 else { throw SystemFailure("open \(path)") }
    defer { close(side) }
    var settings = termios()
    unsafe tcgetattr(side, &settings)
    unsafe cfmakeraw(&settings)
    unsafe tcsetattr(side, TCSANOW, &settings)
    var buffer = [UInt8](repeating: 0, count: 4096)
    return unsafe Array(buffer[..<max(0, Glibc.read(side, &buffer, buffer.count))])
  }

  /// Types bytes at the keyboard.
  func type(_ bytes: [UInt8]) throws {
    guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else { throw SystemFailure("write") }
  }

  /// How a read ended.
  enum Read: Equatable {
    /// So many bytes came.
    case bytes(Int)
    /// Nothing came in time.
    case nothing
    /// No program has the terminal open any more.
    case end
  }

  /// Reads what is there into a buffer's beginning, waiting for at most some milliseconds for the first byte.
  func read(into buffer: inout [UInt8], milliseconds: Int32) throws -> Read {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    switch unsafe poll(&request, 1, milliseconds) {
    case 0: return .nothing
    case -1 where errno == EINTR: return .nothing
    case -1: throw SystemFailure("poll")
    default: break
    }
    let capacity = buffer.count
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, capacity) }
    if count > 0 { return .bytes(count) }
    // Linux gives EIO once the last program has closed its side.
    if count == 0 || errno == EIO { return .end }
    if errno == EAGAIN || errno == EINTR { return .nothing }
    throw SystemFailure("read")
  }
}

/// A terminal's line settings as a value that can be compared: modes, speeds and control characters.
struct LineSettings: Equatable {
  private let modes: [UInt32]
  private let controlCharacters: [UInt8]

  /// The settings of `tcgetattr`.
  fileprivate init(_ settings: termios) {
    modes = [
      settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag, settings.c_ispeed, settings.c_ospeed,
    ]
    controlCharacters = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe [UInt8]($0) }
  }

  /// Whether typed lines are edited and echoed, as for a shell.
  var isCooked: Bool { modes[3] & UInt32(ICANON) != 0 && modes[3] & UInt32(ECHO) != 0 }
}
