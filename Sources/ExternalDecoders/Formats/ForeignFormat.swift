import Imaging
import System

/// A format that is not decoded here but by a program found on PATH: how it is told, and who decodes it.
///
/// The formats are rows of a table, `ForeignFormat.all`.
package struct ForeignFormat: Sendable {
  /// What a format holds, which decides how its picture is had.
  package enum Kind: Sendable {
    /// Pixels.
    case still
    /// Shapes without a size in pixels: drawn at the size needed.
    case drawing
    /// Pages of shapes.
    case document
    /// Pictures that follow each other; its first is its poster.
    case video
  }

  /// The name for people, e.g. "AVIF".
  package let name: String
  /// What it holds.
  package let kind: Kind
  /// What its files are usually called, lower case without the dot.
  package let extensions: [String]
  /// Any of these tells it.
  let signatures: [ContentSignature]
  /// Who decodes it, the best first.
  package let decoders: [DecoderCommand]
  /// Takes out of a file what its decoders would not find; nil where they are given the file as it is.
  let contained: Containing?
  /// Whether we look into a file ourselves before a program is asked.
  package var isOpenedHere: Bool { contained != nil }
  /// Whether its files are recognised only where their names say it, too.
  package var needsName: Bool { signatures.allSatisfy(\.needsName) }

  /// Looks into a file; nil where its decoders are given the file as it is.
  typealias Containing =
    @Sendable (_ input: ProgramInput, _ limits: DecodingLimits) throws(ExternalDecodeError) -> ContainedPicture?

  init(
    _ name: String, _ kind: Kind = .still, extensions: [String], signatures: [ContentSignature],
    decoders: [DecoderCommand], contained: Containing? = nil
  ) {
    self.name = name
    self.kind = kind
    self.extensions = extensions
    self.signatures = signatures
    self.decoders = decoders
    self.contained = contained
  }

  /// Tells a format by a file's first bytes; by its name only where content cannot tell.
  ///
  /// - Parameters:
  ///   - head: The file's first bytes, `ProgramInput.headBytes` of them where there are so many.
  ///   - fileExtension: What follows the name's last dot, lower case.
  /// - Returns: nil for what is none of these formats.
  package init?(head: [UInt8], fileExtension: String? = nil) {
    guard
      let format = ForeignFormat.all.first(where: { format in
        format.signatures.contains { signature in
          signature.matches(head, isNamed: fileExtension.map(format.extensions.contains) ?? false)
        }
      })
    else { return nil }
    self = format
  }

  /// The decoder that knows the film within, for ffmpeg and ffprobe; nil for what ffmpeg does not play.
  var demuxer: String? {
    for case .ffmpeg(let demuxer, _, _) in decoders { return demuxer }
    return nil
  }
}

extension ForeignFormat {
  /// What the formats' files are usually called, lower case.
  package static let extensions: Set<String> = Set(all.flatMap(\.extensions))
}
