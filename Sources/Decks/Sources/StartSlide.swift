import Downloads
import System

/// Finds the start slide without scanning a folder.
enum StartSlide {
  /// A segment with only the start slide; nil if none is named, or if it is not evidently one of the arguments'
  /// pictures.
  static func segment(for request: DeckRequest) -> Deck.Segment? {
    guard let name = request.startName.map(FileURL.path), !name.isEmpty else { return nil }
    let file = Path(name).absolute
    let arguments = request.arguments.isEmpty ? [Array(".".utf8)] : request.arguments
    for argument in arguments where argument != Array("-".utf8) {
      if WebAddress.isURL(argument) {
        let location = Location(argument: argument)
        if location.reference == name || location.nameBytes == name { return .slides([Slide(location)]) }
        continue
      }
      let path = Path(argument)
      if path.name.elementsEqual(name) || path.absolute == file {
        guard PathKind(of: path) == .file, !PictureNames.isDeck(path), !ListFile.isList(path),
          !ArchiveNames.isArchive(path.name)
        else { continue }
        return segment(path.bytes, in: Path(""))
      }
      if let own = [name[...], path.absolute.relative(file)].compactMap({ $0 }).first(where: {
        wouldBeListed($0, isRecursive: request.recursive) && PathKind(of: path.appending($0)) == .file
      }) {
        return segment(Array(own), in: DeckBuilder.base(of: path))
      }
    }
    return nil
  }

  private static func segment(_ name: [UInt8], in folder: Path) -> Deck.Segment {
    var names = NameList()
    names.append(name)
    return .names(names, folder: folder)
  }

  /// Whether a scan of the folder would list this relative path, if it exists.
  private static func wouldBeListed(_ relative: ArraySlice<UInt8>, isRecursive: Bool) -> Bool {
    let components = relative.split(separator: Path.slash, omittingEmptySubsequences: false)
    guard let name = components.last, components.count == 1 || isRecursive else { return false }
    return PictureNames.isPicture(name) && components.allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
  }
}
