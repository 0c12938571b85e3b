// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// A library of `tui-codecs`, which is built without those that are missing.
struct OptionalLibrary {
  let name: String
  /// The module in which it is imported.
  let module: String
  let package: String
  /// Its main header.
  let header: String

  var isInstalled: Bool {
    ["", "/x86_64-linux-gnu", "/aarch64-linux-gnu"].contains {
      FileManager.default.fileExists(atPath: "/usr/include\($0)/\(header)")
    }
  }

  static let installed = [
    OptionalLibrary(name: "AVIF", module: "CAVIF", package: "libavif-dev", header: "avif/avif.h"),
    OptionalLibrary(name: "HEIF", module: "CHeif", package: "libheif-dev", header: "libheif/heif.h"),
    OptionalLibrary(name: "JXL", module: "CJXL", package: "libjxl-dev", header: "jxl/decode.h"),
    OptionalLibrary(name: "RAW", module: "CRaw", package: "libraw-dev", header: "libraw/libraw.h"),
    OptionalLibrary(name: "EXR", module: "COpenEXR", package: "libopenexr-dev", header: "OpenEXR/openexr.h"),
    OptionalLibrary(name: "TIFF", module: "CTiff", package: "libtiff-dev", header: "tiffio.h"),
  ].filter(\.isInstalled)
}

// Warnings are errors with the compiler that CI uses: builds must not fail on the warnings of other versions.
#if compiler(>=6.3) && compiler(<6.4)
  let isStrict = true
#else
  let isStrict = false
#endif

let sharedSettings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .strictMemorySafety(),
  ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// The settings of modules in which tests spend their time: they compute with pixels and cells, or simulate minutes of a session. Debug
/// builds optimize them, too. The tests themselves are not optimized, which would double the time to build them.
let computing = sharedSettings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The settings of modules that wait and decide rather than compute: optimized for size, a release of them takes a fifth less time to
/// build, and starts sooner.
let compact = sharedSettings + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let package = Package(
  name: "tui",
  // For `Carousel`, which other packages embed: it needs `Duration` in the standard library. The program is for Linux.
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Carousel", targets: ["Carousel"]),
    .library(name: "CarouselViewing", targets: ["CarouselViewing"]),
    // Time, geometry and reloads, which hosts of both import, too.
    .library(name: "CarouselValues", targets: ["CarouselValues"]),
    .executable(name: "tui", targets: ["tui"]),
    .executable(name: "tui-fetch", targets: ["tui-fetch"]),
    .executable(name: "tui-codecs", targets: ["tui-codecs"]),
    .executable(name: "tui-remote", targets: ["tui-remote"]),
    // Only for tests and torture.
    .library(name: "taken-over", type: .dynamic, targets: ["TakenOver"]),
  ],
  targets: [
    // System libraries: module maps, and shims for declarations that Swift cannot import.
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "CDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CWebP", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CGif", providers: [.apt(["libgif-dev"])]),
    .systemLibrary(name: "CLcms2", providers: [.apt(["liblcms2-dev"])]),
    .systemLibrary(name: "CFriBidi", providers: [.apt(["libfribidi-dev"])]),
    .systemLibrary(name: "CMd", providers: [.apt(["libmd-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(name: "CGlibc"),
    // The arguments of a program. Swift reads them from /proc, which may be missing.
    .target(name: "CArguments"),
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    // A library that is opened when a file needs it.
    .target(name: "CArchive"),
    .target(name: "CTerminalRestore"),
    // Which instructions the processor has, of those that not all have. What uses them is optimized in debug builds, too, as its callers:
    // comparing glyphs.
    .target(name: "CProcessor"),
    .target(
      name: "CGlyphs", dependencies: ["CProcessor"], cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),
    // Only for micro-bench: it replaces malloc.
    .target(name: "CAllocationCount"),

    // Values without side effects.
    .target(name: "CarouselValues", swiftSettings: sharedSettings),
    .target(name: "Carousel", dependencies: ["CarouselValues"], swiftSettings: sharedSettings),
    .target(name: "CarouselViewing", dependencies: ["CarouselValues"], swiftSettings: sharedSettings),
    // The nearest of many colors: most of what tests compute with `Terminal`.
    .target(name: "ColorSearch", swiftSettings: computing),
    // Optimizing it for the tests, too, would take 28 processor seconds, and save 7 when they run.
    .target(name: "Terminal", dependencies: ["CFriBidi", "ColorSearch"], swiftSettings: sharedSettings),
    .target(name: "CommandLineOptions", swiftSettings: compact),
    // How much memory there is, and whether it is short.
    .target(name: "Memory", swiftSettings: compact),
    // How many processors there are, threads that compute beside one another, and which vectors there are.
    .target(name: "Parallelism", dependencies: ["CGlibc", "CProcessor"], swiftSettings: compact),
    // Access to the system: files, processes, limits, the clock.
    .target(name: "System", dependencies: ["CArguments", "CGlibc", "Memory"], swiftSettings: compact),
    // What is left of a picture once it is decoded. Rendering needs this of Imaging, which takes four times as long to compile.
    .target(
      name: "Bitmaps", dependencies: ["CDeflate"], swiftSettings: computing),
    .target(
      name: "Imaging",
      dependencies: [
        "Bitmaps", "CDeflate", "CGif", "CJPEG", "CLcms2", "CWebP", "CZlib", "Memory",
      ],
      swiftSettings: computing),
    // Decks, messages and cache entries are JSON.
    .target(name: "JSON", swiftSettings: compact),
    // Shared by the viewer and the programs that control it: their protocol, and its sockets.
    .target(name: "RemoteControl", dependencies: ["CGlibc", "JSON", "System"], swiftSettings: compact),
    // Shared by the viewer and its fetching process: their protocol and the disk cache, without networking.
    .target(name: "Fetching", dependencies: ["CDeflate", "CGlibc", "CMd", "JSON", "System"], swiftSettings: compact),
    // Downloads with libcurl, linked only into the fetching process.
    .target(name: "HTTPFetching", dependencies: ["CCurl", "Fetching", "JSON", "System"], swiftSettings: compact),
    // The viewer's side of downloading: starts tui-fetch and communicates with it.
    .target(name: "Downloads", dependencies: ["CGlibc", "Fetching", "System"], swiftSettings: compact),
    // The far side of ssh: the protocol, and the viewer's end of it.
    .target(name: "FarSide", dependencies: ["Downloads", "Fetching", "JSON", "System"], swiftSettings: compact),
    // The other end: scales pictures where they are.
    .target(
      name: "FarServing",
      dependencies: ["Bitmaps", "Decks", "FarSide", "Fetching", "Imaging", "JSON", "Pictures", "System"],
      swiftSettings: compact),
    // Archives → their entries.
    .target(name: "Archives", dependencies: ["CArchive", "System"], swiftSettings: compact),
    // The wall around decoding: in workers without privileges, or in this process.
    .target(
      name: "Decoding", dependencies: ["Archives", "Bitmaps", "Imaging", "System"],
      // Only the binaries under test have decoders that misbehave on request.
      swiftSettings: compact + [.define("DECODER_FAULTS", .when(configuration: .debug))]),
    // The codecs of libraries that take too long to start for every picture.
    .target(
      name: "LibraryCodecs",
      dependencies: ["Bitmaps", "Imaging"] + OptionalLibrary.installed.map { .target(name: $0.module) },
      swiftSettings: computing + OptionalLibrary.installed.map { .define($0.name) }),
    // External programs for formats that Imaging does not decode.
    .target(
      name: "ExternalDecoders", dependencies: ["Bitmaps", "Decoding", "Imaging", "System"], swiftSettings: compact),
    // Sources → slides.
    .target(
      name: "Decks",
      dependencies: [
        "Archives", "CGlibc", "Decoding", "Downloads", "ExternalDecoders", "FarSide", "Fetching", "Imaging", "JSON",
        "Parallelism", "System",
      ],
      swiftSettings: compact),
    // Slides → pictures.
    .target(
      name: "Pictures",
      dependencies: [
        "Archives", "Bitmaps", "CMd", "Decks", "Decoding", "Downloads", "ExternalDecoders", "FarSide", "Fetching",
        "Imaging", "Memory", "System",
      ],
      swiftSettings: compact),
    .target(
      name: "Rendering",
      dependencies: [
        "Bitmaps", "CGlyphs", "Carousel", "CarouselValues", "CarouselViewing", "ColorSearch", "Parallelism", "Terminal",
      ],
      swiftSettings: computing),

    // The terminal, and the application.
    .target(
      name: "NcursesScreen", dependencies: ["CNcurses", "CTerminalRestore", "System", "Terminal"],
      swiftSettings: compact),
    .target(
      name: "CarouselApp",
      dependencies: [
        "Bitmaps", "Carousel", "CarouselValues", "CarouselViewing", "Decks", "Downloads", "ExternalDecoders",
        "Fetching", "Imaging",
        "Pictures",
        "RemoteControl", "Rendering", "System", "Terminal",
      ],
      // Only the binary under test has a key that crashes deliberately. Optimizing it for the tests would take 50 processor seconds, and
      // save 20 when they run.
      swiftSettings: compact + [.define("DELIBERATE_TRAP", .when(configuration: .debug))]),
    .executableTarget(
      name: "tui",
      dependencies: [
        "Carousel", "CarouselApp", "CarouselValues", "CommandLineOptions", "Decks", "Decoding", "Downloads",
        "ExternalDecoders", "FarServing", "FarSide", "Fetching", "Imaging", "NcursesScreen", "Pictures",
        "RemoteControl", "Rendering", "System", "Terminal",
      ],
      swiftSettings: compact),

    .executableTarget(
      name: "tui-fetch",
      dependencies: ["CGlibc", "CommandLineOptions", "Fetching", "HTTPFetching", "System", "Terminal"],
      swiftSettings: compact),

    // Forks workers for the formats of libraries.
    .executableTarget(
      name: "tui-codecs", dependencies: ["Decoding", "Imaging", "LibraryCodecs", "System"], swiftSettings: compact),

    // Controls a running tui. It links neither libraries nor Foundation, and starts as fast as a shell's own commands.
    .executableTarget(
      name: "tui-remote", dependencies: ["CommandLineOptions", "JSON", "RemoteControl", "System"],
      swiftSettings: compact),

    // The benchmarks of modules, for `make bench`: the encoder, the fit and the carousel.
    .executableTarget(
      name: "micro-bench",
      dependencies: ["Bitmaps", "CAllocationCount", "Carousel", "CarouselValues", "Imaging", "Rendering", "Terminal"],
      swiftSettings: sharedSettings),

    // Shared test support: expectations; random numbers; temporary folders, pictures, archives and fake programs.
    .target(
      name: "TestSupport", dependencies: ["CArchive", "CGlibc"], path: "Tests/TestSupport",
      // It writes archives, with functions of the library that the product does not need.
      swiftSettings: sharedSettings, linkerSettings: [.linkedLibrary("archive")]),
    .target(
      name: "PictureTestSupport",
      dependencies: [
        "Archives", "Bitmaps", "Decks", "Decoding", "ExternalDecoders", "Imaging", "LibraryCodecs", "Pictures",
        "System",
      ],
      path: "Tests/PictureTestSupport", swiftSettings: sharedSettings),

    .testTarget(
      name: "CarouselTests", dependencies: ["Carousel", "CarouselValues", "CarouselViewing", "TestSupport"],
      swiftSettings: sharedSettings
    ),
    .testTarget(
      name: "CarouselViewingTests", dependencies: ["CarouselValues", "CarouselViewing", "TestSupport"],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "CommandLineOptionsTests", dependencies: ["CommandLineOptions", "TestSupport"],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "TuiTests",
      dependencies: [
        "Carousel", "CarouselApp", "CarouselValues", "CommandLineOptions", "Decks", "System", "Terminal", "TestSupport",
        "tui",
        "tui-fetch", "tui-remote",
      ],
      swiftSettings: sharedSettings),
    .testTarget(name: "TerminalTests", dependencies: ["Terminal", "TestSupport"], swiftSettings: sharedSettings),
    // Tests encode JPEGs with it.
    .systemLibrary(name: "CTurboJPEG", path: "Tests/CTurboJPEG", providers: [.apt(["libturbojpeg0-dev"])]),
    .testTarget(
      name: "ImagingTests",
      dependencies: [
        "Bitmaps", "CDeflate", "CLcms2", "CTurboJPEG", "CWebP", "CZlib", "Imaging", "TestSupport",
      ],
      exclude: ["Fixtures"],
      // libwebpdemux composes the animations with which ours are compared.
      swiftSettings: sharedSettings, linkerSettings: [.linkedLibrary("webpdemux")]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], swiftSettings: sharedSettings),
    .testTarget(name: "FetchingTests", dependencies: ["Fetching", "TestSupport"], swiftSettings: sharedSettings),
    // Downloads from a real server on the loopback interface, with the real program.
    .testTarget(
      name: "HTTPFetchingTests",
      dependencies: ["CGlibc", "Fetching", "HTTPFetching", "TestSupport"],
      swiftSettings: sharedSettings),
    // Two of these write to one cache and are killed at random times.
    .executableTarget(
      name: "cache-writer", dependencies: ["Fetching"], path: "Tests/CacheWriter", swiftSettings: sharedSettings),
    .testTarget(
      name: "RemoteControlTests", dependencies: ["RemoteControl", "System", "TestSupport"],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "ParallelismTests", dependencies: ["Parallelism", "TestSupport"], swiftSettings: sharedSettings),
    .testTarget(name: "MemoryTests", dependencies: ["Memory", "TestSupport"], swiftSettings: sharedSettings),
    // Tries what the confinement of tui-fetch denies.
    .executableTarget(
      name: "confined-probe", dependencies: ["System"], path: "Tests/ConfinedProbe", swiftSettings: sharedSettings),
    .testTarget(
      name: "SystemTests", dependencies: ["ExternalDecoders", "PictureTestSupport", "System", "TestSupport"],
      swiftSettings: sharedSettings),
    // A library that is preloaded into confined programs, and attacks.
    // Those have no sanitizer.
    .target(
      name: "TakenOver", path: "Tests/TakenOver",
      cSettings: [.unsafeFlags(["-fno-sanitize=address"], .when(configuration: .debug))]),
    // Runs programs as if the kernel lacked what isolation needs.
    .executableTarget(name: "lacking-kernel", path: "Tests/LackingKernel"),
    // Forks decoding workers for tests, which have too many threads to do it themselves.
    .executableTarget(
      name: "decode-zygote", dependencies: ["Decoding", "System"], path: "Tests/DecodeZygote",
      swiftSettings: sharedSettings),
    .testTarget(
      name: "LibraryCodecsTests",
      dependencies: [
        "Bitmaps", "Decoding", "ExternalDecoders", "Imaging", "LibraryCodecs", "PictureTestSupport", "System",
        "TestSupport",
        "tui-codecs",
      ],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "DecodingTests", dependencies: ["Archives", "Bitmaps", "Decoding", "Imaging", "System", "TestSupport"],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "FarSideTests", dependencies: ["Downloads", "FarSide", "Fetching", "System", "TestSupport"],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "DownloadsTests",
      dependencies: ["Decks", "Downloads", "Fetching", "PictureTestSupport", "System", "TestSupport"],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "ExternalDecodersTests",
      dependencies: [
        "Archives", "Bitmaps", "Decks", "Decoding", "ExternalDecoders", "Imaging", "LibraryCodecs",
        "PictureTestSupport",
        "Pictures", "System", "TestSupport",
      ],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "DecksTests",
      dependencies: [
        "Archives", "Bitmaps", "Decks", "Decoding", "Downloads", "ExternalDecoders", "Fetching", "Imaging",
        "PictureTestSupport",
        "Pictures", "System", "TestSupport",
      ],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "PicturesTests",
      dependencies: [
        "Archives", "Bitmaps", "Decks", "Decoding", "Downloads", "ExternalDecoders", "Fetching", "Imaging",
        "PictureTestSupport",
        "Pictures",
        "System", "TestSupport",
      ],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "RenderingTests",
      dependencies: [
        "Bitmaps", "Carousel", "CarouselValues", "CarouselViewing", "Imaging", "Parallelism", "Rendering", "Terminal",
        "TestSupport",
      ],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "CarouselAppTests",
      dependencies: [
        "Bitmaps", "Carousel", "CarouselApp", "CarouselValues", "CarouselViewing", "Decks", "Downloads",
        "ExternalDecoders", "Fetching",
        "HTTPFetching",
        "Imaging", "PictureTestSupport", "Pictures", "RemoteControl", "Rendering", "System", "Terminal", "TestSupport",
      ],
      swiftSettings: sharedSettings),
    .testTarget(
      name: "NcursesScreenTests", dependencies: ["CNcurses", "NcursesScreen", "Terminal", "TestSupport"],
      swiftSettings: sharedSettings),
    .testTarget(name: "TestSupportTests", dependencies: ["TestSupport"], swiftSettings: sharedSettings),
    .testTarget(name: "RepositoryTests", dependencies: ["TestSupport"], swiftSettings: sharedSettings),
    // Runs the real program in a pseudo-terminal, under a minimal shell.
    .testTarget(
      name: "EndToEndTests", dependencies: ["Terminal", "TestSupport"],
      swiftSettings: sharedSettings + [.define("DELIBERATE_TRAP", .when(configuration: .debug))]),
    .executableTarget(name: "job-runner", path: "Tests/JobRunner", swiftSettings: sharedSettings),
  ]
)

package.targets += OptionalLibrary.installed.map {
  // libraw reads files in pieces only through a class of C++.
  $0.module == "CRaw"
    ? .target(name: $0.module, linkerSettings: [.linkedLibrary("raw_r")])
    : .systemLibrary(name: $0.module, providers: [.apt([$0.package])])
}
