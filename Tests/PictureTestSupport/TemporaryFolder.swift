import Glibc
package import System

/// A temporary folder for files with any bytes in their names, removed with this object.
package final class TemporaryFolder: Sendable {
  package let path: Path

  package init() {
    var template = (PrivateFolder.base.appending("tui-folder-XXXXXX".utf8).bytes + [0]).map(CChar.init(bitPattern:))
    precondition(unsafe mkdtemp(&template) != nil, "no temporary folder")
    path = Path(template.dropLast().map { UInt8(bitPattern: $0) })
  }

  deinit { remove() }

  /// The path of a file in the folder.
  package func callAsFunction(_ name: String) -> Path { path.appending(name.utf8) }

  /// The path of the folder, or of a file in it, as an argument.
  package func argument(_ name: String = "") -> [UInt8] { name.isEmpty ? path.bytes : self(name).bytes }

  package func file(_ name: String, _ bytes: [UInt8] = [], modified: Int? = nil) {
    file(Array(name.utf8), bytes, modified: modified)
  }

  package func file(_ name: [UInt8], _ bytes: [UInt8] = [], modified: Int? = nil) {
    let path = path.appending(name)
    let descriptor = unsafe path.withCString { unsafe open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600) }
    precondition(descriptor >= 0, "cannot write a file")
    precondition(unsafe write(descriptor, bytes, bytes.count) == bytes.count, "cannot write the bytes")
    close(descriptor)
    if let modified {
      let times = [timeval(tv_sec: modified, tv_usec: 0), timeval(tv_sec: modified, tv_usec: 0)]
      precondition(unsafe path.withCString { unsafe utimes($0, times) } == 0, "cannot set the time")
    }
  }

  /// Creates a sparse file with the given length.
  package func sparseFile(_ name: String, _ bytes: [UInt8], length: Int) {
    file(name, bytes)
    precondition(unsafe self(name).withCString { unsafe truncate($0, length) } == 0, "cannot lengthen a file")
  }

  package func folder(_ name: String) {
    precondition(unsafe self(name).withCString { unsafe mkdir($0, 0o700) } == 0, "cannot make a folder")
  }

  package func link(_ name: String, to target: String) {
    let result = unsafe self(name).withCString { name in
      unsafe Path(target).withCString { unsafe symlink($0, name) }
    }
    precondition(result == 0, "cannot make a link")
  }

  /// Gives a file another name: a tenth of the time that another file would take.
  package func hardLink(_ name: String, to file: String) {
    let result = unsafe self(name).withCString { name in unsafe self(file).withCString { unsafe Glibc.link($0, name) } }
    precondition(result == 0, "cannot make a hard link")
  }

  package func pipe(_ name: String) {
    precondition(unsafe self(name).withCString { unsafe mkfifo($0, 0o600) } == 0, "cannot make a pipe")
  }

  package func setMode(_ name: String, _ mode: UInt32) {
    precondition(unsafe self(name).withCString { unsafe chmod($0, mode) } == 0, "cannot change a mode")
  }

  package func remove() { TemporaryFolder.remove(path) }

  private static func remove(_ folder: Path) {
    if let stream = unsafe folder.withCString({ unsafe opendir($0) }) {
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
        if name == [0x2E] || name == [0x2E, 0x2E] { continue }
        let path = folder.appending(name)
        if unsafe Int(entry.pointee.d_type) == DT_DIR {
          remove(path)
        } else {
          _ = unsafe path.withCString { unsafe unlink($0) }
        }
      }
      unsafe closedir(stream)
    }
    _ = unsafe folder.withCString { unsafe rmdir($0) }
  }
}
