import Foundation
import TestSupport
import Testing

/// When `Tools/compile-in-order` compiles a module as a whole, with a compiler that prints its arguments.
final class WholeModuleTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "compile-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(
      at: folder.appending(path: "toolchain/bin"), withIntermediateDirectories: true)
    for name in ["swift", "swiftc", "swift-frontend"] {
      let program = folder.appending(path: "toolchain/bin/\(name)").path
      try "#!/bin/sh\nprintf '%s\\n' \"$@\"\n".write(toFile: program, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }
    for name in ["ATests.swift", "BTests.swift"] { try write("", to: name, at: 1000) }
    try write("\(path("ATests.swift"))\n\(path("BTests.swift"))\n", to: "sources", at: 1000)
    try write(
      """
      {
        "": {
          "swift-dependencies": "\(path("primary.swiftdeps"))"
        },
        "\(path("ATests.swift"))": {
          "object": "\(path("ATests.swift.o"))",
          "diagnostics": "\(path("ATests.dia"))"
        },
        "\(path("BTests.swift"))": {
          "object": "\(path("BTests.swift.o"))",
          "diagnostics": "\(path("BTests.dia"))"
        }
      }
      """, to: "output-file-map.json", at: 1000)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  private func write(_ text: String, to name: String, at seconds: Double) throws {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    try age(name, seconds)
  }

  /// Sets the time at which a file was changed.
  private func age(_ name: String, _ seconds: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path(name))
  }

  /// Returns the arguments with which the module is compiled.
  private func arguments(
    module: String = "SampleTests", level: String = "-Onone", targets: String = ""
  ) throws -> [String] {
    let run = try PipedProgram.run(
      SourceTree.root.appending(path: "Tools/compile-in-order").path,
      [
        "-module-name", module, "-emit-module", "-emit-module-path", path("Sample.swiftmodule"), "-output-file-map",
        path("output-file-map.json"), "-incremental", "-c", "@" + path("sources"), "-enable-batch-mode", level,
        "-j8",
      ],
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "SWIFT": path("toolchain/bin/swift"), "TUI_TARGETS": targets,
      ])
    expect(String(decoding: run.errors, as: UTF8.self), equals: "")
    return String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func compilesWhole(targets: String = "") throws -> Bool {
    try arguments(targets: targets).contains("-whole-module-optimization")
  }

  @Test func `tests that were never compiled are compiled as a whole, into the first file's object`() throws {
    let arguments = try arguments()
    #expect(arguments.contains("-whole-module-optimization"))
    expect(Set(arguments).intersection(["-incremental", "-enable-batch-mode", "-emit-module"]), equals: [])
    let map = try #require(arguments.firstIndex(of: "-output-file-map").map { arguments[$0 + 1] })
    let outputs = try JSONDecoder().decode(
      [String: [String: String]].self, from: Data(contentsOf: URL(filePath: map)))
    expect(outputs[""]?["object"], equals: path("ATests.swift.o"))
    // An archive without members, which the linker takes for an object.
    expect(try String(contentsOfFile: path("BTests.swift.o"), encoding: .utf8), equals: "!<arch>\n")
  }

  @Test func `after a change to tests they are compiled file by file`() throws {
    #expect(try compilesWhole())
    try age("whole", 2000)
    try age("BTests.swift", 3000)
    #expect(try !compilesWhole())
    // The driver's record, from which it knows what to compile next.
    try write("", to: "primary.priors", at: 4000)
    try age("ATests.swift", 5000)
    #expect(try !compilesWhole())
  }

  @Test func `after a change to what they import, tests are compiled as a whole again`() throws {
    try write("", to: "primary.priors", at: 4000)
    #expect(try compilesWhole())
    // The record is of objects that were replaced.
    #expect(!FileManager.default.fileExists(atPath: path("primary.priors")))
    #expect(try compilesWhole())
  }

  @Test func `many tests, of which there would be two parts, are compiled as a whole only at first`() throws {
    try write(String(repeating: "\(path("ATests.swift"))\n", count: 33), to: "sources", at: 1000)
    #expect(try compilesWhole())
    #expect(try !compilesWhole())
  }

  @Test func `the only tests that are built are compiled in two parts, if they are many`() throws {
    #expect(try compilesWhole(targets: "SampleTests "))
    try FileManager.default.removeItem(atPath: path("whole"))
    try write(String(repeating: "\(path("ATests.swift"))\n", count: 33), to: "sources", at: 1000)
    #expect(try !compilesWhole(targets: "SampleTests "))
    #expect(try compilesWhole(targets: "OtherTests SampleTests "))
  }

  @Test func `of other modules, the small ones are compiled as a whole, and emitted`() throws {
    let small = try arguments(module: "Sample")
    #expect(Set(small).isSuperset(of: ["-whole-module-optimization", "-emit-module", path("Sample.swiftmodule")]))
    // What imports them is not compiled again after their first change: they are emitted with the same bytes as a whole and file by file.
    // Optimized modules are not.
    #expect(try !arguments(module: "Sample", level: "-O").contains("-whole-module-optimization"))
    try write(String(repeating: "\(path("ATests.swift"))\n", count: 65), to: "sources", at: 1000)
    let large = try arguments(module: "Sample")
    #expect(!large.contains("-whole-module-optimization"))
    #expect(Set(large).isSuperset(of: ["-incremental", "-enable-batch-mode", "-emit-module"]))
  }
}
