import System

/// The header of an OpenEXR file (OpenEXR file layout): attributes of a name, a type, a length and a value.
enum EXRHeader {
  /// The value of an attribute of the first part; nil if there is none near the beginning of the file.
  static func value(of name: String, in input: ProgramInput) -> [UInt8]? {
    let head = input.head(ProgramInput.longHeadBytes)
    var offset = 8
    while offset < head.count, head[offset] != 0 {
      guard let nameEnd = head[offset...].firstIndex(of: 0), let typeEnd = head[(nameEnd + 1)...].firstIndex(of: 0),
        let count = HeaderSize.number(head, typeEnd + 1, 4)
      else { return nil }
      let value = head.dropFirst(typeEnd + 5).prefix(count)
      if head[offset..<nameEnd].elementsEqual(name.utf8) { return Array(value) }
      offset = typeEnd + 5 + count
    }
    return nil
  }

  /// Whether the only channel besides alpha is luminance.
  static func isGray(_ input: ProgramInput) -> Bool {
    // Of each channel: its name, a zero, and 16 bytes.
    var rest = (value(of: "channels", in: input) ?? [])[...]
    var names: [String] = []
    while let first = rest.first, first != 0, names.count < 3 {
      let name = rest.prefix { $0 != 0 }
      names.append(String(decoding: name, as: UTF8.self))
      rest = rest.dropFirst(name.count + 17)
    }
    return names == ["Y"] || names == ["A", "Y"]
  }
}
