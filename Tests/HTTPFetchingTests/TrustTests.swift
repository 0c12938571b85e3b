import Foundation
import TestSupport
import Testing

/// Certificates, with a real TLS server: `openssl s_server`.
final class TrustTests {
  static let openssl = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first(
    where: FileManager.default.isExecutableFile)

  let folder = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID())").path
  private var server: PipedProgram?

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test(.enabled(if: openssl != nil))
  func `a self-signed certificate is refused unless it is trusted or --insecure is given`() throws {
    let url = try startServer()
    let refused = try Programs.fetch(["--cache-dir", folder + "/1", url])
    expect(refused.status, equals: 1)
    expect(refused.errors, equals: "tui-fetch: \(url): certificate not trusted\n")
    try expect(FileManager.default.contentsOfDirectory(atPath: folder + "/1"), equals: [])
    let taken = try Programs.fetch(["--insecure", "--cache-dir", folder + "/2", url])
    expect(taken.status, equals: 0)
    try expect(FileManager.default.contentsOfDirectory(atPath: folder + "/2").count, equals: 2)
    // The certificate is for 127.0.0.1: once trusted, it is valid for that address and not for another name.
    let trusting = ["SSL_CERT_FILE": folder + "/certificate.pem"]
    try expect(Programs.fetch(["--cache-dir", folder + "/3", url], environment: trusting).status, equals: 0)
    let other = url.replacing("127.0.0.1", with: "localhost")
    try expect(Programs.fetch(["--cache-dir", folder + "/4", other], environment: trusting).status, equals: 1)
  }

  /// Starts a server with a new certificate; returns its URL.
  private func startServer() throws -> String {
    let openssl = try #require(Self.openssl)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let (key, certificate) = (folder + "/key.pem", folder + "/certificate.pem")
    let made = try PipedProgram.run(
      openssl,
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out",
        certificate, "-days", "2", "-subj", "/CN=tui", "-addext", "subjectAltName=IP:127.0.0.1",
      ])
    try #require(made.ending == .exited(0))
    // -www answers every request with a page about the connection.
    let server = try PipedProgram(
      openssl, ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key, "-www"])
    self.server = server
    var text = ""
    while true {
      let piece = server.readPiece()
      try #require(!piece.isEmpty)
      text += String(decoding: piece, as: UTF8.self)
      if let port = text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/)?.output.1 { return "https://127.0.0.1:\(port)/" }
    }
  }
}
