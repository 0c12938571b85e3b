import Decks
import Decoding
import Imaging
import System

/// Loading parts of the picture in the viewer from its samples.
extension PictureLoader {
  /// The part of a picture that a key requests, from samples that are kept or being decoded; nil if there are none.
  ///
  /// - Throws: `LoadError`; `.cancelled` if the task is canceled while it waits for the samples.
  func cachedRegion(_ key: PictureKey, of file: PictureFile, _ opened: RegularFile) throws(LoadError) -> LoadedPicture?
  {
    guard let region = key.shape.region, samples.keeps(key.location),
      let samples = try samples.samples(of: source(key, file, opened), for: region),
      // A request must not wait for memory while it holds some. Without memory, the part is decoded from the file.
      let reservation = budget.reserveNow(samples.picture.scalingBytes(of: region))
    else { return nil }
    defer { withExtendedLifetime((samples, reservation)) {} }
    return try LoadError.wrapping { () throws(ImageError) in
      try load(samples.picture, shape: key.shape, file: file, opened)
    }
  }

  /// The result of an attempt to decode the samples of a whole picture.
  enum SampleResult {
    case region(LoadedPicture)
    /// Another request is decoding them.
    case isUnderWay
    /// The picture can be decoded in part, is not the one in the viewer, or there is not enough memory.
    case isUnsuitable
  }

  /// Decodes the samples of a picture in the viewer, and scales the part that a key requests.
  ///
  /// - Parameter reservation: the memory for the picture's file and for decoding the part. It grows if there is room.
  /// - Throws: as decoding the picture does.
  func decodeSamples(
    of image: any OpenedPicture, _ key: PictureKey, of file: PictureFile, _ opened: RegularFile,
    _ reservation: DecodeBudget.Reservation
  ) throws(ImageError) -> SampleResult {
    guard let region = key.shape.region, samples.keeps(key.location), let decode = try image.sampleDecode(for: region),
      reservation.resize(to: max(reservation.bytes, image.heldBytes + decode.decodingBytes))
    else { return .isUnsuitable }
    let source = source(key, file, opened)
    guard let samples = try samples.decode(decode, of: source, for: region, in: key.location, reservation) else {
      return .isUnderWay
    }
    // From now on the reservation is for the samples alone.
    defer { _ = reservation.resize(to: samples.picture.byteCount) }
    return .region(try load(samples.picture, shape: key.shape, file: file, opened))
  }

  private func source(_ key: PictureKey, _ file: PictureFile, _ opened: RegularFile) -> SampleCache.Source {
    SampleCache.Source(path: file.path, page: key.location.pageNumber ?? 1, stamp: opened.stamp)
  }

  private func load(
    _ samples: any DecodedSamples, shape: PictureShape, file: PictureFile, _ opened: RegularFile
  ) throws(ImageError) -> LoadedPicture {
    var loaded = try load(samples, shape: shape, modificationTime: file.modificationTime)
    loaded.byteCount = opened.count
    return loaded
  }
}
