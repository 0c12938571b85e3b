private import CMd
import Glibc
package import System

/// A file as the shared thumbnail cache identifies it: by its URI and modification time.
package struct ThumbnailSource: Hashable, Sendable {
  /// The absolute, canonical URI of the file, in ASCII.
  package let uri: String
  /// The modification time in seconds since 1970.
  package let modificationTime: Int
  /// The size of the file in bytes.
  package let byteCount: Int

  /// A file with known properties.
  package init(path: Path, modificationTime: Int, byteCount: Int) {
    uri = ThumbnailSource.uri(of: path)
    self.modificationTime = modificationTime
    self.byteCount = byteCount
  }

  /// A file with its properties on disk; nil if it is not a regular file.
  package init?(of path: Path) {
    guard let status = path.status, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(path: path, modificationTime: status.st_mtim.tv_sec, byteCount: Int(status.st_size))
  }

  /// The name of its thumbnail, without a folder: the MD5 of the URI in hexadecimal digits, with the extension `png`.
  var thumbnailName: String {
    var context = MD5_CTX()
    let uri = Array(uri.utf8)
    var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
    // The context is local, and the digest has the required length.
    unsafe uri.withUnsafeBufferPointer { bytes in
      unsafe MD5Init(&context)
      unsafe MD5Update(&context, bytes.baseAddress, bytes.count)
      unsafe MD5Final(&digest, &context)
    }
    let digits = Array("0123456789abcdef")
    return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) + ".png"
  }

  /// The URI, escaped as by GLib (`g_filename_to_uri`), because other programs find a file's thumbnail only by its URI.
  private static func uri(of path: Path) -> String {
    "file://" + PercentEncoding.encoded(path.absolute.bytes, keeping: "!$&'()*+,-./:=@_~")
  }
}
