import CNcurses
import CTerminalRestore
import Glibc
import Terminal

/// The terminal device, opened twice.
///
/// Blocking mode belongs to the open file description, so two descriptors need two opens: ncurses loses bytes on a
/// non-blocking descriptor, and our own reads and writes must never block.
final class TTY {
  /// For ncurses, which owns it once started.
  let blockingDescriptor: Int32
  /// For our own non-blocking reads and writes.
  let descriptor: Int32

  /// The most bytes that one call of `read` returns, rounded up to its buffer.
  private static let readLimit = 65_536
  /// The modes to set, once known.
  private var wantedModes: termios?

  /// Opens the controlling terminal, or else the one on standard error, output or input.
  ///
  /// - Throws: Why there is no usable terminal.
  init() throws(TerminalOpenError) {
    guard let path = Self.path() else { throw .noTerminal }
    // The system copies the path.
    blockingDescriptor = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    descriptor = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    if blockingDescriptor < 0 || descriptor < 0 { throw .failed("\(path) cannot be opened") }
  }

  /// The terminal's path, or nil if no terminal can be opened.
  private static func path() -> String? {
    let controlling = unsafe Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if controlling >= 0 {
      close(controlling)
      return "/dev/tty"
    }
    for stream in [STDERR_FILENO, STDOUT_FILENO, STDIN_FILENO] where isatty(stream) == 1 {
      // The C library owns the name; it is copied here.
      if let name = unsafe ttyname(stream) { return unsafe String(cString: name) }
    }
    return nil
  }

  /// The window that the terminal reports now.
  var window: TerminalWindow { TerminalWindow(of: descriptor) }

  /// The window's size: as the terminal reports it, otherwise as terminfo does, otherwise 80×24.
  var likelyWindow: (size: CellSize, cellPixels: CellPixels?) {
    let reported = window
    func known(_ reported: Int?, _ capability: String, else fallback: Int) -> Int {
      if let reported { return reported }
      let number = Capabilities.number(capability)
      return number > 0 ? number : fallback
    }
    let size = CellSize(
      columns: known(reported.columns, "cols", else: 80), rows: known(reported.rows, "lines", else: 24))
    return (size, reported.cellPixels)
  }

  /// Saves the modes that ncurses has set as the ones to use, with two exceptions. Keys for signals arrive as bytes: those
  /// in a pasted text must do nothing. And output is not processed: with ncurses' modes nothing in it would change, but the
  /// system would look at each byte.
  func saveModes() {
    tui_watch_take_keys(descriptor)
    var modes = termios()
    // `modes` is a local structure.
    if unsafe tcgetattr(descriptor, &modes) == 0 {
      modes.c_oflag &= ~tcflag_t(OPOST)
      wantedModes = modes
      applyModes()
    }
    // ncurses sets these modes again after a stop.
    def_prog_mode()
  }

  /// The bytes that stand for signals, as the user has configured them (stty(1)).
  var signalKeys: [UInt8: KeySignal] {
    guard let modes = wantedModes else { return [:] }
    // The array belongs to a local structure and is indexed by constants from its header.
    return unsafe withUnsafeBytes(of: modes.c_cc) { bytes in
      var keys: [UInt8: KeySignal] = [:]
      for (index, signal) in [(VSUSP, KeySignal.suspend), (VQUIT, .quit), (VINTR, .interrupt)] {
        // 0 means no key (_POSIX_VDISABLE). ESC begins sequences, and bytes from 0x80 are parts of characters.
        let byte = unsafe bytes[Int(index)]
        if (1..<0x80).contains(byte) && byte != 0x1B { keys[byte] = signal }
      }
      return keys
    }
  }

  /// Sets our modes without waiting for pending output.
  func applyModes() {
    guard var modes = wantedModes else { return }
    unsafe tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// Reads the available bytes; nil if the terminal is gone.
  func read() -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < Self.readLimit {
      // The buffer is ours and has `buffer.count` bytes.
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
        if count < buffer.count { return bytes }
      } else if count < 0 && errno == EINTR {
        continue
      } else if count < 0 && errno == EAGAIN {
        return bytes
      } else {
        // The end of input, or an error: bytes read before it still count.
        return bytes.isEmpty ? nil : bytes
      }
    }
    return bytes
  }

  /// Waits at most `milliseconds` until the line accepts bytes (`POLLOUT`) or has some to read (`POLLIN`); returns
  /// whether it does.
  func wait(for events: Int32, milliseconds: Int32) -> Bool {
    Self.wait(on: descriptor, for: events, milliseconds: milliseconds)
  }

  /// Waits on any descriptor in the same way.
  static func wait(on descriptor: Int32, for events: Int32, milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    // `request` is a local structure.
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  deinit {
    close(descriptor)
  }
}
