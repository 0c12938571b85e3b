// swift-tools-version: 6.2
import PackageDescription

// Six hosts of `Carousel`, with no other dependencies but curses for one of them.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "tui", path: "..")],
  targets: [
    // Lines of text; a changing collection; a script of events; the traces of a scroll view; cells, by curses; the pictures
    // in the documentation.
    host("TabStrip"), host("Feed"), host("ScriptPlayer"), host("ScrollTraces"), host("Cells", "CCurses"),
    host("Catalogue"),
    .systemLibrary(name: "CCurses", providers: [.apt(["libncurses-dev"])]),
  ])

func host(_ name: String, _ others: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: ["Carousel", "CarouselValues"].map { .product(name: $0, package: "tui") } + others,
    swiftSettings: [.swiftLanguageMode(.v6), .defaultIsolation(MainActor.self), .strictMemorySafety()],
    // `rounded()` calls libm, which is linked only where Glibc is imported.
    linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))])
}
