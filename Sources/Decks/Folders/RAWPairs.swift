import Imaging
import System

/// What becomes of a camera's RAW file beside a JPEG or HEIC of the same shot.
package enum RAWPairing: String, CaseIterable, Sendable {
  /// One slide, which shows the picture that the camera made. What is done with its file is done with both.
  case pair
  /// Two slides.
  case separate
  /// One slide, which shows the RAW file.
  case only
}

/// The shots of which a folder has both files: their names differ only in the extension.
struct RAWPairs {
  /// The names that become slides.
  private(set) var names: NameList
  /// The RAW files that go with slides, by the slides' files.
  private(set) var companions: [Path: Path] = [:]

  private static let sensors = packed(LibraryFormat.raw.extensions)
  private static let pictures = packed(["jpg", "jpeg", "jpe"] + LibraryFormat.heic.extensions)

  private static func packed(_ extensions: [String]) -> Set<UInt64> {
    Set(extensions.compactMap { PictureNames.pack($0.utf8) })
  }

  /// Finds the pairs among the names of a folder's pictures.
  ///
  /// - Parameter folder: the folder of the slides' files.
  init(_ names: NameList, in folder: Path, _ pairing: RAWPairing) {
    self.names = names
    guard pairing != .separate else { return }
    var sensors: [ArraySlice<UInt8>: ArraySlice<UInt8>] = [:]
    for index in 0..<names.count {
      let name = names[index]
      if RAWPairs.isOne(of: RAWPairs.sensors, name) { sensors[RAWPairs.stem(name)] = name }
    }
    guard !sensors.isEmpty else { return }
    var shots: Set<ArraySlice<UInt8>> = []
    for index in 0..<names.count {
      let name = names[index]
      guard RAWPairs.isOne(of: RAWPairs.pictures, name), let sensor = sensors[RAWPairs.stem(name)] else { continue }
      shots.insert(RAWPairs.stem(name))
      if pairing == .pair { companions[folder.appending(name)] = folder.appending(sensor) }
    }
    let leftOut = pairing == .pair ? RAWPairs.sensors : RAWPairs.pictures
    if !shots.isEmpty {
      self.names = names.filter { !(RAWPairs.isOne(of: leftOut, $0) && shots.contains(RAWPairs.stem($0))) }
    }
  }

  private static func isOne(of extensions: Set<UInt64>, _ name: ArraySlice<UInt8>) -> Bool {
    PictureNames.packedExtension(of: name).map(extensions.contains) ?? false
  }

  /// A name, with its folders, up to the extension.
  private static func stem(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    name[..<(name.lastIndex(of: UInt8(ascii: ".")) ?? name.endIndex)]
  }
}
