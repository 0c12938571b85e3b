/// The version of the programs: the only place that states it. `--version`, the man pages, the packages and the site take it from here.
package enum Version {
  package static let number = "1.0.0"
}
