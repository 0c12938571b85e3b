import Imaging

extension EncodedImage.Format {
  /// A format by its number in messages; nil for others. Finding a name among those of all formats would take longer than all the rest.
  init?(code: Int) {
    switch code {
    case 0: self = .jpeg
    case 1: self = .png
    case 2: self = .webp
    case 3: self = .gif
    default: return nil
    }
  }

  var code: Int {
    switch self {
    case .jpeg: 0
    case .png: 1
    case .webp: 2
    case .gif: 3
    }
  }
}
