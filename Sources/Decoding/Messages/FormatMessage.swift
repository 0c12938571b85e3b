import Imaging

extension PictureFormat {
  /// A format by its number in messages, its place in the table of codecs; nil for others.
  init?(code: Int) {
    guard Codecs.table.indices.contains(code) else { return nil }
    self = Codecs.table[code].format
  }

  var code: Int {
    guard let code = Codecs.table.firstIndex(where: { $0.format == self }) else {
      preconditionFailure("a codec's format is in the table")
    }
    return code
  }
}
