import CGlibc

/// Takes away from the process that parses the network's bytes what it does not need.
package enum FetchConfinement {
  /// The variables with files and folders that OpenSSL reads besides those of the system. Folders are separated by colons.
  private static let variables = [
    "SSL_CERT_FILE", "SSL_CERT_DIR", "OPENSSL_CONF", "OPENSSL_MODULES", "OPENSSL_ENGINES",
  ]

  /// Confines this process, which must have a single thread: it can write only in its folders, read only these and the
  /// system's files, such as certificates and the resolver's configuration, and neither start programs nor reach other
  /// processes.
  ///
  /// - Parameters:
  ///   - folders: the folders for downloads, which exist.
  ///   - files: further files to read.
  ///   - environment: the environment, which may name further files to read.
  /// - Returns: false if the kernel cannot do all of that. It then does what it can.
  package static func confine(
    writing folders: [String], reading files: [String] = [], environment: [String: String]
  ) -> Bool {
    let named = variables.compactMap { environment[$0] }.flatMap { $0.split(separator: ":").map { Array($0.utf8) } }
    let readable = named + files.map { Array($0.utf8) }
    return unsafe CStrings.with(folders.map { Array($0.utf8) }) { folders in
      unsafe CStrings.with(readable) { readable in unsafe tui_confine_fetching(folders, readable) == 0 }
    }
  }
}
