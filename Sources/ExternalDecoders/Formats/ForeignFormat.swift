package import Bitmaps
import Imaging
package import System

/// A format that an external program decodes: how to recognize it, and the programs.
///
/// All formats are in a table, `ForeignFormat.all`.
package struct ForeignFormat: Sendable {
  /// The content of a format, which determines how its picture is obtained.
  package enum Kind: Sendable {
    /// Pixels.
    case still
    /// Shapes without a size in pixels, drawn at the requested size.
    case drawing
    /// Pages of shapes.
    case document
    /// A sequence of pictures, of which the first is the poster.
    case video
    /// The same in a HEIF file: an animation.
    case sequence
  }

  /// The display name, such as "AVIF".
  package let name: String
  /// The content of its files.
  package let kind: Kind
  /// The usual file extensions, in lowercase without the dot.
  package let extensions: [String]
  /// The signatures; any of them identifies the format.
  let signatures: [ContentSignature]
  /// The decoders in order of preference.
  package let decoders: [DecoderCommand]
  /// Extracts the content that the decoders would not find; nil if they always receive the file unchanged.
  let contained: Containing?
  /// How its files declare the picture's size; nil if it is known only once a program has decoded them.
  let headerSize: HeaderSize?
  /// The memory that its programs take for each pixel, in bytes, beside that for the file.
  let bytesPerPixel: Int
  /// Whether its files have frames that play.
  package var plays: Bool { kind == .video || kind == .sequence }

  /// Inspects a file; nil if its decoders should receive it unchanged.
  typealias Containing =
    @Sendable (_ input: ProgramInput, _ limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?

  init(
    _ name: String, _ kind: Kind = .still, extensions: [String], signatures: [ContentSignature],
    decoders: [DecoderCommand], size: HeaderSize? = nil, bytesPerPixel: Int = 16, contained: Containing? = nil
  ) {
    self.name = name
    self.kind = kind
    self.extensions = extensions
    self.signatures = signatures
    self.decoders = decoders
    headerSize = size
    self.bytesPerPixel = bytesPerPixel
    self.contained = contained
  }

  /// Recognizes a format by a file's first bytes, and by its extension only if the content is ambiguous.
  ///
  /// - Parameters:
  ///   - head: the file's first bytes, `ProgramInput.headBytes` of them or the whole file.
  ///   - fileExtension: the file's extension, in lowercase.
  /// - Returns: nil if it is none of these formats.
  package init?(head: [UInt8], fileExtension: String? = nil) {
    // Some cameras' files and AVIF sequences are also marked as MP4.
    guard ![LibraryFormat.raw.format, LibraryFormat.avif.format].contains(LibraryFormat(beginning: head)?.format),
      let format = ForeignFormat.all.first(where: { format in
        format.signatures.contains { signature in
          signature.matches(head, isNamed: fileExtension.map(format.extensions.contains) ?? false)
        }
      })
    else { return nil }
    self = format
  }

  /// Recognizes a file's format by its first bytes, and by more of them if a document begins with a long comment.
  ///
  /// - Parameters: as of `init(head:fileExtension:)`.
  package init?(of input: ProgramInput, headBytes: Int = ProgramInput.headBytes, fileExtension: String? = nil) {
    let head = input.head(headBytes)
    let isLong = head.count >= headBytes && Markup.mayBegin(in: head)
    self.init(head: isLong ? input.head(ProgramInput.longHeadBytes) : head, fileExtension: fileExtension)
  }

  /// The size that a file's header declares, not to be trusted; nil if it is known only once a program has decoded it.
  package func declaredSize(of input: ProgramInput) -> PixelSize? { headerSize?.read(input) }

  /// The demuxer for ffmpeg and ffprobe; nil if ffmpeg is not among the decoders.
  var demuxer: String? {
    for case .ffmpeg(let demuxer, _, _) in decoders { return demuxer }
    return nil
  }

  /// The usual extensions of all formats, in lowercase.
  package static let extensions: Set<String> = Set(all.flatMap(\.extensions))
}
