import Foundation
import TestSupport
import Testing

/// Pictures from a web server, with the real programs.
@Suite("The network")
struct NetworkTests {
  private let album: Album
  private let server: WebServer
  private let cache: Album

  init() throws {
    album = try Album(Album.red, Album.green, Album.blue)
    server = try WebServer(serving: album.path)
    cache = try Album()
  }

  private func session(_ arguments: [String]) throws -> TerminalSession {
    try TerminalSession(["--interval", "0", "--cache-dir", "\(cache.path)/c"] + arguments)
  }

  @Test func `a placeholder waits for a download, of which what has arrived is shown with its progress`() throws {
    // Half of the file is the picture.
    let green = TinyPNG.plain(Album.green)
    try album.write(green + [UInt8](repeating: 0, count: green.count), as: "2.png")
    let session = try session(["\(server.address)/1.png?until=first", "\(server.address)/2.png?until=second&half"])
    try session.wait(for: "the placeholder") { session.screen.text.contains("waiting…") }
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    #expect(session.screen.text.contains("50 % "))
    _ = try album.write([], as: "second")
    try session.wait(for: "the rest") { !session.screen.text.contains(" % ") }
    try session.waitForPicture(Album.green)
    try session.type(TerminalSession.Key.left)
    _ = try album.write([], as: "first")
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.expectRestored()
    session.expectNoFaults()
  }

  @Test func `a custom placeholder is decoded once`() throws {
    // A fake ffmpeg that creates a folder for each call, since it may not write files; isolated, it could do
    // neither.
    let tools = try Album()
    let bitmap = [0x42, 0x4D] + [UInt8](repeating: 0, count: 12) + [40] + [UInt8](repeating: 0, count: 39)
    let placeholder = try tools.write(bitmap, as: "own.bmp")
    let script = """
      #!/bin/sh
      mkdir "\(tools.path)/asked.$$"
      printf 'P6 1 1 255\\n\\036\\074\\346'

      """
    try tools.write(script: script, as: "ffmpeg")
    let session = try TerminalSession(
      ["--interval", "0", "--isolation", "off", "--cache-dir", "\(cache.path)/c", "--placeholder", placeholder]
        + ["\(server.address)/1.png?delay=1"], .init(variables: ["PATH": "\(tools.path):/usr/bin:/bin"]))
    try session.waitForPicture(Album.blue)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    expect(tools.names(in: "").count { $0.hasPrefix("asked.") }, equals: 1)
  }

  @Test func `failed downloads keep their slides and show the reason`() throws {
    let session = try session([
      "\(server.address)/none.png", "\(album.path)/3.png", "\(server.address)/page.html", "\(server.address)/1.png",
    ])
    try session.wait(for: "404") { session.screen.text.contains("404 Not Found") }
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.blue)
    try session.type(TerminalSession.Key.right)
    try session.wait(for: "the page") { session.screen.text.contains("not a picture: HTML page") }
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.red)
    expect(session.dots, equals: "○○○●")
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a fresh copy is not requested again; a stale one is revalidated`() throws {
    let (fresh, stale) = ("\(server.address)/1.png?age=600", "\(server.address)/2.png")
    for _ in 0..<2 {
      let run = try PlainRun(["--print", "--size", "4x2", "--cache-dir", "\(cache.path)/c", fresh, stale])
      expect(run.ending, equals: .exited(0))
    }
    expect(server.stop().sorted(), equals: ["200 /1.png?age=600", "200 /2.png", "304 /2.png"])
    // Without the network, the cached copy is shown.
    let away = try PlainRun(["--print", "--size", "4x2", "--cache-dir", "\(cache.path)/c", fresh])
    expect(away.ending, equals: .exited(0))
  }

  @Test func `printing waits for every download, names the failures and exits with status 1`() throws {
    let run = try PlainRun([
      "--print", "--size", "4x2", "--cache-dir", "\(cache.path)/c", "\(server.address)/1.png?delay=0.2",
      "\(server.address)/none.png", "\(server.address)/2.png",
    ])
    expect(run.ending, equals: .exited(1))
    expect(run.output.count { $0 == 0x0A }, equals: 4)
    expect(run.errorLines, equals: ["tui: \(server.address)/none.png: 404 Not Found"])
  }

  @Test(arguments: ["list.txt", "deck.json"])
  func `a URL of a deck or a list shows its slides`(name: String) throws {
    let session = try session(["\(album.path)/3.png", "\(server.address)/\(name)"])
    try session.waitForPicture(Album.blue)
    try session.wait(for: "the slides") { session.dots.count > 3 || session.screen.text.contains("1/") }
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a list's entries are relative to the redirected URL, also from the cache`() throws {
    let list = "\(server.address)/list.txt?moved=/album/list.txt%3Fage=600"
    for _ in 0..<2 {
      let run = try PlainRun(["--print", "--size", "4x2", "--cache-dir", "\(cache.path)/c", list])
      expect(run.ending, equals: .exited(0))
    }
    let asked = server.stop()
    let redirect = "302 /list.txt?moved=/album/list.txt%3Fage=600"
    expect(asked.prefix(2), equals: [redirect, "200 /album/list.txt?age=600"])
    // The redirect has no lifetime, unlike its target.
    let pictures = [1, 2, 3].flatMap { ["200 /album/\($0).png", "304 /album/\($0).png"] }
    expect(
      asked.dropFirst(2).sorted(), equals: ([redirect, "304 /album/list.txt?age=600"] + pictures).sorted())
  }

  @Test func `a deck that fails to download is named, and the other slides are printed`() throws {
    let run = try PlainRun([
      "--print", "--size", "4x2", "--cache-dir", "\(cache.path)/c", "\(server.address)/none.json",
      "\(album.path)/1.png",
    ])
    expect(run.ending, equals: .exited(1))
    expect(run.output.count { $0 == 0x0A }, equals: 2)
    expect(run.errorLines, equals: ["tui: \(server.address)/none.json: 404 Not Found"])
  }

  @Test func `--clear-cache and X clear the cache and report the freed size`() throws {
    let flags = ["--cache-dir", "\(cache.path)/c"]
    _ = try PlainRun(flags + ["--print", "--size", "4x2", "\(server.address)/1.png"])
    expect(cache.names(in: "c").count, equals: 2)
    let run = try PlainRun(flags + ["--clear-cache"])
    expect(run.ending, equals: .exited(0))
    #expect(String(decoding: run.output, as: UTF8.self).wholeMatch(of: /freed [0-9]+ k?B\n/) != nil)
    #expect(cache.names(in: "c").isEmpty)

    let session = try session(["\(server.address)/1.png"])
    try session.waitForPicture(Album.red)
    expect(cache.names(in: "c").count, equals: 2)
    try session.type("X")
    try session.wait(for: "the words") { session.screen.text.contains("freed ") }
    #expect(cache.names(in: "c").isEmpty)
    expect(session.pictureColor, equals: Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `with an unusable cache folder pictures are shown, and no files are left`() throws {
    let runtime = try Album()
    let flags = ["--cache-dir", "\(album.path)/1.png/c", "\(server.address)/1.png", "\(server.address)/2.png"]
    let variables = ["XDG_RUNTIME_DIR": runtime.path]
    let run = try PlainRun(["--print", "--size", "4x2"] + flags, variables: variables)
    expect(run.ending, equals: .exited(0))
    expect(run.errorLines, equals: [])
    #expect(runtime.names(in: "").isEmpty)

    let session = try TerminalSession(["--interval", "0"] + flags, .init(variables: variables))
    try session.waitForPicture(Album.red)
    expect(runtime.names(in: "").count, equals: 1)
    try session.type(TerminalSession.Key.right)
    try session.waitForPicture(Album.green)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    try session.wait(for: "the folder to go") { runtime.names(in: "").isEmpty }
  }

  @Test func `with --no-cache no files are left`() throws {
    let run = try PlainRun(
      ["--print", "--size", "4x2", "--no-cache", "\(server.address)/1.png"],
      variables: ["XDG_CACHE_HOME": "\(cache.path)/home", "TMPDIR": cache.path])
    expect(run.ending, equals: .exited(0))
    #expect(cache.names(in: "").isEmpty)
  }

  @Test func `with --no-cache no files are left even if tui is killed`() throws {
    let session = try TerminalSession(
      ["--interval", "0", "--no-cache", "\(server.address)/1.png"],
      .init(variables: ["XDG_CACHE_HOME": "\(cache.path)/home", "TMPDIR": cache.path]))
    try session.waitForPicture(Album.red)
    expect(cache.names(in: "").count, equals: 1)
    session.job.send(signal: SIGKILL)
    // The fetching program reads the end of its input, and removes the folder.
    try session.wait(for: "the folder to go") { cache.names(in: "").isEmpty }
  }

  @Test func `showing local files starts only workers, opens only sockets to them, and creates no folder`() throws {
    let variables = ["XDG_CACHE_HOME": cache.path]
    func traces(_ arguments: [String]) throws -> (processes: Int, sockets: Int, names: [String]) {
      let session = try TerminalSession(["--interval", "0"] + arguments, .init(variables: variables))
      try session.waitForPicture(Album.red)
      expect(session.job.ending, equals: nil)
      let identifier = try #require(session.job.identifier)
      let processes = ProcessState.children(of: identifier).count
      let found = (processes, ProcessTraces.sockets(of: identifier), cache.names(in: ""))
      try session.type("q")
      try expect(session.waitForEnd(), equals: .exited(0))
      return found
    }
    let files = try traces([album.path])
    // The zygote of the workers.
    expect(files.processes, equals: 1)
    // One to the zygote, and one to each worker: neighbors may be decoded at the same time.
    #expect((2...4).contains(files.sockets))
    let unisolated = try traces(["--isolation", "off", album.path])
    expect(unisolated.processes, equals: 0)
    expect(unisolated.sockets, equals: 0)
    expect(files.names, equals: [])
    // Checks that traces would be found: with a URL, tui has two more children, tui-fetch and the reaper.
    let url = try traces(["\(server.address)/1.png"])
    expect(url.processes, equals: 3)
    expect(url.names, equals: ["tui"])
  }

  @Test func `tui waits for pictures in an empty watched folder`() throws {
    let empty = try Album()
    let session = try session(["--watch", empty.path])
    try session.wait(for: "the words") { session.screen.text.contains("waiting for pictures") }
    try empty.add("1.png", Album.green)
    try session.waitForPicture(Album.green)
    #expect(!session.screen.text.contains("waiting"))
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `a watched folder is reread automatically, and the current slide stays`() throws {
    let session = try session(["--watch", "--start", "3", album.path])
    try session.waitForPicture(Album.blue)
    try album.add("0.png", Album.red)
    try session.wait(for: "the new slide") { session.dots == "○○○●" }
    expect(session.pictureColor, equals: Album.blue)
    try FileManager.default.removeItem(atPath: "\(album.path)/3.png")
    try session.waitForPicture(Album.green)
    try album.add("2.png", Album.red)
    try session.waitForPicture(Album.red)
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }
}

extension Album {
  /// Returns the names in one of its folders, sorted.
  fileprivate func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []).sorted()
  }
}

/// A process's children and sockets, from /proc.
private enum ProcessTraces {
  /// Returns the number of sockets that the process opened itself: its parent has the inherited ones, too.
  static func sockets(of identifier: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
    let parent = status.split(separator: "\n").first { $0.hasPrefix("PPid:") }?.split(separator: "\t").last
    return links(of: "\(identifier)").subtracting(parent.map { links(of: String($0)) } ?? []).count
  }

  private static func links(of identifier: String) -> Set<String> {
    let folder = "/proc/\(identifier)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(
      names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        .filter { $0.hasPrefix("socket:") })
  }
}
