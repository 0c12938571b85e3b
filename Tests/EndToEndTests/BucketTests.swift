import Foundation
import TestSupport
import Testing

/// Buckets, with the real programs and a server that checks signatures.
@Suite("Buckets")
struct BucketTests {
  private let cache: Album
  private let album: Album

  init() throws {
    cache = try Album()
    album = try Album()
    for bucket in ["pics", "public", "elsewhere", "busy"] {
      try FileManager.default.createDirectory(atPath: "\(album.path)/\(bucket)/sub", withIntermediateDirectories: true)
      for name in ["img10.png", "img2.png", "a b+c&d=é?#.png", "sub/below.png"] {
        try album.write(TinyPNG.plain(Album.red), as: "\(bucket)/\(name)")
      }
    }
  }

  /// The slides' URLs, with their errors.
  private func slides(
    _ server: BucketServer, _ arguments: [String], _ variables: [String: String?] = BucketServer.variables
  ) throws -> [String] {
    let run = try PlainRun(
      ["--json", "--cache-dir", "\(cache.path)/c", "--s3-endpoint", server.address] + arguments,
      variables: variables.merging(["HOME": cache.path]) { one, _ in one })
    struct Facts: Decodable { let image: String, error: String? }
    for secret in ["top/secret+1", "session=="] {
      #expect(!run.error.contains(secret) && !String(decoding: run.output, as: UTF8.self).contains(secret))
    }
    return try JSONDecoder().decode([Facts].self, from: Data(run.output)).map { facts in
      facts.image + (facts.error.map { ": \($0)" } ?? "")
    }
  }

  private func names(_ bucket: String) -> [String] {
    ["a%20b%2Bc%26d%3D%C3%A9%3F%23.png", "img2.png", "img10.png"].map { "s3://\(bucket)/\($0)" }
  }

  @Test(arguments: BucketServer.Program.installed)
  func `a bucket's pictures are listed and fetched`(program: BucketServer.Program) throws {
    try FileManager.default.createDirectory(atPath: "\(album.path)/public/many", withIntermediateDirectories: true)
    for number in 1...1050 { try album.write([], as: "public/many/img\(number).png") }
    let server = try BucketServer(program, serving: album.path)
    try expect(slides(server, ["s3://pics/"]), equals: names("pics"))
    try expect(slides(server, ["s3://pics"]), equals: names("pics"))
    try expect(slides(server, ["--recursive", "s3://pics/"]), equals: names("pics") + ["s3://pics/sub/below.png"])
    try expect(slides(server, ["s3://pics/sub/"]), equals: ["s3://pics/sub/below.png"])
    try expect(slides(server, ["s3://pics/img2.png"]), equals: ["s3://pics/img2.png"])
    try expect(slides(server, ["s3://nowhere/"]), equals: ["s3://nowhere/: no such bucket"])
    // Two pages of keys.
    let session = try TerminalSession(
      ["--interval", "0", "--start", "img1049.png", "--cache-dir", "\(cache.path)/c"]
        + ["--s3-endpoint", server.address, "s3://public/many/"],
      .init(variables: BucketServer.variables.merging(["HOME": cache.path]) { one, _ in one }))
    try session.wait(for: "all keys") { session.screen.title == "1049/1050 img1049.png — tui" }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `requests are signed, and a copy is confirmed`() throws {
    let server = try BucketServer(serving: album.path)
    try expect(slides(server, ["s3://pics/"]), equals: names("pics"))
    // Another endpoint may have another object by that name.
    try expect(slides(server, ["s3://pics/img2.png"]), equals: ["s3://pics/img2.png"])
    #expect(server.requests.contains("304 /pics/img2.png"))
    #expect(server.requests.allSatisfy { $0.hasPrefix("200") || $0.hasPrefix("304") })
  }

  @Test
  func `an anonymous request reads a public bucket, a wrong region is followed, and a busy server is asked again`()
    throws
  {
    let server = try BucketServer(serving: album.path)
    try expect(slides(server, ["s3://public/"], [:]), equals: names("public"))
    try expect(slides(server, ["s3://elsewhere/"]), equals: names("elsewhere"))
    try expect(slides(server, ["s3://busy/"]), equals: names("busy"))
  }

  @Test func `each refusal has its reason`() throws {
    let server = try BucketServer(serving: album.path)
    let wrongSecret = BucketServer.variables.merging(["AWS_SECRET_ACCESS_KEY": "top"]) { $1 }
    let wrongKey = BucketServer.variables.merging(["AWS_ACCESS_KEY_ID": "AKIAOTHER"]) { $1 }
    let noToken = BucketServer.variables.merging(["AWS_SESSION_TOKEN": nil]) { $1 }
    try expect(slides(server, ["s3://nowhere/"]), equals: ["s3://nowhere/: no such bucket"])
    try expect(
      slides(server, ["s3://pics/"], wrongSecret),
      equals: ["s3://pics/: wrong credentials: the secret does not match the access key"])
    try expect(
      slides(server, ["s3://pics/"], wrongKey), equals: ["s3://pics/: wrong credentials: the access key is unknown"])
    try expect(
      slides(server, ["s3://pics/"], noToken), equals: ["s3://pics/: wrong credentials: the session token has expired"])
    try expect(
      slides(server, ["s3://pics/"], [:]), equals: ["s3://pics/: the bucket needs credentials, and there are none"])
    try expect(
      slides(server, ["s3://pics/none.png"]), equals: ["s3://pics/none.png: no such object in the bucket"])
    let skewed = try BucketServer(serving: album.path, ["--clock", "7230"])
    try expect(
      slides(skewed, ["s3://pics/"]), equals: ["s3://pics/: the clock here is 120 minutes behind the server's"])
  }

  @Test func `the first of 100,000 keys is shown before the listing ends, and no argument has a credential`() throws {
    let server = try BucketServer(serving: album.path)
    let session = try TerminalSession(
      ["--interval", "0", "--cache-dir", "\(cache.path)/c", "--s3-endpoint", server.address, "s3://many-100000/"],
      .init(variables: BucketServer.variables.merging(["HOME": cache.path]) { one, _ in one }))
    try session.wait(for: "slides") { session.screen.text.contains("1/") }
    #expect(!session.screen.text.contains("/100000"))
    let arguments = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap {
      try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)
    }.filter { $0.contains("tui-fetch") }
    #expect(!arguments.isEmpty && !arguments.contains { $0.contains("top/secret+1") || $0.contains("session==") })
    try session.wait(for: "all slides") { session.screen.text.contains("/100000") }
    #expect(session.screen.text.contains("1/100000"))
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
    let files = FileManager.default.enumerator(atPath: cache.path)?.compactMap { $0 as? String } ?? []
    #expect(!files.isEmpty)
    for file in files {
      let text = FileManager.default.contents(atPath: "\(cache.path)/\(file)") ?? Data()
      #expect(!(file + String(decoding: text, as: UTF8.self)).contains("top/secret+1"))
    }
  }

  @Test func `the grid signs its requests for the first bytes of objects`() throws {
    try album.write(TinyPNG.plain(Album.red) + [UInt8](repeating: 0, count: 300_000), as: "pics/sub/large.png")
    let server = try BucketServer(serving: album.path)
    let session = try TerminalSession(
      [
        "--grid", "--interval", "0", "--cache-dir", "\(cache.path)/c", "--s3-endpoint", server.address,
        "s3://pics/sub/",
      ],
      .init(variables: BucketServer.variables.merging(["HOME": cache.path]) { one, _ in one }))
    try session.wait(for: "both thumbnails") { session.screen.text.contains("large.png") && server.requests.count == 3 }
    expect(
      server.requests.dropFirst().sorted().map(String.init),
      equals: ["206 /pics/sub/below.png", "206 /pics/sub/large.png"])
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `--watch lists the keys again: what is new appears, what has changed is fetched, failures keep all`()
    throws
  {
    let (files, bucket) = (FileManager.default, "\(album.path)/pics")
    let server = try BucketServer(serving: album.path)
    let session = try TerminalSession(
      ["--interval", "0", "--watch", "--watch-interval", "1", "--cache-dir", "\(cache.path)/c", "--start", "img2.png"]
        + ["--s3-endpoint", server.address, "s3://pics/"],
      .init(variables: BucketServer.variables.merging(["HOME": cache.path]) { one, _ in one }))
    func wait(for title: String) throws { try session.wait(for: title) { session.screen.title == title } }
    try wait(for: "2/3 img2.png — tui")
    try session.waitForPicture(Album.red)
    try album.write(TinyPNG.plain(Album.green), as: "pics/img1.png")
    try wait(for: "3/4 img2.png — tui")
    try session.waitForPicture(Album.red)
    try album.write(TinyPNG.plain(Album.blue, width: 32), as: "pics/img2.png")
    try session.waitForPicture(Album.blue)
    try files.moveItem(atPath: bucket, toPath: "\(bucket)-gone")
    try session.wait(for: "failures") { server.requests.count { $0.hasPrefix("404 /pics/?") } >= 2 }
    expect(session.screen.title, equals: "3/4 img2.png — tui")
    try files.moveItem(atPath: "\(bucket)-gone", toPath: bucket)
    try files.removeItem(atPath: "\(bucket)/img1.png")
    try wait(for: "2/3 img2.png — tui")
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }

  @Test func `what came of a listing that breaks off stays, with a card, and r goes on`() throws {
    try FileManager.default.createDirectory(atPath: "\(album.path)/broken", withIntermediateDirectories: true)
    for number in 1...1_001 { try album.write([], as: "broken/\(number).png") }
    let server = try BucketServer(serving: album.path)
    let session = try TerminalSession(
      ["--interval", "0", "--cache-dir", "\(cache.path)/c", "--s3-endpoint", server.address, "s3://broken/"],
      .init(variables: BucketServer.variables.merging(["HOME": cache.path]) { one, _ in one }))
    try session.wait(for: "the card's slide") { session.screen.text.contains("/1001") }
    try session.type(TerminalSession.Key.left)
    try session.wait(for: "the card") { session.screen.text.contains("broke off") }
    try album.write([], as: "broken/mended")
    try session.type("r")
    try session.wait(for: "the rest") {
      session.screen.text.contains("/1001") && !session.screen.text.contains("broke")
    }
    try session.type("q")
    try expect(session.waitForEnd(), equals: .exited(0))
  }
}
