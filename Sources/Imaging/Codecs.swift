/// The formats that this module decodes.
package enum Codecs {
  /// All codecs, in the order in which they are asked whether they recognize a file. A format is its place in this order in messages
  /// between processes, which are all of the same program.
  package static let table: [any PictureCodec.Type] = [
    JPEGCodec.self,
    PNGCodec.self,
    WebPCodec.self,
    GIFCodec.self,
  ]

  /// Returns the codec of a file that begins with these bytes; nil if there is none. A few dozen bytes are enough.
  static func codec(beginning head: ArraySlice<UInt8>) -> (any PictureCodec.Type)? {
    table.first { $0.recognizes(head) }
  }

  /// Returns the codec of a format; nil if it is of another module.
  static func codec(of format: PictureFormat) -> (any PictureCodec.Type)? { table.first { $0.format == format } }

  /// Returns why a file that no codec recognizes cannot be shown.
  static func refusal(of head: ArraySlice<UInt8>) -> ImageError {
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

  /// Returns the format of a file that begins with these bytes, if this module decodes it. A few dozen bytes are enough.
  package init?(beginning head: [UInt8]) {
    guard let codec = Codecs.codec(beginning: head[...]) else { return nil }
    self = codec.format
  }

  /// Whether pictures in the format may keep their samples for several regions (`SampleDecode`).
  package var mayKeepSamples: Bool { Codecs.codec(of: self)?.mayKeepSamples ?? false }
}
