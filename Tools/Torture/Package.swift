// swift-tools-version: 6.2
import PackageDescription

let house: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
]

/// Attacks the built program. A separate package, so that building the product does not build it.
let package = Package(
  name: "Torture",
  targets: [
    .target(name: "CProcess"),
    // What the tests start programs with.
    .target(name: "CArchive"),
    .target(name: "CGlibc"),
    .target(
      name: "TestSupport", dependencies: ["CArchive", "CGlibc"], swiftSettings: house,
      linkerSettings: [.linkedLibrary("archive")]),
    .executableTarget(name: "torture", dependencies: ["CProcess", "TestSupport"], swiftSettings: house),
    .testTarget(name: "TortureTests", dependencies: ["torture"], swiftSettings: house),
  ]
)
