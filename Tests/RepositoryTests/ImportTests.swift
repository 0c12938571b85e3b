import Foundation
import TestSupport
import Testing

/// The arrows between the modules, as ARCHITECTURE.md draws them: which modules each may import.
struct ImportTests {
  /// The modules that each module may import, ours and the system's.
  static let arrows: [String: Set<String>] = [
    "CarouselValues": [],
    "Carousel": ["CarouselValues"],
    "CarouselViewing": ["CarouselValues"],
    "ColorSearch": [],
    "Terminal": ["CFriBidi", "ColorSearch", "Synchronization"],
    "CommandLineOptions": [],
    "JSON": [],
    "Memory": ["Glibc"],
    "Parallelism": ["CGlibc", "CProcessor"],
    "System": ["CArguments", "CGlibc", "Glibc", "Memory", "Synchronization"],
    "Bitmaps": ["CDeflate", "Glibc"],
    "Imaging": [
      "Bitmaps", "CDeflate", "CGif", "CJPEG", "CLcms2", "CWebP", "CZlib", "Dispatch", "Glibc",
      "Memory", "Synchronization",
    ],
    "RemoteControl": ["CGlibc", "Glibc", "JSON", "System"],
    "Fetching": ["CDeflate", "CGlibc", "CMd", "Glibc", "JSON", "Synchronization", "System"],
    "HTTPFetching": ["CCurl", "Fetching", "Glibc", "JSON", "System"],
    "Downloads": ["CGlibc", "Dispatch", "Fetching", "Glibc", "Synchronization", "System"],
    "FarSide": ["Dispatch", "Downloads", "Fetching", "Glibc", "JSON", "Synchronization", "System"],
    "FarServing": [
      "Bitmaps", "Decks", "FarSide", "Fetching", "Glibc", "Imaging", "JSON", "Pictures", "Synchronization", "System",
    ],
    "Archives": ["CArchive", "Glibc", "System"],
    "Decoding": ["Archives", "Bitmaps", "Glibc", "Imaging", "Synchronization", "System"],
    "LibraryCodecs": ["Bitmaps", "CAVIF", "CHeif", "CJXL", "COpenEXR", "CRaw", "CTiff", "Glibc", "Imaging"],
    "ExternalDecoders": ["Bitmaps", "Decoding", "Glibc", "Imaging", "Synchronization", "System"],
    "Decks": [
      "Archives", "CGlibc", "Decoding", "Dispatch", "Downloads", "ExternalDecoders", "FarSide", "Fetching", "Glibc",
      "Imaging", "JSON", "Parallelism", "Synchronization", "System",
    ],
    "Pictures": [
      "Archives", "Bitmaps", "CMd", "Decks", "Decoding", "Dispatch", "Downloads", "ExternalDecoders", "FarSide",
      "Fetching", "Glibc", "Imaging", "Memory", "Synchronization", "System",
    ],
    "Rendering": [
      "Bitmaps", "CGlyphs", "Carousel", "CarouselValues", "CarouselViewing", "ColorSearch", "Dispatch", "Glibc",
      "Parallelism",
      "Synchronization", "Terminal",
    ],
    "NcursesScreen": ["CNcurses", "CTerminalRestore", "Glibc", "Synchronization", "System", "Terminal"],
    "CarouselApp": [
      "Bitmaps", "Carousel", "CarouselValues", "CarouselViewing", "Decks", "Dispatch", "Downloads", "ExternalDecoders",
      "Fetching",
      "Glibc",
      "Imaging", "Pictures", "RemoteControl", "Rendering", "Synchronization", "System", "Terminal",
    ],
    "tui": [
      "Carousel", "CarouselApp", "CarouselValues", "CommandLineOptions", "Decks", "Decoding", "Dispatch", "Downloads",
      "ExternalDecoders", "FarServing", "FarSide", "Fetching", "Glibc", "Imaging", "NcursesScreen", "Pictures",
      "RemoteControl", "Rendering", "Synchronization",
      "System", "Terminal",
    ],
    "tui-fetch": [
      "CGlibc", "CommandLineOptions", "Fetching", "Glibc", "HTTPFetching", "System", "Terminal",
    ],
    "tui-codecs": ["Decoding", "Imaging", "LibraryCodecs", "System"],
    "tui-remote": ["CommandLineOptions", "Glibc", "JSON", "RemoteControl", "System"],
    "micro-bench": [
      "Bitmaps", "CAllocationCount", "Carousel", "CarouselValues", "Glibc", "Imaging", "Rendering", "Terminal",
    ],
  ]

  @Test func `every module has a row in the import table`() {
    let modules = Set(SourceTree.swiftFiles(in: "Sources").map(\.module))
    #expect(modules.subtracting(Self.arrows.keys).isEmpty)
    #expect(!modules.isEmpty)
  }

  @Test(arguments: arrows.keys.sorted())
  func `a module imports only what its row allows`(module: String) {
    let allowed = Self.arrows[module] ?? []
    for file in SourceTree.swiftFiles(in: "Sources/\(module)") {
      let strangers = Set(file.imports).subtracting(allowed)
      #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted().joined(separator: ", "))")
    }
  }

  /// Without this rule, clean builds fail now and then: an undeclared dependency may not have been built yet.
  @Test func `a target imports only its dependencies in the manifest`() throws {
    let manifest = try SourceTree.text(of: "Package.swift")
    // A target's text, from its name to its settings. The quoted words in it are its name and its dependencies.
    let targets = manifest.components(separatedBy: "arget(").dropFirst().map { text -> [String] in
      let quoted = text.components(separatedBy: "swiftSettings")[0].components(separatedBy: "\"")
      return stride(from: 1, to: quoted.count, by: 2).map { quoted[$0] }
    }
    let names = Set(targets.compactMap(\.first))
    #expect(names.isSuperset(of: ["Carousel", "tui", "RepositoryTests"]))
    for target in targets {
      guard let name = target.first else { continue }
      let folders = [target.first { $0.hasPrefix("Tests/") }, "Sources/\(name)", "Tests/\(name)"].compactMap { $0 }
      for file in folders.flatMap(SourceTree.swiftFiles) {
        let strangers = Set(file.imports).intersection(names).subtracting(target)
        #expect(strangers.isEmpty, "\(file.path) imports \(strangers.sorted().joined(separator: ", "))")
      }
    }
  }

  @Test func `the package depends on no other package`() throws {
    #expect(try !SourceTree.text(of: "Package.swift").contains(".package("))
  }

  @Test func `only NcursesScreen imports ncurses`() {
    let knowing = SourceTree.swiftFiles(in: "Sources").filter { $0.imports.contains("CNcurses") }.map(\.module)
    #expect(Set(knowing).isSubset(of: ["NcursesScreen"]))
  }

  @Test func `only the library has public declarations`() {
    let library = ["CarouselValues", "Carousel", "CarouselViewing"]
    for file in SourceTree.swiftFiles(in: "Sources") where !library.contains(file.module) {
      let declarations = file.declarations(at: "public") + file.declarations(at: "open")
      #expect(declarations.isEmpty, "\(file.path): \(declarations.joined(separator: " · "))")
    }
  }
}
