// swift-tools-version: 6.2
import PackageDescription

// Three hosts of `Carousel`, with no other dependencies.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "tui", path: "..")],
  targets: ["TabStrip", "Feed", "ScriptPlayer"].map { name in
    .executableTarget(
      name: name, dependencies: [.product(name: "Carousel", package: "tui")],
      swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .strictMemorySafety()],
      // `rounded()` calls libm, which is linked only where Glibc is imported; nothing here imports it.
      linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
  })
