@testable import ExternalDecoders
import Imaging
import PictureTestSupport
import System
import TestSupport
import Testing

/// Compares the documentation's table of formats with the program's.
struct FormatTableTests {
  /// A format's row in the program's table, in the document's notation.
  private struct Row: Equatable {
    var name: String
    var extensions: String
    var decoders: String
    var needsName: Bool
  }

  private static var program: [Row] {
    var names: [String] = []
    for format in ForeignFormat.all where !names.contains(format.name) { names.append(format.name) }
    return names.map { name in
      let formats = ForeignFormat.all.filter { $0.name == name }
      var programs = formats.contains { $0.contained != nil } ? ["tui"] : []
      for program in formats.flatMap(\.decoders).map(\.program.name) where !programs.contains(program) {
        programs.append(program)
      }
      return Row(
        name: name, extensions: formats.flatMap(\.extensions).joined(separator: ", "),
        decoders: programs.joined(separator: ", "),
        needsName: formats.flatMap(\.signatures).allSatisfy { if case .named = $0 { true } else { false } })
    }
  }

  @Test func `the table in docs/formats.md lists every format's decoders, extensions and recognition`() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let text = String(decoding: try FileBytes.read(Path(root + "/docs/formats.md"), limit: 1 << 20), as: UTF8.self)
    // Archives have a table of their own below.
    let lines = text.split(separator: "\n").prefix { !$0.hasPrefix("## ") }
    let rows = lines.filter { $0.hasPrefix("| ") }.dropFirst()
    let cells = rows.map {
      $0.split(separator: "|").map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }
    #expect(cells.allSatisfy { $0.count == 5 })
    let documented = cells.map { cells in
      Row(name: cells[0], extensions: cells[1], decoders: cells[3], needsName: cells[2].hasPrefix("name"))
    }
    expect(documented.count, equals: Self.program.count)
    for (written, real) in zip(documented, Self.program) { expect(written, equals: real) }
  }

  @Test func `the table of libraries lists each one's formats and extensions`() throws {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    let text = String(decoding: try FileBytes.read(Path(root + "/docs/formats.md"), limit: 1 << 20), as: UTF8.self)
    let lines = text.split(separator: "\n").drop { $0 != "## Libraries" }.dropFirst().prefix { !$0.hasPrefix("## ") }
    let rows = lines.filter { $0.hasPrefix("| ") }.dropFirst().map { row in
      row.split(separator: "|").map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    }
    expect(
      rows.map { [$0[0], $0[1], $0[3]] },
      equals: LibraryFormat.all.map { [$0.format.name, $0.extensions.joined(separator: ", "), $0.library] })
  }
}
