import Glibc
import TestSupport
import Testing

@Suite("Picking, and lists on standard input")
struct PickingTests {
  private let album: Album

  init() throws { album = try Album(Album.red, Album.green, Album.blue) }

  /// Starts a session whose standard output the test reads; its standard input is the list, or the terminal if there is
  /// none.
  private func session(
    _ arguments: [String], list: String? = nil
  ) throws -> (session: TerminalSession, output: Int32) {
    let (output, outputTaken) = try socketPair()
    let (input, inputTaken) = try socketPair()
    var setup = TerminalSession.Setup()
    setup.output = .descriptor(outputTaken)
    if let list {
      setup.input = .descriptor(inputTaken)
      _ = unsafe write(input, Array(list.utf8), list.utf8.count)
    }
    let session = try TerminalSession(arguments, setup)
    for descriptor in [outputTaken, input, inputTaken] { close(descriptor) }
    return (session, output)
  }

  /// Returns all bytes that were written to the other end, once the program has ended.
  private func text(from descriptor: Int32) -> String {
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
    close(descriptor)
    return String(decoding: text, as: UTF8.self)
  }

  @Test func `Enter prints only the path on standard output, and the screen goes to the terminal`() throws {
    let (session, output) = try session(["--pick", "--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.wait(for: "rest") { session.pictureColors.count == 1 }
    try session.type(TerminalSession.Key.enter)
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    expect(text(from: output), equals: "\(album.path)/2.png\n")
  }

  @Test(arguments: [("\u{1B}[C\r", "2"), ("\u{1B}[C\u{1B}[C\r", "3"), ("3\r\r", "3"), ("\u{1B}[F\r", "3")])
  func `keys that arrive in one write pick the right slide`(keys: String, picked: String) throws {
    let (session, output) = try session(["--pick", "--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(keys)
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    expect(text(from: output), equals: "\(album.path)/\(picked).png\n")
  }

  @Test(
    arguments: [
      (["--print-marked"], "m\u{1B}[C\u{1B}[Cmq", 0, "1\n3\n"), (["--print-marked", "-0"], "Mmq", 0, "2\u{0}3\u{0}"),
      (["--print-marked"], "q", 0, ""), (["--pick"], "m\u{1B}[Cm\u{1B}[C\r", 0, "1\n2\n"),
      (["--pick"], "mq", 130, ""), (["--pick", "--print-marked"], "mq", 130, "1\n"),
    ])
  func `marked slides are printed in slide order`(
    flags: [String], keys: String, status: Int32, names: String
  ) throws {
    let (session, output) = try session(flags + ["--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type(keys)
    try expect(session.waitForEnd(), equals: .exited(status))
    try session.expectRestored()
    expect(text(from: output), equals: names.replacing(/\d/) { "\(album.path)/\($0.output).png" })
  }

  @Test func `q prints nothing and exits with status 130`() throws {
    let (session, output) = try session(["--pick", "--interval", "0", album.path])
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(130))
    try session.expectRestored()
    expect(text(from: output), equals: "")
  }

  @Test func `a shell captures the picked path by command substitution`() throws {
    var setup = TerminalSession.Setup()
    setup.program = "/bin/sh"
    let script = #"picked=$("$0" --pick --interval 0 "$1"); echo "picked <$picked>""#
    let session = try TerminalSession(["-c", script, Build.tui, album.path], setup)
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.enter)
    try expect(session.waitForEnd(), equals: .exited(0))
    let shown = session.screen.rows.joined()
    #expect(shown.contains("picked <\(album.path)/1.png>"))
    try session.expectRestored()
  }

  /// The separators between a list's entries.
  enum Separator: CaseIterable {
    case newline, carriageReturn, nul

    var text: String {
      switch self {
      case .newline: "\n"
      case .carriageReturn: "\r\n"
      case .nul: "\0"
      }
    }
  }

  @Test(arguments: Separator.allCases)
  func `a list is read from standard input while keys come from the terminal`(separator: Separator) throws {
    let list = ["3.png", "1.png"].map { "\(album.path)/\($0)" }.joined(separator: separator.text)
    let (session, output) = try session(["--pick", "--interval", "0", "-"], list: list)
    try session.waitForPicture(Album.blue)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.red)
    try session.wait(for: "dots") { session.dots == "○●" }
    try session.wait(for: "rest") { session.pictureColors.count == 1 }
    try session.type(TerminalSession.Key.enter)
    try expect(session.waitForEnd(), equals: .exited(0))
    expect(text(from: output), equals: "\(album.path)/1.png\n")
  }
}
