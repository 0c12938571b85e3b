import Glibc
import TestSupport

/// A real server of an album's files with the indexes that it makes.
final class FolderServer {
  enum Kind { case python, nginx, apache }

  /// The server's port on 127.0.0.1.
  let port: Int
  private let process: ChildProcess
  private let home: Album

  /// The address with a scheme, with a slash at the end.
  func address(_ scheme: String = "http") -> String { "\(scheme)://127.0.0.1:\(port)/" }

  /// Starts the server.
  init(_ kind: Kind, serving folder: String) throws {
    home = try Album()
    port = try freePort()
    let arguments: [String]
    switch kind {
    case .python: arguments = ["python3", "-m", "http.server", "--bind", "127.0.0.1", "-d", folder, "\(port)"]
    case .nginx:
      let file = try home.write(Array(Self.nginx(folder, port, home.path).utf8), as: "nginx.conf")
      arguments = ["/usr/sbin/nginx", "-c", file, "-p", home.path, "-e", "\(home.path)/errors"]
    case .apache:
      let file = try home.write(Array(Self.apache(folder, port, home.path).utf8), as: "apache.conf")
      try home.write(Array("user:$apr1$saltsalt$LrttParrLPdxvgutaSXWJ0\n".utf8), as: "passwords")
      try home.write(Array("user:private:8890851b240752225459a296b4376838\n".utf8), as: "digests")
      arguments = ["/usr/sbin/apache2", "-X", "-f", file]
    }
    process = try Launch(
      program: "/usr/bin/env", arguments: arguments, environment: TerminalSession.environment(), input: .null
    ).start()
    guard waitUntil({ [port] in canConnect(to: port) }) else { throw TerminalSession.GaveUp(what: "\(kind)") }
  }

  /// Its log, one line for each request: the status, the range, the bytes sent and the path. Only nginx writes one.
  var requests: [Substring] { home.text(of: "requests")?.split(separator: "\n") ?? [] }

  deinit { stop() }

  /// Stops the server.
  func stop() {
    process.send(signal: SIGKILL)
    _ = process.wait()
  }

  private static func nginx(_ folder: String, _ port: Int, _ home: String) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(home)/\($0);" }
    return """
      daemon off; master_process off; pid \(home)/pid; user root;
      events {}
      http {
        \(temporary.joined(separator: " "))
        log_format parts '$status $http_range $body_bytes_sent $uri';
        access_log \(home)/requests parts;
        types { image/png png; text/html html; }
        server { listen 127.0.0.1:\(port); root \(folder); autoindex on; autoindex_exact_size on; }
      }
      """
  }

  private static func apache(_ folder: String, _ port: Int, _ home: String) -> String {
    let modules = [
      "mpm_prefork", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "auth_digest", "autoindex",
      "dav", "dav_fs",
      "mime", "dir",
    ]
    return modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so\n" }.joined() + """
      ServerName localhost
      ServerRoot \(home)
      PidFile \(home)/pid
      Mutex flock:\(home)
      ErrorLog \(home)/errors
      Listen 127.0.0.1:\(port)
      DocumentRoot \(folder)
      TypesConfig /dev/null
      AddType image/png .png
      DavLockDB \(home)/locks
      <Directory \(folder)>
        Dav On
        Options Indexes
        IndexOptions FancyIndexing HTMLTable NameWidth=* SuppressDescription
        Require all granted
      </Directory>
      <Directory \(folder)/private>
        AuthType Basic
        AuthName private
        AuthUserFile \(home)/passwords
        Require valid-user
      </Directory>
      <Directory \(folder)/digest>
        AuthType Digest
        AuthName private
        AuthUserFile \(home)/digests
        Require valid-user
      </Directory>
      """
  }
}

/// A port of 127.0.0.1 on which nothing listens.
private func freePort() throws -> Int {
  let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(socket) }
  var address = loopback(port: 0)
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isBound = unsafe withUnsafeMutablePointer(to: &address) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
    }
  }
  guard isBound else { throw SystemFailure("bind") }
  return Int(UInt16(bigEndian: address.sin_port))
}

private func canConnect(to port: Int) -> Bool {
  let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(socket) }
  var address = loopback(port: port)
  return unsafe withUnsafeMutablePointer(to: &address) {
    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}

private func loopback(port: Int) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = UInt16(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
}
