// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

/// Measures the real binary from outside, so that it depends on nothing of the package above.
let package = Package(
  name: "Benchmarks",
  targets: [
    // What the tests start programs with.
    .target(name: "CArchive"),
    .target(name: "CGlibc"),
    .target(
      name: "TestSupport", dependencies: ["CArchive", "CGlibc"], swiftSettings: house,
      linkerSettings: [.linkedLibrary("archive")]),
    .executableTarget(name: "bench", dependencies: ["TestSupport"], swiftSettings: house),
  ]
)
