import TestSupport
import Testing

/// The modules that `Tools/compile-in-order` ranks.
struct BuildOrderTests {
  @Test func `each module that the build ranks is a target of the package, and ranked once`() throws {
    let script = try SourceTree.text(of: "Tools/compile-in-order")
    let ranked = script.matches(of: #/(?m)^ +(\w+(?: \| \w+)*)\) /#).flatMap { match in
      match.1.split(separator: " | ").map(String.init)
    }
    let manifest = try SourceTree.text(of: "Package.swift")
    let targets = Set(manifest.matches(of: /name: "(\w+)"/).map { String($0.1) })
    #expect(ranked.count > 10)
    expect(ranked.filter { !targets.contains($0) }, equals: [])
    expect(Set(ranked).count, equals: ranked.count)
  }
}
