import Fetching
import Foundation
@testable import HTTPFetching
import TestSupport
import Testing

/// Header fields and passwords for single servers, with real servers that redirect to each other.
struct HostFieldTests {
  /// Redirects each URL after `/to?` to what follows.
  ///
  /// - Parameter challenge: how a password is asked for; nil for not at all.
  private static func server(_ challenge: String? = nil) throws -> Server {
    try Server { request in
      if let challenge, request.headers["authorization"].isEmpty {
        return .status("401 Unauthorized", "WWW-Authenticate: \(challenge)")
      }
      return request.target.hasPrefix("/to?")
        ? [.text("HTTP/1.1 302 Found\r\nLocation: \(request.target.dropFirst(4))\r\nContent-Length: 2\r\n\r\nno")]
        : .ok([1])
    }
  }

  private func values(_ name: String, of server: Server) -> [[String]] { server.requests.map { $0.headers[name] } }

  @Test func `fields reach their server, also after redirects on it, and no other, nor after one has been passed`()
    throws
  {
    let (server, other) = try (Self.server(), Self.server())
    let viewer = try Viewer()
    for field in ["Authorization: Bearer s3cret", "X-Api-Key: k3y", "X-Api-Key: two"] {
      viewer.send(.field(host: "127.0.0.1:\(server.port)", field: field))
    }
    let foreign = other.url("/to?\(server.url("/end"))").replacing(
      "127.0.0.1:\(other.port)", with: "localhost:\(other.port)")
    for (index, url) in [server.url("/a"), server.url("/to?near"), server.url("/to?\(foreign)")].enumerated() {
      viewer.fetch(url)
      viewer.run(untilEnded: index + 1)
    }
    expect(server.requests.map(\.target), equals: ["/a", "/to?near", "/near", "/to?\(foreign)", "/end"])
    let token = ["Bearer s3cret"]
    expect(values("authorization", of: server), equals: [token, token, token, token, []])
    expect(
      values("x-api-key", of: server), equals: [["k3y", "two"], ["k3y", "two"], ["k3y", "two"], ["k3y", "two"], []])
    expect(values("authorization", of: other), equals: [[]])
    expect(values("x-api-key", of: other), equals: [[]])
    expect(viewer.ends.values.count { (try? $0.get().bytes) == [1] }, equals: 3)
  }

  @Test func `a redirect to another server takes no password of netrc or of the URL along`() throws {
    let basic = "Basic realm=\"a\""
    let (server, other) = try (Self.server(basic), Self.server(basic))
    let file = FileManager.default.temporaryDirectory.appending(path: "netrc-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data("machine 127.0.0.1 login user password pw\nmachine localhost login other\n".utf8).write(
      to: URL(filePath: file))
    let viewer = try Viewer { $0.netrcFile = file }
    let foreign = "http://localhost:\(other.port)/end"
    let named = server.url("/to?near").replacing("http://", with: "http://me:own@")
    for (index, url) in [server.url("/to?near"), server.url("/to?\(foreign)"), named].enumerated() {
      viewer.fetch(url)
      viewer.run(untilEnded: index + 1)
    }
    let (listed, own) = (["Basic dXNlcjpwdw=="], ["Basic bWU6b3du"])
    // Asked once, and then sent with each request.
    expect(values("authorization", of: server), equals: [[], listed, listed, listed, own, own])
    // The login that netrc has for it, without any password.
    expect(values("authorization", of: other), equals: [[], ["Basic b3RoZXI6"]])
  }

  @Test(arguments: [["Digest"], ["Basic", "Digest"]])
  func `a server that accepts digests gets no password, and one behind a redirect gets neither`(
    methods: [String]
  ) throws {
    let challenge = methods.map { "\($0) realm=\"a\", nonce=\"b\", qop=\"auth\"" }.joined(
      separator: "\r\nWWW-Authenticate: ")
    let (server, other) = try (Self.server(challenge), Self.server(challenge))
    let viewer = try Viewer()
    let foreign = "http://localhost:\(other.port)/end"
    for (index, path) in ["/a", "/b", "/to?\(foreign)"].enumerated() {
      viewer.fetch("http://me:own@\(server.url(path).dropFirst(7))")
      viewer.run(untilEnded: index + 1)
    }
    let fields = values("authorization", of: server)
    expect(
      fields.map { $0.map { $0.prefix(22) } },
      equals: Array(repeating: [[], ["Digest username=\"me\", "]], count: 3).flatMap(\.self))
    expect(values("authorization", of: other), equals: [[]])
    expect(viewer.ends.values.count { (try? $0.get().bytes) == [1] }, equals: 2)
  }

  @Test(
    arguments: [
      ("photos.example.org", "https://photos.example.org/a", true),
      ("photos.example.org", "https://PHOTOS.Example.org:443/a", true),
      ("photos.example.org", "http://photos.example.org/a", false),
      ("photos.example.org", "https://photos.example.org:8443/", false),
      ("photos.example.org:8443", "https://photos.example.org:8443/", true),
      ("photos.example.org", "https://photos.example.org.example.com/", false),
      ("photos.example.org", "https://www.photos.example.org/", false),
      ("photos.example.org", "https://photos.example.org@example.com/", false),
      ("http://nas.local:8080", "http://nas.local:8080/", true),
      ("http://nas.local:8080", "https://nas.local:8080/", false),
      ("localhost:2342", "http://localhost:2342/", true), ("localhost:2342", "https://localhost:2342/", true),
      ("[::1]:80", "http://[::1]/", true), ("127.0.0.2", "http://127.0.0.2/", true),
      ("127.0.0.1.example.org", "http://127.0.0.1.example.org/", false),
    ])
  func `a name means https, unless it is this computer or names http`(name: String, url: String, isSent: Bool) throws {
    var fields = HostFields()
    fields.add("X-Api-Key: k3y", for: name)
    fields.add("Bad: a\r\nInjected: b", for: name)
    try expect(fields[RequestURL(url)], equals: isSent ? ["X-Api-Key: k3y"] : [])
  }
}
