import CLcms2

/// The codecs of a process, in the order in which they are asked whether they recognize a file.
package struct Codecs: Sendable {
  let table: [any PictureCodec.Type]

  /// Creates a table.
  package init(_ table: [any PictureCodec.Type]) { self.table = table }

  /// The codecs of this module.
  package static let linked = Codecs([JPEGCodec.self, PNGCodec.self, WebPCodec.self, GIFCodec.self])

  /// The libraries that decode the formats, with their versions.
  package var libraries: [String] { table.flatMap { $0.libraries } }

  /// The libraries that decode pictures in this process, with their versions, for `--version`.
  package static var linkedLibraries: [String] {
    linked.libraries + ["lcms2 \(LCMS_VERSION / 1000).\(LCMS_VERSION % 1000 / 10)"]
  }

  /// Returns the codec of a file that begins with these bytes; nil if there is none. A few dozen bytes are enough for the codecs of this module.
  func codec(beginning head: ArraySlice<UInt8>) -> (any PictureCodec.Type)? { table.first { $0.recognizes(head) } }

  /// Whether a file that begins with these bytes may have a preview.
  package func hasPreview(_ head: [UInt8]) -> Bool { codec(beginning: head[...])?.hasPreviews ?? false }

  /// Returns the codec of a format; nil if it is not in the table.
  func codec(of format: PictureFormat) -> (any PictureCodec.Type)? { table.first { $0.format == format } }

  /// Returns why a file that no codec recognizes cannot be shown.
  func refusal(of head: ArraySlice<UInt8>) -> ImageError {
    for codec in table {
      if let refusal = codec.refusal(of: head) { return refusal }
    }
    return .notAPicture
  }
}

/// A picture's format.
package struct PictureFormat: Sendable, Hashable {
  /// The name in messages, such as "JPEG".
  package let name: String

  /// Creates a format with a name that no other one has.
  init(_ name: String) { self.name = name }

  /// The formats that codecs decode. A format is its place in this order in messages between processes, which are all of the same version.
  package static let all = Codecs.linked.table.map { $0.format } + LibraryFormat.all.map(\.format)

  /// Returns the format of a file that begins with these bytes, if a codec decodes it. A few dozen bytes are enough for most formats,
  /// `LibraryFormat.headBytes` for all.
  package init?(beginning head: [UInt8]) {
    guard let format = Codecs.linked.codec(beginning: head[...])?.format ?? LibraryFormat(beginning: head)?.format
    else { return nil }
    self = format
  }

  /// Whether pictures in the format may keep their samples for several regions (`SampleDecode`).
  package var mayKeepSamples: Bool { Codecs.linked.codec(of: self)?.mayKeepSamples ?? true }
}
