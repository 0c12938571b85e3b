import Bitmaps
package import Imaging

/// The codecs of the libraries that this program was built with.
package enum LibraryCodecs {
  /// All codecs, in the order in which they are asked whether they recognize a file.
  package static let all = Codecs(table)

  private static var table: [any PictureCodec.Type] {
    var table: [any PictureCodec.Type] = []
    table.reserveCapacity(8)
    #if AVIF
      table.append(AVIFCodec.self)
    #endif
    #if HEIF
      table.append(HEIFCodec.self)
    #endif
    #if JXL
      table.append(JXLCodec.self)
    #endif
    #if EXR
      table.append(EXRCodec.self)
    #endif
    table.append(RadianceCodec.self)
    #if RAW
      table.append(RAWCodec.self)
    #endif
    #if TIFF
      // After the files of cameras, most of which are TIFFs.
      table.append(TIFFCodec.self)
    #endif
    return table
  }

  /// Opens what the libraries open when they first decode, which a confined process cannot.
  package static func prepare() {
    #if HEIF
      HEIFLibrary.open()
    #endif
  }
}

/// A codec of one of the formats that libraries decode.
protocol LibraryCodec: PictureCodec {
  /// The format, and how it is recognized.
  static var library: LibraryFormat { get }
}

extension LibraryCodec {
  package static var format: PictureFormat { library.format }

  package static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    library.recognizes(Array(head.prefix(LibraryFormat.headBytes)))
  }

  // Libraries decode whole pictures, so that the samples serve all regions.
  package static var mayKeepSamples: Bool { true }
  package var keepsSamples: Bool { true }

  /// Decodes the samples, and scales them.
  package func decode(_ region: ScaledRegion, _ deadline: DecodeDeadline) throws(ImageError) -> DecodedPicture {
    guard let (samples, defect) = try samples(for: region.whole, deadline) else { throw .notAPicture }
    return DecodedPicture(try samples.scaled(to: region, deadline), defect: defect)
  }
}
