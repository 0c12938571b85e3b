import Glibc

/// The environment in which the process was started.
package enum EnvironmentVariables {
  /// The bytes of all variables, each `NAME=value`, read now.
  package static var entries: [[UInt8]] {
    var entries: [[UInt8]] = []
    while let entry = unsafe environ[entries.count] {
      entries.append(unsafe Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
    }
    return entries
  }

  /// All variables, read now.
  package static func all() -> [String: String] {
    var variables: [String: String] = [:]
    for entry in entries {
      guard let equals = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      variables[String(decoding: entry[..<equals], as: UTF8.self)] = String(
        decoding: entry[(equals + 1)...], as: UTF8.self)
    }
    return variables
  }
}
