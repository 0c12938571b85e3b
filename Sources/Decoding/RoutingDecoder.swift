package import Archives
package import Bitmaps
package import Imaging
package import System

/// Decodes most formats by one decoder, and those that need a library of `tui-codecs` by the workers of that program.
package struct RoutingDecoder: PictureDecoding {
  private let own: any PictureDecoding
  private let libraries: DecodingWorkers

  /// Creates a decoder of both.
  package init(_ own: any PictureDecoding, libraries: DecodingWorkers) {
    self.own = own
    self.libraries = libraries
  }

  package func open(
    streaming file: RegularFile, limits: DecodingLimits
  ) throws(ImageError) -> (any OpenedPicture)? {
    guard let format = RoutingDecoder.libraryFormat(file.bytes(at: 0, count: LibraryFormat.headBytes)) else {
      return try own.open(streaming: file, limits: limits)
    }
    guard format.isStreamed else { return nil }
    do throws(ImageError) { return try libraries.open(streaming: file, limits: limits) } catch {
      throw reason(of: error, format)
    }
  }

  package func open(
    whole file: RegularFile, limits: DecodingLimits, isUpright: Bool
  ) throws(OpenError) -> any OpenedPicture {
    guard let format = RoutingDecoder.libraryFormat(file.bytes(at: 0, count: LibraryFormat.headBytes)) else {
      return try own.open(whole: file, limits: limits, isUpright: isUpright)
    }
    do throws(OpenError) { return try libraries.open(whole: file, limits: limits, isUpright: isUpright) } catch {
      guard case .image(let error) = error else { throw error }
      throw .image(reason(of: error, format))
    }
  }

  package func open(
    _ bytes: [UInt8], limits: DecodingLimits, isUpright: Bool
  ) throws(ImageError) -> any OpenedPicture {
    guard let format = RoutingDecoder.libraryFormat(bytes.prefix(LibraryFormat.headBytes)) else {
      return try own.open(bytes, limits: limits, isUpright: isUpright)
    }
    do throws(ImageError) { return try libraries.open(bytes, limits: limits, isUpright: isUpright) } catch {
      throw reason(of: error, format)
    }
  }

  private static func libraryFormat(_ head: ArraySlice<UInt8>) -> LibraryFormat? {
    let head = Array(head)
    guard let format = PictureFormat(beginning: head) else { return nil }
    return LibraryFormat.all.first { $0.format == format }
  }

  /// Returns what is missing, if that is why a library does not decode a file.
  private func reason(of error: ImageError, _ format: LibraryFormat) -> ImageError {
    switch error {
    case .notAPicture: .unsupported(format: format.format.name, reason: "tui was built without \(format.library)")
    case .noDecoder where !libraries.canStart:
      .unsupported(format: format.format.name, reason: "tui-codecs is not installed")
    default: error
    }
  }

  package func thumbnail(in file: RegularFile, limits: DecodingLimits) -> (any OpenedPicture)? {
    // Of these formats, only a camera's files, most of which are TIFFs, have previews that are found at once.
    let format = RoutingDecoder.libraryFormat(file.bytes(at: 0, count: LibraryFormat.headBytes))?.format
    let mayHavePreview = [LibraryFormat.raw.format, LibraryFormat.tiff.format].contains(format)
    let decoder: any PictureDecoding = mayHavePreview ? libraries : own
    return decoder.thumbnail(in: file, limits: limits)
  }

  package func metadata(of file: RegularFile) -> ImageMetadata { own.metadata(of: file) }

  package func scaler(
    of header: NetpbmHeader, profile: [UInt8], isGray: Bool, to region: ScaledRegion, limits: DecodingLimits
  ) throws(ImageError) -> (any ProfiledScaling)? {
    try own.scaler(of: header, profile: profile, isGray: isGray, to: region, limits: limits)
  }

  package func open(archive file: RegularFile, limits: ArchiveLimits) throws(ArchiveError) -> any OpenedArchive {
    try own.open(archive: file, limits: limits)
  }
}
