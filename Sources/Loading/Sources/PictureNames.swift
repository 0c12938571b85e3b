/// Which files of a folder are taken for pictures: by their name, for nothing is opened before it is in demand.
///
/// A file named on the command line, in a list or in a deck needs no such name: it is sniffed when its turn comes.
package enum PictureNames {
  /// Extensions of the formats that are decoded here, lower case.
  package static let extensions: Set<String> = ["jpg", "jpeg", "jpe", "jfif", "png"]

  /// Whether a folder's entry of that name is a slide. Hidden files are not.
  package static func isPicture(_ name: some Collection<UInt8>) -> Bool {
    guard name.first != UInt8(ascii: "."), let fileExtension = Path(name).fileExtension else { return false }
    return extensions.contains(fileExtension)
  }

  /// Whether a path is a deck's, by its name.
  package static func isDeck(_ path: Path) -> Bool { path.fileExtension == "json" }
}
