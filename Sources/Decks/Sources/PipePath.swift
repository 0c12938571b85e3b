import Glibc

/// Paths of this process's descriptors: `/dev/stdin`, and what the shell substitutes for `<(…)`.
enum PipePath {
  /// The descriptor that a path names if it is an open pipe or socket; nil if the path is to be read as a file.
  static func descriptor(_ path: [UInt8]) -> Int32? {
    let text = String(decoding: path, as: UTF8.self)
    var number: Int32? = text == "/dev/stdin" ? 0 : nil
    for folder in ["/dev/fd/", "/proc/self/fd/"] where text.hasPrefix(folder) {
      number = number ?? Int32(text.dropFirst(folder.count))
    }
    guard let number, number >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    return kind == S_IFIFO || kind == S_IFSOCK ? number : nil
  }
}
