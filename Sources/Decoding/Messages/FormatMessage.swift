import Imaging

extension PictureFormat {
  /// A format by its number in messages, its place in the list of formats; nil for others.
  init?(code: Int) {
    guard PictureFormat.all.indices.contains(code) else { return nil }
    self = PictureFormat.all[code]
  }

  var code: Int {
    guard let code = PictureFormat.all.firstIndex(of: self) else {
      preconditionFailure("a codec's format is in the table")
    }
    return code
  }
}
