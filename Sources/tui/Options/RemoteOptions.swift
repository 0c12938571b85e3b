import CarouselApp
import CommandLineOptions
import Glibc
import RemoteControl

/// Options for programs that control this one.
struct RemoteOptions {
  var listen: [UInt8]?
  var serve = false

  static let group = CommandLineTable<Tui>.Group(
    "Remote control",
    [
      .optional(
        "--listen", "SOCKET", \.remote.listen, .socket,
        help:
          "Let tui-remote and other programs of yours control the carousel through a Unix socket: a name, a path or "
          + "auto."),
      .flag(
        "--serve", \.remote.serve, scope: .commandLineOnly,
        help:
          "Serve pictures to tui on another machine, which starts this through ssh, over standard input and output: those "
          + "below the folders that are named, or all that you can read."),
    ])

  func validate() throws(UsageError) {
    guard let listen, RemoteAddress.path(of: listen, environment: [:]) == nil else { return }
    throw .rejected("--listen '\(String(decoding: listen, as: UTF8.self))': expected a name or a path")
  }

  /// A server that listens at a socket.
  ///
  /// - Throws: `.rejected` with the reason why it cannot listen there.
  @MainActor
  static func server(at socket: [UInt8], environment: [String: String]) throws(UsageError) -> RemoteServer {
    let name = String(decoding: socket, as: UTF8.self)
    guard let path = RemoteAddress.path(of: socket, environment: environment) else {
      throw .rejected("--listen \(name): expected a name or a path")
    }
    do throws(RemoteSocketError) {
      let listener = try RemoteListener(at: path, environment: environment)
      return RemoteServer(listener, hello: RemoteHello(version: Version.number, pid: Int(getpid())))
    } catch {
      throw .rejected("--listen \(name): \(error)")
    }
  }
}

extension ValueFormat<[UInt8]> {
  /// The name or path of a socket.
  fileprivate static var socket: ValueFormat {
    ValueFormat("a name, a path or auto", completion: .files, readBytes: { $0 })
  }
}
