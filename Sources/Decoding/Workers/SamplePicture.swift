import Bitmaps
import Imaging
import Synchronization
package import System

extension DecodingWorker {
  /// Decodes a tiny picture. The symbols, tables and metadata that every decode needs are then there, and would otherwise be made for the
  /// first picture. Libraries that some pictures need are opened, too, while files can be.
  package static let preparation: WorkerZygote.Preparation = { socket in
    _ = decodeSample()
    LinkedCodecs.openAll()
    guard socket >= 0 else { return }
    isResident.store(true, ordering: .relaxed)
  }

  /// Whether this very process has decoded the sample, not the one that it was forked from.
  private static let isResident = Atomic(false)

  /// Makes the code of an ordinary decode resident in this process, before one is requested.
  static func makeResident() {
    if isResident.load(ordering: .relaxed) { return }
    let picture = try? InProcessDecoder().open(SamplePicture.jpeg, limits: DecodingLimits(), isUpright: false)
    _ = try? picture?.picture(of: SamplePicture.region)
  }

  /// Decodes the sample as a worker decodes a file. Returns whether that succeeded.
  package static func decodeSample() -> Bool {
    let region = SamplePicture.region
    guard let file = SharedBuffer(bytes: SamplePicture.jpeg.count),
      unsafe SamplePicture.jpeg.withUnsafeBytes({ unsafe SharedBuffer.write($0, to: file.descriptor) }),
      let output = SharedBuffer(bytes: region.size.width * region.size.height * MemoryLayout<SIMD4<UInt16>>.stride)
    else { return false }
    let limits = DecodingLimits()
    var worker = DecodingWorker()
    /// Takes the way through messages, which is prepared, too.
    func answer(_ request: WorkerRequest, file: Int32?) -> WorkerAnswer? {
      guard let request = try? WorkerRequest(request.message) else { return nil }
      return try? WorkerAnswer(worker.answer(request, file: file).message, limits: limits)
    }
    guard
      case .opened = answer(
        .open(.whole, count: file.count, limits: limits, isUpright: false), file: file.duplicate()),
      case .bytes = answer(.measure(.picture, region), file: nil),
      case .bitmap(true, nil) = answer(.decode(region), file: output.duplicate())
    else { return false }
    return true
  }
}

/// A picture that is no one's.
private enum SamplePicture {
  /// A baseline JPEG of 16×16 pixels, in color with subsampled chroma, as photographs are.
  static let jpeg = start + quantization + frame + codes + scan

  /// The whole picture, scaled.
  static let region = ScaledRegion(whole: PixelSize(width: 12, height: 8))

  private static let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB, 0x00, 0x43, 0x00]
  private static let quantization = [UInt8](repeating: 32, count: 64)
  private static let frame: [UInt8] = [
    0xFF, 0xC0, 0x00, 0x11, 0x08, 0x00, 0x10, 0x00, 0x10, 0x03, 0x01, 0x22, 0x00, 0x02, 0x11, 0x00, 0x03, 0x11, 0x00,
  ]
  /// Four tables: which one, the numbers of codes of 1 to 16 bits, and their values.
  private static let codes: [UInt8] = [
    0xFF, 0xC4, 0x00, 0x51,
    0x00, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x04, 0x05,
    0x10, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x03, 0x04, 0x61,
    0x01, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x04,
    0x11, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x04, 0x00, 0x31,
  ]
  private static let scan: [UInt8] = [
    0xFF, 0xDA, 0x00, 0x0C, 0x03, 0x01, 0x00, 0x02, 0x11, 0x03, 0x11, 0x00, 0x3F, 0x00, 0x94, 0xA9, 0x30, 0x62, 0xA4,
    0xC2, 0x92, 0xA4, 0xC1, 0x8A, 0x93, 0x0B, 0x96, 0x88, 0x85, 0x79, 0x7F, 0xFF, 0xD9,
  ]
}
