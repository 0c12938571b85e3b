package import Foundation
import Glibc

/// What a confined process must not reach when `libtaken-over.so` has taken it over: a folder of the user's with a file and a socket, and a
/// process. They are removed with this object.
package final class TakeoverTarget {
  /// The folder.
  package let home: String
  /// The process.
  package let peer: ChildProcess
  private let listener: Int32
  private let library: String

  /// Makes the folder in another one, for a library that takes over.
  package init(
    in parent: URL = FileManager.default.temporaryDirectory, library: String = BuiltProgram.path(of: "libtaken-over.so")
  ) throws {
    self.library = library
    home = parent.appending(path: "tui-taken-\(UUID().uuidString)").path
    for folder in ["", "/bin", "/lib"] {
      try FileManager.default.createDirectory(atPath: home + folder, withIntermediateDirectories: true)
    }
    try Data("secret".utf8).write(to: URL(filePath: home + "/secret"))
    try Data(count: 4096).write(to: URL(filePath: home + "/report"))
    peer = try Launch(program: "/bin/sleep", arguments: ["1000"], environment: [:]).start()
    listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array("\(home)/socket".utf8)) }
    let isBound = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(listener, 100) == 0 else { throw SystemFailure("bind") }
  }

  deinit {
    close(listener)
    try? FileManager.default.removeItem(atPath: home)
  }

  /// The variables that have a program taken over when it is started as `role`: see `taken_over.c`.
  package func environment(as role: String) -> [String: String] {
    [
      "PATH": "/usr/bin:/bin", "LD_PRELOAD": library, "TAKEN_OVER": role,
      "TAKEN_OVER_HOME": home, "TAKEN_OVER_PEER": "\(peer.identifier)", "TAKEN_OVER_REPORT": "\(home)/report",
    ]
  }

  /// A program in the place of another one, in a folder of its own beside that of its library: it starts the other one, taken over.
  package func program(_ path: String) throws -> String {
    var variables = environment(as: "program")
    // An isolated program can read what is installed beside it.
    variables["LD_PRELOAD"] = "\(home)/lib/taken-over.so"
    let file = "\(home)/bin/\(path.split(separator: "/").last ?? "")"
    let words = variables.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
    let script = "#!/bin/sh\nexport \(words)\nexec \(path) \"$@\"\n"
    // Written by another process: see `Album`.
    let made = try PipedProgram.run(
      "/bin/sh",
      [
        "-c", #"cp "$1" "$2" && cat > "$0" && chmod 700 "$0""#, file, library, "\(home)/lib/taken-over.so",
      ],
      input: Array(script.utf8))
    guard made.ending == .exited(0) else { throw SystemFailure("cat > \(file)", code: EIO) }
    return file
  }

  /// The attempts that a worker or tui-fetch has reported as successful, and "end" after the last one.
  package var report: [String] {
    let text = (try? Data(contentsOf: URL(filePath: home + "/report"))) ?? Data()
    return Self.lines(of: Array(text.prefix { $0 != 0 }))
  }

  /// The lines of a report.
  package static func lines(of bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The mode of the folder's file, which no process may change.
  package var mode: UInt32 {
    var status = stat()
    return unsafe stat(home + "/secret", &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}
