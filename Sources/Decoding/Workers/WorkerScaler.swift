import Bitmaps
import Imaging
import System

/// Scales rows in a worker, which gets them in blocks.
struct WorkerScaler: ProfiledScaling {
  /// The bytes of a block, unless a row is longer: enough that a message takes far less time than its rows.
  private static let blockBytes = 512 << 10

  private let lease: WorkerLease
  private let header: NetpbmHeader
  private let region: ScaledRegion
  private let buffer: SharedBuffer
  /// The rows of a block.
  private let capacity: Int
  /// The rows that have not been sent yet.
  private var block: [UInt8] = []

  /// Opens a scaler in a worker; nil if the profile does not describe such samples.
  ///
  /// - Throws: `ImageError`.
  init?(
    _ lease: WorkerLease, header: NetpbmHeader, profile: [UInt8], isGray: Bool, region: ScaledRegion
  ) throws(ImageError) {
    guard !profile.isEmpty else { return nil }
    (self.lease, self.header, self.region) = (lease, header, region)
    capacity = min(max(1, WorkerScaler.blockBytes / header.rowBytes), header.size.height)
    guard let buffer = SharedBuffer(bytes: capacity * header.rowBytes), let file = SharedBuffer(bytes: profile.count),
      unsafe profile.withUnsafeBytes({ unsafe SharedBuffer.write($0, to: file.descriptor) })
    else { throw .outOfMemory(format: "picture") }
    self.buffer = buffer
    block.reserveCapacity(buffer.count)
    let request = WorkerRequest.openRows(header, isGray: isGray, profileBytes: profile.count, region)
    switch try lease.call(request, file: file.descriptor) {
    case .done: break
    case .none: return nil
    default: throw lease.crash()
    }
  }

  mutating func push(_ row: [UInt8]) throws(ImageError) {
    block += row
    if block.count == buffer.count { try send() }
  }

  consuming func finish() throws(ImageError) -> Bitmap {
    try send()
    return try lease.bitmap(.finishRows, size: region.size, format: "picture", in: nil).bitmap
  }

  private mutating func send() throws(ImageError) {
    guard !block.isEmpty else { return }
    guard unsafe block.withUnsafeBytes({ unsafe SharedBuffer.write($0, to: buffer.descriptor) }) else {
      throw .outOfMemory(format: "picture")
    }
    let request = WorkerRequest.pushRows(block.count / header.rowBytes)
    guard case .done = try lease.call(request, file: buffer.descriptor) else { throw lease.crash() }
    block.removeAll(keepingCapacity: true)
  }
}
