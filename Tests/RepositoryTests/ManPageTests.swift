import Foundation
import TestSupport
import Testing

/// The man pages and the programs agree on the flags.
struct ManPageTests {
  /// The flags that every program has.
  private static let implied: Set = ["help", "version", "generate-completion-script"]

  @Test(arguments: ["tui", "tui-fetch", "tui-remote"])
  func `a man page describes exactly the flags of its program`(name: String) throws {
    let page = try SourceTree.text(of: "man/\(name).1")
    let described = Set(page.matches(of: /\bFl -([a-z][a-z-]*)/).map { String($0.output.1) })
    let known = try flags(of: name).union(Self.implied)
    expect(known.subtracting(described).sorted(), equals: [], "not in man/\(name).1")
    expect(described.subtracting(known).sorted(), equals: [], "only in man/\(name).1")
  }

  /// Returns the long flags in a program's help.
  private func flags(of name: String) throws -> Set<String> {
    let help = String(decoding: try PipedProgram.run(BuiltProgram.path(of: name), ["--help"]).output, as: UTF8.self)
    let flags = help.matches(of: /(?m)^  (?:-[a-z0-9], )?--([a-z][a-z-]*)/).map { String($0.output.1) }
    #expect(flags.count > 5)
    return Set(flags)
  }
}
