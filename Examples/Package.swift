// swift-tools-version: 6.2
import PackageDescription

// Three hosts of `Carousel`, which depend on nothing else.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "tui", path: "..")],
  targets: ["TabStrip", "Feed", "ScriptPlayer"].map { name in
    .executableTarget(
      name: name, dependencies: [.product(name: "Carousel", package: "tui")],
      swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .strictMemorySafety()],
      // `rounded()` calls it, and nothing here imports Glibc, which would link it.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
  })
