/// The version of the programs, which `--version` and the packages have.
package enum Version {
  package static let number = "0.1.0"
}
