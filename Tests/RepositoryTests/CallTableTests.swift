import Foundation
import TestSupport
import Testing

/// The numbers of system calls in filters, which are literal, are the kernel's.
struct CallTableTests {
  private struct Row {
    let name: String
    /// On x86_64 and aarch64; nil if it does not exist there.
    let numbers: [Int?]
  }

  /// The kernel's own lists, as Debian's linux-libc-dev installs them: that of x86_64, and that which aarch64 uses.
  private static let headers = ["/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm-generic/unistd.h"]

  private let rows: [Row]

  init() throws {
    rows = try SourceTree.text(of: "Sources/CGlibc/system_calls.h").matches(of: /CALL\((\w+), (\d+|NONE), (\d+|NONE)\)/)
      .map { Row(name: String($0.1), numbers: [Int($0.2), Int($0.3)]) }
  }

  /// The numbers in a header, by name. On 64-bit systems, "3264" in a name means nothing.
  private func numbers(in header: String) throws -> [String: Int] {
    let text = try String(contentsOfFile: header, encoding: .utf8)
    let pairs = text.matches(of: /#define __NR(?:3264)?_(\w+)\s+(\d+)\s/).map { (String($0.1), Int($0.2) ?? -1) }
    var numbers = Dictionary(pairs) { first, _ in first }
    if numbers["newfstatat"] == nil { numbers["newfstatat"] = numbers["fstatat"] }
    return numbers
  }

  @Test func `the table has a row for each call, and no other`() throws {
    #expect(rows.count > 150)
    expect(Set(rows.map(\.name)).count, equals: rows.count)
    let source = try ["allowed_calls.c", "landlock.c"].map { try SourceTree.text(of: "Sources/CGlibc/\($0)") }.joined()
    let used = Set(source.matches(of: /(?:ANY|EQUAL|BITS|OWN|IS_NULL|IF|CALL_)\(?(\w+)/).map { String($0.1) })
    expect(rows.map(\.name).filter { !used.contains($0) && !source.contains("CALL_\($0)") }, equals: [])
  }

  @Test(arguments: [0, 1]) func `numbers are those of the kernel's headers`(architecture: Int) throws {
    let kernel = try numbers(in: Self.headers[architecture])
    // Calls that are newer than the header have the same number everywhere.
    let newest = try #require(kernel.values.max())
    for row in rows {
      let number = row.numbers[architecture]
      if let number, number > newest {
        expect(row.numbers, equals: [number, number], "\(row.name)")
      } else {
        expect(number, equals: kernel[row.name], "\(row.name)")
      }
    }
  }
}
