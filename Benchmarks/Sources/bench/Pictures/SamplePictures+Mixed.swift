import Glibc
import TestSupport

extension SamplePictures {
  /// A folder of `count` hard links to photographs and animations of every kind, in turn.
  func mixedFolder(count: Int) throws -> String {
    let folder = "\(path)/mixed-\(count)"
    let marker = folder + ".complete"
    if unsafe access(marker, F_OK) == 0 { return folder }
    guard unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw SystemFailure("mkdir \(folder)") }
    let kinds: [Made] = [.rgba, .palette, .wide, .interlaced, .lossyWebP, .losslessWebP, .alphaWebP, .gif]
    var originals = try kinds.map { try made($0, width: 1280, height: 854) }
    originals += try (1...6).map { try jpeg(width: 1280, height: 854, seed: $0) }
    originals += try [moving(.gif), moving(.apng), moving(.webp), jpeg(width: 1280, height: 854, isProgressive: true)]
    for number in 0..<count {
      let original = originals[number % originals.count]
      let name = "\(folder)/\(10_000 + number).\(original.split(separator: ".").last ?? "")"
      unsafe unlink(name)
      guard unsafe link(original, name) == 0 else { throw SystemFailure("link \(name)") }
    }
    _ = try file("mixed-\(count).complete") { [] }
    return folder
  }
}
