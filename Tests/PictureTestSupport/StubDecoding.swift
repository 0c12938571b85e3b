package import Archives
package import Bitmaps
package import Decoding
package import Imaging
package import System

/// A decoder that replaces some of what `InProcessDecoder` does.
package protocol StubDecoding: PictureDecoding {}

extension StubDecoding {
  package func open(streaming file: RegularFile, limits: DecodingLimits) throws(ImageError) -> (any OpenedPicture)? {
    try InProcessDecoder().open(streaming: file, limits: limits)
  }

  package func open(
    whole file: RegularFile, limits: DecodingLimits, isUpright: Bool
  ) throws(OpenError) -> any OpenedPicture {
    try InProcessDecoder().open(whole: file, limits: limits, isUpright: isUpright)
  }

  package func open(
    _ bytes: [UInt8], limits: DecodingLimits, isUpright: Bool
  ) throws(ImageError) -> any OpenedPicture {
    try InProcessDecoder().open(bytes, limits: limits, isUpright: isUpright)
  }

  package func thumbnail(in file: RegularFile, limits: DecodingLimits) -> (any OpenedPicture)? { nil }

  package func open(archive file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) -> any OpenedArchive {
    throw .notAnArchive
  }

  package func scaler(
    of header: NetpbmHeader, profile: [UInt8], isGray: Bool, to region: ScaledRegion, limits: DecodingLimits
  ) throws(ImageError) -> (any ProfiledScaling)? { nil }
}
