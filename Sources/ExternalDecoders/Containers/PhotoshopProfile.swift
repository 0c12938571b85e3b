import Imaging
import System

/// The ICC profile in a PSD's image resources (Adobe Photoshop File Formats Specification, resource 1039).
enum PhotoshopProfile {
  /// The resource's identifier.
  private static let identifier = 1039
  /// The maximum number of resources that are read; files have about thirty.
  private static let maxResources = 1000
  /// The number of the mode whose pixels are inks, and that of gray.
  private static let inks = 4
  private static let gray = 1

  /// Whether a file's pixels are inks.
  static func isCMYK(_ input: ProgramInput) -> Bool { mode(input) == inks }

  /// Whether a file's pixels are gray.
  static func isGray(_ input: ProgramInput) -> Bool { mode(input) == gray }

  private static func mode(_ input: ProgramInput) -> Int { MediaBoxes.number(input.bytes(from: 24, count: 2)[...]) }

  /// The profile; nil if there is none.
  static func read(_ input: ProgramInput) -> [UInt8]? {
    guard let range = range(in: input) else { return nil }
    let profile = input.bytes(from: range.lowerBound, count: range.count)
    return profile.count == range.count ? profile : nil
  }

  /// Where the profile is in the file; nil if there is none.
  static func range(in input: ProgramInput) -> Range<Int>? {
    // After the header of 26 bytes come colors with their length, and the resources with theirs.
    let colors = input.bytes(from: 26, count: 4)
    var offset = 30 + MediaBoxes.number(colors[...])
    let end = offset + 4 + MediaBoxes.number(input.bytes(from: offset, count: 4)[...])
    offset += 4
    for _ in 0..<maxResources where offset < end {
      let head = input.bytes(from: offset, count: 7)
      guard head.count == 7, head.starts(with: "8BIM".utf8) else { return nil }
      // A name with its length, padded to an even number of bytes; then the length of the content, padded likewise.
      let start = offset + 6 + (Int(head[6]) + 2) & ~1
      let count = MediaBoxes.number(input.bytes(from: start, count: 4)[...])
      if MediaBoxes.number(head[4..<6]) == identifier {
        return count <= ColorEncoding.maxProfileBytes ? start + 4..<start + 4 + count : nil
      }
      offset = start + 4 + (count + 1) & ~1
    }
    return nil
  }
}
