import Bitmaps
import Imaging
import System

final class WorkerPicture: OpenedPicture {
  private let facts: WorkerAnswer.Facts
  private let lease: WorkerLease
  /// The file, in which read errors are recorded; nil for bytes.
  private let file: RegularFile?

  init(_ facts: WorkerAnswer.Facts, lease: WorkerLease, file: RegularFile?) {
    self.facts = facts
    self.lease = lease
    self.file = file
    lease.setFormat(facts.format.name)
  }

  var size: PixelSize { facts.size }
  var format: PictureFormat { facts.format }
  var metadata: ImageMetadata { facts.metadata }
  var animation: Animation? { facts.animation }
  var pageCount: Int { facts.pageCount }
  var heldBytes: Int { facts.heldBytes }

  func page(_ number: Int) throws(ImageError) -> any OpenedPicture {
    guard number != 1 else { return self }
    guard number <= pageCount else { throw .notAPicture }
    guard case .opened(let facts) = try lease.call(.page(number)) else { throw lease.crash() }
    return WorkerPicture(facts, lease: lease, file: file)
  }

  func decodingBytes(of region: ScaledRegion) throws(ImageError) -> Int {
    try bytes(for: .picture, region) + 2 * region.size.bitmapBytes
  }

  func playingBytes(of region: ScaledRegion) throws(ImageError) -> Int {
    try bytes(for: .frames, region) + 2 * region.size.bitmapBytes
  }

  private func bytes(for purpose: WorkerRequest.Purpose, _ region: ScaledRegion) throws(ImageError) -> Int {
    guard case .bytes(let count) = try lease.call(.measure(purpose, region)) else { throw lease.crash() }
    return count
  }

  func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture {
    try lease.bitmap(.decode(region), size: region.size, format: format.name, in: file)
  }

  func frames(of region: ScaledRegion) throws(ImageError) -> any FrameSource {
    guard case .done = try lease.call(.play(region)) else { throw lease.crash() }
    return try WorkerFrames(lease, size: region.size, format: format)
  }

  func sampleDecode(for region: ScaledRegion) throws(ImageError) -> (any SampleDecoding)? {
    guard !region.isWhole, animation == nil, format.mayKeepSamples else { return nil }
    switch try lease.call(.measure(.samples, region)) {
    case .bytes(let count):
      return WorkerSampleDecode(
        facts: facts, lease: lease, file: file, region: region, decodingBytes: count + 2 * region.size.bitmapBytes)
    case .none: return nil
    default: throw lease.crash()
    }
  }

  /// Records a read error that a worker met; returns the error of the decode, which says less.
  static func readError(_ number: Int, in file: RegularFile?) -> ImageError {
    file?.noteError(Int32(clamping: number))
    return .truncated(format: "file")
  }
}

private struct WorkerSampleDecode: SampleDecoding {
  let facts: WorkerAnswer.Facts
  let lease: WorkerLease
  let file: RegularFile?
  let region: ScaledRegion
  let decodingBytes: Int

  func serves(_ other: ScaledRegion) -> Bool { facts.haveSameSamples(region, other) }

  func run(while isWanted: @escaping @Sendable () -> Bool) throws(ImageError) -> any DecodedSamples {
    switch try lease.call(.decodeSamples(region), while: isWanted) {
    case .bytes(let count):
      return WorkerSamples(facts: facts, lease: lease, file: file, region: region, byteCount: count)
    case .interrupted(let number): throw WorkerPicture.readError(number, in: file)
    default: throw lease.crash()
    }
  }
}

private struct WorkerSamples: DecodedSamples {
  let facts: WorkerAnswer.Facts
  let lease: WorkerLease
  let file: RegularFile?
  /// The region for which they were decoded.
  let region: ScaledRegion
  let byteCount: Int

  var size: PixelSize { facts.size }
  var metadata: ImageMetadata { facts.metadata }
  var format: PictureFormat { facts.format }

  func serves(_ other: ScaledRegion) -> Bool { facts.haveSameSamples(region, other) }

  func scalingBytes(of region: ScaledRegion) -> Int {
    EncodedImage.scalingBytes(to: region, of: size, metadata.orientation) + 2 * region.size.bitmapBytes
  }

  func picture(of region: ScaledRegion) throws(ImageError) -> DecodedPicture {
    // It is finished even if nobody wants it anymore: to cancel it would cost the samples.
    try lease.bitmap(.scaleSamples(region), size: region.size, format: format.name, in: file) { true }
  }
}

extension WorkerAnswer.Facts {
  /// Whether the samples for one region serve another.
  fileprivate func haveSameSamples(_ region: ScaledRegion, _ other: ScaledRegion) -> Bool {
    SampleScale(for: region, of: size, metadata.orientation, format)?.serves(other) ?? false
  }
}

extension WorkerLease {
  /// Requests a bitmap of a size.
  ///
  /// - Parameter file: the picture's file, in which a read error is recorded.
  func bitmap(
    _ request: WorkerRequest, size: PixelSize, format: String, in file: RegularFile?,
    while isWanted: () -> Bool = { !Task.isCancelled }
  ) throws(ImageError) -> DecodedPicture {
    guard let buffer = SharedBuffer(bytes: size.bitmapBytes) else { throw .outOfMemory(format: format) }
    switch try call(request, file: buffer.descriptor, while: isWanted) {
    case .bitmap(let isOpaque, let defect, let rendition):
      var pixels = Bitmap.unfilledPixels(of: size)
      guard let bitmap = Bitmap(buffer, size: size, &pixels, isOpaque: isOpaque) else { throw crash() }
      return DecodedPicture(bitmap, defect: defect, rendition: rendition)
    case .interrupted(let number): throw WorkerPicture.readError(number, in: file)
    default: throw crash()
    }
  }
}

extension Bitmap {
  /// Memory for the pixels of a bitmap, which must be overwritten.
  static func unfilledPixels(of size: PixelSize) -> [SIMD4<UInt16>] {
    let count = size.width * size.height
    // Any bytes are valid pixels.
    return unsafe [SIMD4<UInt16>](unsafeUninitializedCapacity: count) { memory, initialized in
      initialized = count
    }
  }

  /// A copy of the bitmap in a buffer; nil if it could not be read.
  ///
  /// - Parameters:
  ///   - memory: pixels for the copy, as many as the bitmap has. They are consumed.
  ///   - isOpaque: whether the worker reports that all pixels are.
  init?(_ buffer: SharedBuffer, size: PixelSize, _ memory: inout [SIMD4<UInt16>], isOpaque: Bool) {
    // Any bytes are valid pixels as far as memory is concerned.
    let isRead = unsafe memory.withUnsafeMutableBytes { unsafe buffer.read(into: $0) }
    guard isRead else { return nil }
    self.init(size: size, unchecked: memory, claimsOpaque: isOpaque)
    memory = []
  }
}
