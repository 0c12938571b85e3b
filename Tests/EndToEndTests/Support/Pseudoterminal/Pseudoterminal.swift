import Glibc
import TestSupport

/// A pseudoterminal: the test reads what programs write to its slave side, and the other way round.
final class Pseudoterminal {
  /// The master side: non-blocking, and closed in programs that are started.
  let descriptor: Int32
  /// The path of the slave side.
  let path: String
  /// The cell size in pixels that the kernel reports; zero if it is unknown.
  private let cellPixels: (width: Int, height: Int)
  private var isOpen = true
  /// TIOCSPTLCK and TIOCGPTN, whose macros Swift does not import.
  private static let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))

  /// Opens a pseudoterminal with a size in cells.
  /// - Throws: `SystemFailure` if the machine has no pseudoterminal left.
  init(columns: Int, rows: Int, cellPixels: (width: Int, height: Int) = (0, 0)) throws {
    self.cellPixels = cellPixels
    // The equivalent of posix_openpt, unlockpt and ptsname, which Swift does not see without _XOPEN_SOURCE.
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

  /// Changes the size; the kernel sends SIGWINCH to the foreground process group.
  func resize(columns: Int, rows: Int) throws {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: UInt16(columns * cellPixels.width),
      ws_ypixel: UInt16(rows * cellPixels.height))
    guard unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else { throw SystemFailure("TIOCSWINSZ") }
  }

  /// Returns the terminal's current line settings.
  func lineSettings() throws -> LineSettings {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { throw SystemFailure("tcgetattr") }
    return LineSettings(settings)
  }

  /// Closes the master side, as when a window is closed: programs receive SIGHUP and read the end.
  func hangUp() {
    guard isOpen else { return }
    isOpen = false
    close(descriptor)
  }

  /// Returns the typed bytes that no program has read, and leaves the line in raw mode.
  func drainUnreadInput() throws -> [UInt8] {
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
    /// The number of bytes that were read.
    case bytes(Int)
    /// Nothing came in time.
    case nothing
    /// No program has the terminal open any more.
    case end
  }

  /// Reads the available bytes into the start of a buffer, waiting up to a number of milliseconds for the first byte.
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
    // Linux returns EIO once the last program has closed its side.
    if count == 0 || errno == EIO { return .end }
    if errno == EAGAIN || errno == EINTR { return .nothing }
    throw SystemFailure("read")
  }
}

/// A terminal's line settings as a value that can be compared: modes, speeds and control characters.
struct LineSettings: Equatable {
  private let modes: [UInt32]
  private let controlCharacters: [UInt8]

  /// Creates a value from the settings of `tcgetattr`.
  fileprivate init(_ settings: termios) {
    modes = [
      settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag, settings.c_ispeed, settings.c_ospeed,
    ]
    controlCharacters = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe [UInt8]($0) }
  }

  /// Whether typed lines are edited and echoed, as for a shell.
  var isCooked: Bool { modes[3] & UInt32(ICANON) != 0 && modes[3] & UInt32(ECHO) != 0 }

  /// Whether the system looks at each byte of the output, for example to write a carriage return before a newline.
  var processesOutput: Bool { modes[1] & UInt32(OPOST) != 0 }
}
