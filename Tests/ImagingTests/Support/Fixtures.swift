import Foundation

/// The files in the folder beside the tests.
enum Fixtures {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures").path

  static func names(in subfolder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(subfolder)")) ?? []).sorted()
  }

  static func path(_ name: String) -> String { "\(folder)/\(name)" }

  static func bytes(_ name: String) throws -> [UInt8] { try contents(path(name)) }

  static let good = names(in: "good").map { "good/\($0)" }
  static let jpegs = good.filter { $0.hasSuffix(".jpg") }
  static let pngs = good.filter { $0.hasPrefix("good/png-") }
  static let apngs = good.filter { $0.hasPrefix("good/apng-") }
  static let gifs = good.filter { $0.hasSuffix(".gif") }
  static let webps = good.filter { $0.hasSuffix(".webp") }
  static let movingWebPs = webps.filter { $0.contains("animated") || $0.contains("from-gif") }
}
