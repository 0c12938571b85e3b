import Foundation
import TestSupport
import Testing

/// Header fields of the configuration, with the real programs and a server that wants one.
@Suite("Header fields for hosts")
struct HostFieldTests {
  private let album: Album
  private let cache: Album
  private let server: WebServer
  private let secret = "s3cret+/=="
  /// Answers 401 unless the Authorization field has this digest.
  private let wanted = "authorized=7237992b7d182e65"

  init() throws {
    album = try Album(Album.red)
    cache = try Album()
    server = try WebServer(serving: album.path)
  }

  private func configuration(_ host: String) throws -> String {
    let text = "[host \"\(host)\"]\nheader = Authorization: Bearer \(secret)\nheader = X-Api-Key: \(secret)\n"
    return try cache.write(Array(text.utf8), as: "config")
  }

  /// Whether any file below the cache folder, but for the configuration, has the secret in its name or content.
  private var isStored: Bool {
    let files = FileManager.default.enumerator(atPath: "\(cache.path)/c")?.compactMap { $0 as? String } ?? []
    return files.isEmpty
      || files.contains { file in
        let text = FileManager.default.contents(atPath: "\(cache.path)/c/\(file)") ?? Data()
        return (file + String(decoding: text, as: UTF8.self)).contains(secret)
      }
  }

  @Test func `a header reaches its host, and is in no argument, variable or cached file`() throws {
    let config = try configuration(String(server.address.dropFirst(7)))
    let session = try TerminalSession(
      ["--interval", "0", "--config", config, "--cache-dir", "\(cache.path)/c", "\(server.address)/1.png?\(wanted)"])
    try session.waitForPicture(Album.red)
    for file in ["cmdline", "environ"] {
      let texts = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
        FileManager.default.contents(atPath: "/proc/\($0)/\(file)").map { String(decoding: $0, as: UTF8.self) }
      }
      #expect(!texts.isEmpty && !texts.contains { $0.contains(secret) })
    }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    #expect(!isStored)
  }

  @Test func `it is sent neither to another host after a redirect, nor without TLS, nor shown in an error`() throws {
    let other = try WebServer(serving: album.path)
    let config = try configuration(String(server.address.dropFirst(7)))
    let target = "\(other.address)/1.png?\(wanted)".replacing("127.0.0.1", with: "localhost")
    let away =
      "\(server.address)/1.png?moved=\(target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    for (file, url) in [(config, away), (try configuration("nas.local"), "\(server.address)/1.png?\(wanted)")] {
      let run = try PlainRun(["--json", "--config", file, "--cache-dir", "\(cache.path)/c", url])
      #expect(String(decoding: run.output, as: UTF8.self).contains("401 Unauthorized"))
      #expect(!(String(decoding: run.output, as: UTF8.self) + run.error).contains(secret))
    }
    let reported = try cache.write(
      Array("[host \"nas.local\"]\nheader: Bearer \(secret)\ntoken = \(secret)\nheader = \(secret)\n".utf8), as: "wrong"
    )
    let run = try PlainRun(["--json", "--config", reported, "\(album.path)/1.png"])
    expect(
      run.errorLines.map { String($0.drop { $0 != ":" }.dropFirst(2 + reported.utf8.count)) },
      equals: [
        ":2: [host \"nas.local\"]: expected 'header = NAME: VALUE'",
        ":3: [host \"nas.local\"]: expected 'header = NAME: VALUE'",
        ":4: [host \"nas.local\"]: expected 'header = NAME: VALUE'",
      ])
    #expect(!run.error.contains(secret))
  }
}
