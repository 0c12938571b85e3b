import Foundation
import TestSupport
import Testing

/// Download folders that other users own or can write to, with the real programs.
@Suite("Folders of other users")
struct CacheFolderTests {
  private let album: Album
  private let server: WebServer
  private let home: Album

  init() throws {
    album = try Album(Album.red)
    server = try WebServer(serving: album.path)
    home = try Album()
  }

  private func permit(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func `planted entries in a folder that others can write to are never shown`() throws {
    let url = "\(server.address)/1.png?age=600"
    let folder = "\(home.path)/tui"
    let run = { (flags: [String]) in
      try PlainRun(["--print", "--size", "4x2"] + flags + [url], variables: ["XDG_CACHE_HOME": home.path])
    }
    try expect(run([]).ending, equals: .exited(0))
    _ = server.stop()
    // The cached copy is fresh: it is shown without the server.
    try expect(run([]).ending, equals: .exited(0))
    try permit(0o777, folder)
    let named = try run(["--cache-dir", folder])
    expect(named.ending, equals: .exited(64))
    expect(named.output, equals: [])
    let message = "other users can write to \(folder); run chmod go-w, or use another folder"
    expect(named.errorLines.first, equals: "tui: --cache-dir: \(message)")
    let unnamed = try run([])
    expect(unnamed.ending, equals: .exited(1))
    expect(unnamed.errorLines.first, equals: "tui: downloads are not cached: \(message)")
    let byHand = try PlainRun(["--cache-dir", folder, url], program: Build.tuiFetch)
    expect(byHand.ending, equals: .exited(64))
    expect(byHand.errorLines.first, equals: "tui-fetch: \(message)")
    try permit(0o700, folder)
    try expect(run(["--cache-dir", folder]).ending, equals: .exited(0))
  }

  @Test func `single-run folders exist, with mode 0700, before tui-fetch receives their names`() throws {
    // A fake tui-fetch lists the folders that it receives.
    let prefix = try Album()
    for (program, name) in [(Build.tui, "tui")] {
      let run = try PlainRun(["-D", "-m", "755", program, "\(prefix.path)/\(name)"], program: "/usr/bin/install")
      try #require(run.ending == .exited(0))
    }
    let script = """
      #!/bin/sh
      while [ $# -gt 0 ]; do
        case $1 in --cache-dir | --spare-dir) stat -c '%a %u %F' "$2" >> '\(prefix.path)/said' ;; esac
        shift
      done
      read -r line
      exit 1

      """
    let source = try prefix.write(Array(script.utf8), as: "script")
    let run = try PlainRun(["-D", "-m", "755", source, "\(prefix.path)/tui-fetch"], program: "/usr/bin/install")
    try #require(run.ending == .exited(0))
    let temporary = try Album()
    _ = try PlainRun(
      ["--print", "--size", "4x2", "--no-cache", "http://127.0.0.1:1/a.png"], program: "\(prefix.path)/tui",
      variables: ["TMPDIR": temporary.path, "XDG_RUNTIME_DIR": temporary.path])
    let said = prefix.text(of: "said")?.split(separator: "\n") ?? []
    // tui restarts the fake when it fails: both folders exist each time.
    #expect(said.count >= 2)
    expect(Set(said), equals: ["700 \(geteuid()) directory"])
    try expect(FileManager.default.contentsOfDirectory(atPath: temporary.path), equals: [])
  }
}
