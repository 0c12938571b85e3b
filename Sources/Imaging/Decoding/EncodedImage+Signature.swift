extension EncodedImage {
  /// Whether a file that begins so is of a format that is decoded here. A few dozen bytes are enough.
  package static func begins(_ head: [UInt8]) -> Bool {
    head.starts(with: [0xFF, 0xD8, 0xFF]) || head.starts(with: PNGHeader.signature) || WebPHeader.begins(head)
      || GIFHeader.begins(head)
  }
}
