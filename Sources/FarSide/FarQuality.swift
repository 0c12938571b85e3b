import JSON

enum FarQuality {
  /// Without loss from this rate on, in bytes per second: a screenful of pixels takes less than a second.
  private static let lossless = 12_500_000.0

  /// The quality for a rate in bytes per second; nil if the rate is unknown. The numbers are JPEG's, and 100 is without
  /// loss.
  static func quality(at rate: Double?) -> Int {
    guard let rate else { return 82 }
    switch rate {
    case lossless...: return 100
    case 4_000_000...: return 92
    case 1_000_000...: return 85
    case 250_000...: return 78
    default: return 65
    }
  }
}

/// What the cache keeps of a picture beside its bytes.
enum FarCacheEntry {
  static func text(of picture: FarPicture) -> String {
    String(decoding: (try? JSONEncoder().encode(picture)) ?? [], as: UTF8.self)
  }

  static func picture(in text: String) -> FarPicture? {
    try? JSONDecoder().decode(FarPicture.self, from: Array(text.utf8))
  }
}
