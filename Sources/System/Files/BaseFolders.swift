/// The folders of the XDG Base Directory Specification.
package enum BaseFolders {
  /// The folder that a variable names, if it is absolute, or else one in the home folder; nil without either.
  package static func path(_ name: String, orBelowHome folder: String, _ environment: [String: String]) -> String? {
    if let path = environment[name], path.hasPrefix("/") { return path }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return "\(home)/\(folder)"
  }
}
