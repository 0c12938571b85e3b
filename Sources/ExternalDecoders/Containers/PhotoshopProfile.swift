import Imaging
import System

/// The ICC profile and the colors of a PSD.
enum PhotoshopProfile {
  /// The number of the mode whose pixels are inks, and that of gray.
  private static let (inks, gray) = (4, 1)

  /// Whether a file's pixels are inks.
  static func isCMYK(_ input: ProgramInput) -> Bool { mode(input) == inks }

  /// Whether a file's pixels are gray.
  static func isGray(_ input: ProgramInput) -> Bool { mode(input) == gray }

  private static func mode(_ input: ProgramInput) -> Int { MediaBoxes.number(input.bytes(from: 24, count: 2)[...]) }

  static func exists(in input: ProgramInput) -> Bool { range(in: input) != nil }

  static func read(_ input: ProgramInput) -> [UInt8]? {
    guard let range = range(in: input) else { return nil }
    let profile = input.bytes(from: range.lowerBound, count: range.count)
    return profile.count == range.count ? profile : nil
  }

  private static func range(in input: ProgramInput) -> Range<Int>? {
    PhotoshopResources.range(of: .profile) { input.bytes(from: $0, count: $1) }.flatMap {
      $0.count <= ColorEncoding.maxProfileBytes ? $0 : nil
    }
  }
}
