import CNcurses
import CTerminalRestore
import Glibc
import Terminal

/// The terminal device: two descriptors of it.
///
/// Whether a descriptor blocks belongs to the open file, so the device is opened twice: ncurses loses bytes where a
/// write would block, and we must never wait.
final class TTY {
  /// For ncurses, which owns it once started.
  let blockingDescriptor: Int32
  /// For our own non-blocking reads and writes.
  let descriptor: Int32

  /// Bytes read at once.
  private static let readLimit = 65_536
  /// The modes to set, once they are known.
  private var wantedModes: termios?

  /// Opens the controlling terminal, else the one on standard error, output or input.
  init() throws(TerminalOpenError) {
    guard let path = Self.path() else { throw .noTerminal }
    // The path is copied by the system.
    blockingDescriptor = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    descriptor = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    if blockingDescriptor < 0 || descriptor < 0 { throw .failed("\(path) cannot be opened") }
  }

  /// The terminal's path; nil if there is none that can be opened.
  private static func path() -> String? {
    let controlling = unsafe Glibc.open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    if controlling >= 0 {
      close(controlling)
      return "/dev/tty"
    }
    for stream in [STDERR_FILENO, STDOUT_FILENO, STDIN_FILENO] where isatty(stream) == 1 {
      // The name lies in memory of the C library, copied before the next call.
      if let name = unsafe ttyname(stream) { return unsafe String(cString: name) }
    }
    return nil
  }

  /// What the terminal tells of its window now.
  var window: TerminalWindow { TerminalWindow(of: descriptor) }

  /// The window's size: what the terminal tells, else what terminfo says, else 80×24.
  var likelyWindow: (size: CellSize, cellPixels: CellPixels?) {
    let told = window
    func known(_ told: Int?, _ capability: String, else usual: Int) -> Int {
      if let told { return told }
      let number = Capabilities.number(capability)
      return number > 0 ? number : usual
    }
    let size = CellSize(columns: known(told.columns, "cols", else: 80), rows: known(told.rows, "lines", else: 24))
    return (size, told.cellPixels)
  }

  /// Saves the modes as ncurses has set them for those in which we want it, except that keys for signals come as bytes:
  /// those within a paste must do nothing.
  func saveModes() {
    tui_watch_take_keys(descriptor)
    // ncurses sets them again after a stop.
    def_prog_mode()
    var modes = termios()
    // One structure, ours.
    if unsafe tcgetattr(descriptor, &modes) == 0 { wantedModes = modes }
  }

  /// The bytes that stand for signals, as the terminal's owner has chosen them (stty(1)).
  var signalKeys: [UInt8: KeySignal] {
    guard let modes = wantedModes else { return [:] }
    // The array of a structure of ours, indexed by constants of its header.
    return unsafe withUnsafeBytes(of: modes.c_cc) { bytes in
      var keys: [UInt8: KeySignal] = [:]
      for (place, signal) in [(VSUSP, KeySignal.suspend), (VQUIT, .quit), (VINTR, .interrupt)] {
        // 0 is no key (_POSIX_VDISABLE). ESC begins sequences, and bytes from 0x80 characters.
        let byte = unsafe bytes[Int(place)]
        if (1..<0x80).contains(byte) && byte != 0x1B { keys[byte] = signal }
      }
      return keys
    }
  }

  /// Sets the modes in which we want it, without waiting for its output.
  func applyModes() {
    guard var modes = wantedModes else { return }
    unsafe tcsetattr(descriptor, TCSANOW, &modes)
  }

  /// The bytes that wait; nil: the terminal is gone.
  func read() -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while bytes.count < Self.readLimit {
      // The buffer is ours and as long as said.
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
        if count < buffer.count { return bytes }
      } else if count < 0 && errno == EINTR {
        continue
      } else if count < 0 && errno == EAGAIN {
        return bytes
      } else {
        // Its end, or an error: what came before it still counts.
        return bytes.isEmpty ? nil : bytes
      }
    }
    return bytes
  }

  /// Waits until the line takes bytes (`POLLOUT`) or has some (`POLLIN`), for at most `milliseconds`.
  func wait(for events: Int32, milliseconds: Int32) -> Bool {
    Self.wait(on: descriptor, for: events, milliseconds: milliseconds)
  }

  /// The same on any descriptor.
  static func wait(on descriptor: Int32, for events: Int32, milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    // One structure, ours.
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  deinit {
    close(descriptor)
  }
}
