/// A defect of a picture that is shown all the same. `description` is a word or two, fit for a caption.
package enum PictureDefect: Hashable, Sendable, CustomStringConvertible {
  /// The file ends before the picture does: the missing part is grey.
  case truncated
  /// A checksum does not match, but the data can be decoded and pass another checksum.
  case checksum
  /// Some of the data cannot be decoded: that part is grey, or wrong.
  case damaged

  package var description: String {
    switch self {
    case .truncated: "truncated"
    case .checksum: "wrong checksum"
    case .damaged: "damaged"
    }
  }
}
