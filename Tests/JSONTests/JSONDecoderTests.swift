import Foundation
import JSON
import TestSupport
import Testing

/// Our decoder and encoder, compared with Foundation's.
struct JSONDecoderTests {
  /// Any JSON value.
  private enum Value: Hashable, Codable {
    case null, bool(Bool), integer(Int), fraction(Double), string(String), array([Value]), object([String: Value])

    init(from decoder: any Decoder) throws {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        self = .null
      } else if let value = try? single.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? single.decode(Int.self) {
        self = .integer(value)
      } else if let value = try? single.decode(Double.self) {
        self = .fraction(value)
      } else if let value = try? single.decode(String.self) {
        self = .string(value)
      } else if let value = try? single.decode([Value].self) {
        self = .array(value)
      } else {
        self = .object(try single.decode([String: Value].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      switch self {
      case .null: try single.encodeNil()
      case .bool(let value): try single.encode(value)
      case .integer(let value): try single.encode(value)
      case .fraction(let value): try single.encode(value)
      case .string(let value): try single.encode(value)
      case .array(let value): try single.encode(value)
      case .object(let value): try single.encode(value)
      }
    }
  }

  private func ours(_ bytes: [UInt8]) -> Value? { try? JSON.JSONDecoder().decode(Value.self, from: bytes) }

  private func foundations(_ bytes: [UInt8]) -> Value? {
    try? Foundation.JSONDecoder().decode(Value.self, from: Data(bytes))
  }

  @Test(arguments: [
    #"null"#, #" [ 1 , -2.5e3, 0, -0, 1E+2, 5.0 ] "#, #"{"a":{"b":[]},"c":{}}"#, #""\u00e9\ud83c\udfd4\n\/\\\"""#,
    #"{"a":true,"b":false}"#, "\u{FEFF}[1]", "[\"é🏔\"]", "[18446744073709551615]", "[\n\t\r 1]", #"["\u0000"]"#,
  ])
  func `valid texts have the same values`(text: String) throws {
    let bytes = Array(text.utf8)
    let value = try #require(ours(bytes))
    expect(value, equals: foundations(bytes))
  }

  @Test(arguments: [
    "", " ", "nul", "nulll", "[1,]", "[,1]", "[1 2]", "[", "{", "}", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01",
    "1.",
    ".5", "+1", "1e", "-", "0x10", "'a'", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"",
    "\"\\ud800\\u0041\"", "\"a\nb\"", "\"\u{01}\"", "[1]x", "[1]\u{0}", "NaN", "Infinity", "// a\n1", "[1e999]",
  ])
  func `invalid texts are rejected`(text: String) { expect(ours(Array(text.utf8)), equals: nil) }

  @Test func `texts that are not UTF-8 are rejected`() {
    expect(ours([0x22, 0xFF, 0x22]), equals: nil)
    expect(ours([0x22, 0xC3, 0x22]), equals: nil)
    expect(ours([0xFF, 0xFE, 0x31, 0]), equals: nil)
  }

  @Test func `values are nested 512 deep at most`() {
    func nested(_ depth: Int) -> [UInt8] {
      Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
    }
    #expect(ours(nested(20)) != nil)
    #expect(throws: DecodingError.self) { try JSON.JSONDecoder().decode([Int].self, from: nested(513)) }
    expect(ours(Array(repeating: UInt8(ascii: "["), count: 10_000_000)), equals: nil)
  }

  @Test(arguments: 1...20)
  func `damaged texts are valid exactly if Foundation finds them so`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let text = Array(#"{"image":"a\u00e9.jpg","list":[1,-2.5e3,true,null,{"x":[]}],"t":"\ud83c\udfd4"}"#.utf8)
    // Characters of the syntax, which damage it in interesting places.
    let pool = Array(#"{}[],:"\u0e1-+. ntf"#.utf8)
    for _ in 0..<300 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3, using: &dice) {
        bytes[Int.random(in: bytes.indices, using: &dice)] = pool.randomElement(using: &dice) ?? 0
      }
      expect(ours(bytes), equals: foundations(bytes), "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: 1...20)
  func `encoded values are Foundation's, byte for byte`(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    func value(_ depth: Int) -> Value {
      switch Int.random(in: 0...(depth > 4 ? 3 : 5), using: &dice) {
      case 0: .null
      case 1: .bool(Bool.random(using: &dice))
      case 2: .integer(Int.random(in: .min ... .max, using: &dice))
      case 3:
        .string(
          String(
            String.UnicodeScalarView(
              (0..<8).map { _ in
                "\n\r\t\u{8}\u{C}\u{0}\u{1F}\u{7F}\"\\/aé🏔\u{2028}".unicodeScalars.randomElement(using: &dice) ?? "a"
              })))
      case 4: .array((0..<3).map { _ in value(depth + 1) })
      default: .object(["b": value(depth + 1), "a": value(depth + 1), "é\"": value(depth + 1)])
      }
    }
    let encoder = Foundation.JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    for _ in 0..<100 {
      let value = value(0)
      let bytes = try JSON.JSONEncoder().encode(value)
      expect(bytes, equals: [UInt8](try encoder.encode(value)))
      expect(ours(bytes), equals: value)
    }
  }

  @Test func `a long array is not copied for each of its elements`() throws {
    // With copies, it would take minutes.
    let bytes = try JSON.JSONEncoder().encode(Array(repeating: 1, count: 200_000))
    expect(bytes.count, equals: 400_001)
  }
}
