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
      "Bitmaps", "CDeflate", "CExif", "CGif", "CJPEG", "CLcms2", "CTurboJPEG", "CWebP", "CZlib", "Dispatch", "Glibc",
      "Memory", "Synchronization",
    ],
    "RemoteControl": ["CGlibc", "Glibc", "JSON", "System"],
    "Fetching": ["CDeflate", "CMd", "Glibc", "JSON", "Synchronization", "System"],
    "HTTPFetching": ["CCurl", "Fetching", "Glibc"],
    "Downloads": ["CGlibc", "Dispatch", "Fetching", "Glibc", "Synchronization", "System"],
    "Archives": ["CArchive", "Glibc", "System"],
    "Decoding": ["Archives", "Bitmaps", "Glibc", "Imaging", "Synchronization", "System"],
    "ExternalDecoders": ["Bitmaps", "Decoding", "Glibc", "Imaging", "Synchronization", "System"],
    "Decks": [
      "Archives", "CGlibc", "Decoding", "Dispatch", "Downloads", "ExternalDecoders", "Fetching", "Glibc", "Imaging",
      "JSON", "Parallelism", "Synchronization", "System",
    ],
    "Pictures": [
      "Archives", "Bitmaps", "CMd", "Decks", "Decoding", "Dispatch", "Downloads", "ExternalDecoders", "Fetching",
      "Glibc",
      "Imaging",
      "Memory", "Synchronization", "System",
    ],
    "Rendering": [
      "Bitmaps", "CGlyphs", "Carousel", "CarouselViewing", "ColorSearch", "Dispatch", "Glibc", "Parallelism",
      "Synchronization", "Terminal",
    ],
    "NcursesScreen": ["CNcurses", "CTerminalRestore", "Glibc", "Synchronization", "System", "Terminal"],
    "CarouselApp": [
      "Bitmaps", "Carousel", "CarouselViewing", "Decks", "Dispatch", "Downloads", "ExternalDecoders", "Fetching",
      "Glibc",
      "Imaging", "Pictures", "RemoteControl", "Rendering", "Synchronization", "System", "Terminal",
    ],
    "tui": [
      "Carousel", "CarouselApp", "CommandLineOptions", "Decks", "Decoding", "Dispatch", "Downloads",
      "ExternalDecoders",
      "Fetching", "Glibc", "Imaging", "NcursesScreen", "Pictures", "RemoteControl", "Rendering", "Synchronization",
      "System", "Terminal",
    ],
    "tui-fetch": [
      "CGlibc", "CommandLineOptions", "Fetching", "Glibc", "HTTPFetching", "System", "Terminal",
    ],
    "tui-tiff": ["CArguments", "CGlibc", "CTiff"],
    "tui-remote": ["CommandLineOptions", "Glibc", "JSON", "RemoteControl", "System"],
    "micro-bench": ["Bitmaps", "CAllocationCount", "Carousel", "Glibc", "Imaging", "Rendering", "Terminal"],
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

  @Test(arguments: ["CarouselValues", "Carousel", "CarouselViewing", "Terminal", "Rendering", "CarouselApp"])
  func `the core modules take the time as an argument and read no clock`(module: String) {
    let clocks = ["clock_gettime", "ContinuousClock", "SuspendingClock", "MonotonicClock.now", "DispatchTime.now"]
    for file in SourceTree.swiftFiles(in: "Sources/\(module)") {
      let asking = file.lines.filter { line in
        !line.drop { $0 == " " }.hasPrefix("//") && clocks.contains { line.contains($0) }
      }
      #expect(asking.isEmpty, "\(file.path): \(asking.joined(separator: " · "))")
    }
  }

  @Test func `the monotonic clock is read in one place`() {
    let reads = ["CLOCK_MONOTONIC", "ContinuousClock.now", "ContinuousClock().", "SuspendingClock"]
    let readers = SourceTree.swiftFiles(in: "Sources").filter { file in
      // The benchmark measures how long other code takes.
      file.module != "micro-bench"
        && file.lines.contains { line in
          !line.drop { $0 == " " }.hasPrefix("//") && reads.contains { line.contains($0) }
        }
    }
    expect(readers.map(\.path), equals: ["Sources/System/Clock/MonotonicClock.swift"])
  }

  /// The compiler's functions for it ask the processor at every start, a dozen times, even if nothing calls them.
  @Test func `only CProcessor knows how the processor is asked for its instructions`() throws {
    let asking = try SourceTree.files(in: "Sources").filter { path in
      guard path.hasSuffix(".c") || path.hasSuffix(".h") else { return false }
      let text = try SourceTree.text(of: path)
      return text.contains("__builtin_cpu") || text.contains("cpuid")
    }
    expect(asking, equals: ["Sources/CProcessor/processor.c"])
  }

  /// Swift's `CommandLine` reads /proc, and has no arguments without it.
  @Test func `no program reads its arguments through CommandLine`() {
    let readers = SourceTree.swiftFiles(in: "Sources").filter { file in
      file.module != "micro-bench"
        && file.lines.contains { !$0.drop { $0 == " " }.hasPrefix("//") && $0.contains("CommandLine.") }
    }
    expect(readers.map(\.path), equals: [])
  }

  @Test func `no type of CarouselApp is extended outside its folder`() {
    let kinds: Set = ["struct", "enum", "class", "actor", "protocol"]
    /// The names that follow one of some words at the beginning of a line, and the folders of their files.
    func names(after words: Set<String>) -> [(name: String, folder: String)] {
      SourceTree.swiftFiles(in: "Sources/CarouselApp").flatMap { file in
        file.lines.compactMap { line -> (String, String)? in
          guard line.first?.isLetter == true else { return nil }
          let parts = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).map(String.init)
          guard let position = parts.firstIndex(where: words.contains), position + 1 < parts.count else { return nil }
          return (parts[position + 1], file.path.components(separatedBy: "/").dropLast().joined(separator: "/"))
        }
      }
    }
    let homes = Dictionary(names(after: kinds).map { ($0.name, $0.folder) }) { first, _ in first }
    let strangers = names(after: ["extension"]).filter { homes[$0.name, default: $0.folder] != $0.folder }
    expect(homes["Session"], equals: "Sources/CarouselApp/Session")
    #expect(strangers.isEmpty, "\(strangers.map { "\($0.folder) extends \($0.name)" }.joined(separator: ", "))")
  }

  @Test func `only the library has public declarations`() {
    let library = ["CarouselValues", "Carousel", "CarouselViewing"]
    for file in SourceTree.swiftFiles(in: "Sources") where !library.contains(file.module) {
      let declarations = file.declarations(at: "public") + file.declarations(at: "open")
      #expect(declarations.isEmpty, "\(file.path): \(declarations.joined(separator: " · "))")
    }
  }

  @Test func `no type in Carousel has the module's name`() {
    let kinds = ["actor", "class", "enum", "protocol", "struct", "typealias"]
    for file in SourceTree.swiftFiles(in: "Sources/Carousel") {
      for line in file.lines {
        let words = line.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" }).map(String.init)
        let isNamesake = zip(words, words.dropFirst()).contains { kinds.contains($0) && $1 == "Carousel" }
        #expect(!isNamesake || line.contains("//"), "\(file.path): \(line)")
      }
    }
  }
}
