import Glibc

/// The environment in which the process was started.
package enum EnvironmentVariables {
  /// All variables, read now.
  package static func all() -> [String: String] {
    var variables: [String: String] = [:]
    var position = 0
    while let entry = unsafe environ[position] {
      position += 1
      let text = unsafe String(cString: entry)
      guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      variables[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
    }
    return variables
  }
}
