import Glibc
import TestSupport
import Testing

/// Pictures on the far side of ssh, with a real sshd and the real programs.
@Suite("The far side of ssh")
struct FarSideTests {
  private let album: Album
  private let cache: Album

  init() throws {
    album = try Album(Album.red, Album.green, Album.blue, Album.green, Album.red)
    cache = try Album()
  }

  private func printed(_ server: SSHServer?, _ arguments: [String]) throws -> PlainRun {
    let form = ["--print", "--art", "half", "--color", "truecolor", "--size", "20x8", "--cache-dir", "\(cache.path)/c"]
    return try PlainRun(form + arguments, variables: server?.variables ?? [:])
  }

  private func session(_ server: SSHServer, _ arguments: [String]) throws -> TerminalSession {
    try TerminalSession(
      ["--interval", "0", "--cache-dir", "\(cache.path)/c"] + arguments, .init(variables: server.variables))
  }

  /// A picture of two colors that is larger than what is sent as a file.
  private func addLarge(_ name: String) throws {
    let split = try album.write(TinyPNG.split(Album.red, Album.blue), as: "split.png")
    let scaling = ["-filter", "point", "-resize", "2400x1800!", "-quality", "97"]
    let run = try PipedProgram.run("/usr/bin/convert", [split] + scaling + ["\(album.path)/\(name)"])
    try #require(run.ending == .exited(0))
    unsafe unlink(split)
  }

  @Test func `a far folder is printed like a near one`() throws {
    let server = try SSHServer()
    let near = try printed(nil, [album.path])
    for path in ["\(album.path)/", album.path] {
      let far = try printed(server, ["\(server.address)\(path)"])
      expect(far.ending, equals: .exited(0))
      expect(far.error, equals: "")
      expect(far.output, equals: near.output)
    }
    expect(near.output.isEmpty, equals: false)
  }

  @Test func `a large picture travels scaled, and its facts are those of the file`() throws {
    try addLarge("large.jpg")
    let server = try SSHServer()
    let facts = try PlainRun(
      ["--print", "--json", "--cache-dir", "\(cache.path)/c", "\(server.address)\(album.path)/large.jpg"],
      variables: server.variables)
    expect(facts.ending, equals: .exited(0))
    let text = String(decoding: facts.output, as: UTF8.self)
    expect(text.contains("2400"), equals: true)
    expect(text.contains("1800"), equals: true)
    let run = try printed(server, ["\(server.address)\(album.path)/large.jpg"])
    expect(run.ending, equals: .exited(0))
    expect(run.output.isEmpty, equals: false)
  }

  @Test func `swiping shows far pictures, and a lost connection is made again`() throws {
    let server = try SSHServer()
    let session = try session(server, ["\(server.address)\(album.path)/"])
    try session.waitForPicture(Album.red)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    expect(server.started.count, equals: 1)
    kill(try #require(server.started.last), SIGKILL)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.blue)
    for _ in 0..<2 { try session.type(TerminalSession.Key.right) }
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test func `a folder's first picture is requested once, and before its name is known`() throws {
    let far = try Album()
    try far.write(script: "#!/bin/sh\ntee \(far.path)/log | \(Build.tui) --serve\n", as: "tui")
    let server = try SSHServer(tui: far.path)
    let folder = try Album(Album.red)
    let session = try session(server, ["\(server.address)\(folder.path)/"])
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    let requests = try PipedProgram.run("/bin/grep", ["-ao", "{\"picture\":[^}]*", "\(far.path)/log"]).output
    expect(requests.split(separator: 0x0A).count, equals: 1)
    expect(String(decoding: requests, as: UTF8.self).contains("1.png"), equals: false)
  }

  @Test func `names that bite are only names`() throws {
    let names = [
      "a b.png", "$(touch x).png", "`touch x`.png", "'\".png", "-oX.png", "%41.png", "#?.png", "\u{1B}[2J.png",
    ]
    for name in names { try album.write(TinyPNG.plain(Album.blue), named: Array(name.utf8)) }
    try album.write(TinyPNG.plain(Album.blue), named: [0xFF, 0x0A] + Array(".png".utf8))
    let server = try SSHServer()
    let run = try printed(server, ["\(server.address)\(album.path)/"])
    expect(run.error, equals: "")
    expect(run.ending, equals: .exited(0))
    let pictures = run.output.split(separator: 0x0A).count { !$0.isEmpty }
    expect(pictures, equals: (5 + names.count + 1) * 8)
  }

  @Test func `without tui, SFTP serves whole files, and a line says so`() throws {
    let server = try SSHServer(tui: "")
    let run = try printed(server, ["\(server.address)\(album.path)/"])
    let near = try printed(nil, [album.path])
    expect(run.error, equals: "tui: 127.0.0.1: the far side has no tui; whole files are fetched\n")
    expect(run.output, equals: near.output)
    expect(run.ending, equals: .exited(0))
  }

  @Test func `SFTP lists subfolders and reads files of many pieces`() throws {
    try addLarge("large.png")
    _ = try PipedProgram.run("/bin/mkdir", ["\(album.path)/sub"])
    try album.add("sub/9.png", Album.blue)
    let server = try SSHServer(tui: "")
    let near = try printed(nil, ["--recursive", album.path])
    let run = try printed(server, ["--recursive", "\(server.address)\(album.path)/"])
    expect(run.output, equals: near.output)
    expect(run.ending, equals: .exited(0))
  }

  @Test func `SFTP lists large subfolders one after the other`() throws {
    let folder = try Album()
    // Each takes more pages than wait at a time.
    for name in ["a", "b"] {
      _ = try PipedProgram.run("/bin/mkdir", ["\(folder.path)/\(name)"])
      for number in 1...2_500 { try folder.write([], as: "\(name)/\(number).png") }
    }
    try folder.add("1.png", Album.green)
    let server = try SSHServer(tui: "")
    let session = try session(server, ["--recursive", "\(server.address)\(folder.path)/"])
    try session.wait(for: "all slides") { session.screen.title == "1/5001 1.png — tui" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `another version is served by SFTP, too`() throws {
    let far = try Album()
    try far.write(script: "#!/bin/sh\nprintf '\\000tui-serve 99\\n'\nexec cat > /dev/null\n", as: "tui")
    let server = try SSHServer(tui: far.path)
    let run = try printed(server, ["\(server.address)\(album.path)/1.png"])
    expect(run.error, equals: "tui: 127.0.0.1: the far side has another version of tui; whole files are fetched\n")
    expect(run.ending, equals: .exited(0))
  }

  @Test(arguments: [
    "printf '\\000tui-serve 1\\n\\377\\377\\377\\377\\377\\377\\377\\377'; exec sleep 60",
    "printf '\\000tui-serve 1\\n'; exec yes",
  ])
  func `garbage ends the connection, and a card says so`(script: String) throws {
    let far = try Album()
    try far.write(script: "#!/bin/sh\n\(script)\n", as: "tui")
    let server = try SSHServer(tui: far.path)
    let run = try printed(server, ["\(server.address)\(album.path)/1.png"])
    expect(
      run.error,
      equals: "tui: \(server.address)\(album.path)/1.png: ssh 127.0.0.1: the far side breaks the protocol\n")
    expect(run.ending, equals: .exited(1))
  }

  @Test func `a far side that never answers is given up`() throws {
    let far = try Album()
    try far.write(script: "#!/bin/sh\nprintf '\\000tui-serve 1\\n'; exec cat > /dev/null\n", as: "tui")
    let server = try SSHServer(tui: far.path)
    let run = try printed(server, ["--timeout", "1", "\(server.address)\(album.path)/1.png"])
    expect(run.errorLines.last?.contains("no answer for 2 s"), equals: true)
    expect(run.ending, equals: .exited(1))
  }

  @Test func `a host that cannot be reached is a card with what ssh said`() throws {
    let server = try SSHServer()
    server.stop()
    let run = try printed(server, ["\(server.address)\(album.path)/1.png"])
    expect(run.error.contains("ssh 127.0.0.1: ssh: connect to host 127.0.0.1 port"), equals: true)
    expect(run.error.contains("Connection refused"), equals: true)
    expect(run.ending, equals: .exited(1))
  }

  @Test func `offline, the last listing and the cached pictures are shown, marked as such`() throws {
    let server = try SSHServer()
    let first = try printed(server, ["\(server.address)\(album.path)/"])
    server.stop()
    let second = try printed(server, ["\(server.address)\(album.path)/"])
    expect(second.output, equals: first.output)
    expect(second.errorLines.first?.hasPrefix("tui: offline: ssh 127.0.0.1: "), equals: true)
    expect(second.errorLines.last?.hasSuffix(": offline: the last listing; r lists again"), equals: true)
  }

  @Test func `tui --serve serves nothing outside the folders that it names`() throws {
    let far = try Album()
    let outside = try Album(Album.red)
    try far.write(script: "#!/bin/sh\nexec \(Build.tui) --serve '\(album.path)'\n", as: "tui")
    unsafe symlink("\(outside.path)/1.png", "\(album.path)/link.png")
    let server = try SSHServer(tui: far.path)
    let inside = try printed(server, ["\(server.address)\(album.path)/1.png"])
    expect(inside.ending, equals: .exited(0))
    unsafe symlink(outside.path, "\(album.path)/elsewhere")
    let tree = try printed(server, ["--recursive", "\(server.address)\(album.path)/"])
    expect(tree.error, equals: "")
    expect(tree.output.split(separator: 0x0A).count { !$0.isEmpty }, equals: 5 * 8)
    let name = outside.path.split(separator: "/").last ?? ""
    for path in [
      "\(outside.path)/1.png", "\(outside.path)/", "\(album.path)/link.png", "\(album.path)/../\(name)/1.png",
    ] {
      let run = try printed(server, ["\(server.address)\(path)"])
      expect(run.errorLines.last?.hasSuffix(": is not served"), equals: true, "\(path)")
      expect(run.ending, equals: .exited(1))
    }
  }

  @Test func `reloading shows a picture that has changed on the far side`() throws {
    let server = try SSHServer()
    let folder = try Album(Album.red)
    let session = try session(server, ["\(server.address)\(folder.path)/1.png"])
    try session.waitForPicture(Album.red)
    try folder.write(TinyPNG.plain(Album.green, width: 24, height: 18), as: "1.png")
    try session.type("r")
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test(arguments: [true, false])
  func `a new picture on the far side appears, also where its folder must be listed again`(hasTui: Bool) throws {
    let server = try hasTui ? SSHServer() : SSHServer(tui: "")
    let folder = try Album(Album.red)
    let session = try session(
      server, ["--watch", "--watch-interval", "1", "\(server.address)\(folder.path)/"])
    try session.waitForPicture(Album.red)
    try folder.add("2.png", Album.green)
    try session.wait(for: "the second slide") { session.screen.text.contains("○") }
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a picture that changes in a folder beyond those that the far side follows is shown`() throws {
    let server = try SSHServer()
    let folders = try (0...16).map { try Album($0 == 16 ? Album.red : Album.blue) }
    let session = try session(
      server,
      ["--watch", "--watch-interval", "1", "--start", "17"] + folders.map { "\(server.address)\($0.path)/" })
    try session.waitForPicture(Album.red)
    try folders[16].write(TinyPNG.plain(Album.green, width: 24, height: 18), as: "1.png")
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }
}
