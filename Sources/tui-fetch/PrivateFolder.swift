import CommandLineOptions
import Glibc

/// A temporary folder for one run.
struct PrivateFolder {
  let path: String

  /// Creates the folder with mode 0700.
  ///
  /// - Throws: `UsageError` if it cannot be created.
  init(environment: [String: String]) throws(UsageError) {
    let base = environment["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(base)/tui-fetch-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw .rejected("cannot create a temporary folder in \(base)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder and its files; it must not contain folders.
  func remove() {
    guard let stream = unsafe opendir(path) else { return }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      unsafe unlink("\(path)/\(name)")
    }
    unsafe closedir(stream)
    unsafe rmdir(path)
  }
}
