package import Bitmaps

/// A JPEG's frame header: its size, its components, and its coding process (ITU-T T.81, B.2.2).
struct JPEGFrame: Sendable {
  /// A color component of the picture.
  struct Component: Sendable {
    /// The identifier by which scans refer to the component.
    var identity: UInt8
    /// The sampling factors, horizontal and vertical: 1…15.
    var across: Int, down: Int
  }

  /// The picture's size in pixels.
  let size: PixelSize
  /// One for gray, three for color, four for CMYK.
  let components: [Component]
  /// The frame's marker, which identifies the coding process.
  private let marker: UInt8

  static func begins(with marker: UInt8) -> Bool {
    // 0xC4 and 0xCC are tables, 0xC8 is reserved.
    0xC0...0xCF ~= marker && ![0xC4, 0xC8, 0xCC].contains(marker) || marker == JPEGFrameMarker.jpegLS
  }

  /// Returns why the coding process of a frame's marker is not supported (T.81, table B.1; T.87, C.1.1); nil if it is.
  private static func refusal(of marker: UInt8) -> String? {
    switch marker {
    case JPEGFrameMarker.lossless, 0xCB: "lossless coding"
    case 0xC5...0xC7, 0xCD...0xCF: "hierarchical coding"
    case JPEGFrameMarker.jpegLS: "JPEG-LS"
    default: nil
    }
  }

  /// Parses a frame header.
  ///
  /// - Throws: `ImageError.corrupt` or `.unsupported`.
  init(_ segment: JPEGMarkerReader.Segment, of bytes: [UInt8]) throws(ImageError) {
    let start = segment.content.lowerBound
    guard segment.content.count >= 6, let height = bytes.bigEndian16(at: start + 1),
      let width = bytes.bigEndian16(at: start + 3),
      case let count = Int(bytes[start + 5]), segment.content.count >= 6 + 3 * count
    else { throw .corrupt(format: "JPEG", reason: "the frame header is too short") }
    if let reason = JPEGFrame.refusal(of: segment.marker) { throw .unsupported(format: "JPEG", reason: reason) }
    guard bytes[start] == 8 else { throw .unsupported(format: "JPEG", reason: "\(bytes[start]) bits a sample") }
    guard width > 0, height > 0 else { throw .corrupt(format: "JPEG", reason: "invalid size \(width)×\(height)") }
    guard [1, 3, 4].contains(count) else { throw .unsupported(format: "JPEG", reason: "\(count) components") }
    size = PixelSize(width: Int(width), height: Int(height))
    marker = segment.marker
    components = (0..<count).map { index in
      let offset = start + 6 + 3 * index
      return Component(
        identity: bytes[offset], across: Int(bytes[offset + 1] >> 4), down: Int(bytes[offset + 1] & 15))
    }
    guard components.allSatisfy({ $0.across > 0 && $0.down > 0 }) else {
      throw .corrupt(format: "JPEG", reason: "a sampling factor is zero")
    }
  }

  var isSequentialHuffman: Bool { marker == 0xC0 || marker == 0xC1 }
  var isProgressiveHuffman: Bool { marker == 0xC2 }
  /// Whether the frame is progressive, with any entropy coding.
  var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) }

  /// Returns the number of 8×8 blocks in a scan that contains only this component (A.2.2).
  func blocks(of component: Component) -> Int {
    let width = (size.width * component.across + maximum.across - 1) / maximum.across
    let height = (size.height * component.down + maximum.down - 1) / maximum.down
    return ((width + 7) / 8) * ((height + 7) / 8)
  }

  /// The size of all coefficients in bytes: two each, 64 a block. Blocks come in whole groups by the sampling factors.
  var coefficientBytes: Int {
    let groups = ((size.width - 1) / (8 * maximum.across) + 1) * ((size.height - 1) / (8 * maximum.down) + 1)
    return groups * components.reduce(0) { $0 + $1.across * $1.down } * 128
  }

  /// The largest sampling factors.
  var maximum: (across: Int, down: Int) {
    components.reduce((1, 1)) { (max($0.0, $1.across), max($0.1, $1.down)) }
  }
}

/// The marker that identifies a JPEG's coding process, used to choose another decoder.
package enum JPEGFrameMarker {
  /// Lossless with Huffman coding (ITU-T T.81, SOF3).
  package static let lossless: UInt8 = 0xC3
  /// JPEG-LS (ITU-T T.87, SOF55).
  package static let jpegLS: UInt8 = 0xF7

  /// Returns the marker of the first frame; nil if this is not a JPEG or the marker is not within these bytes.
  package static func first(in head: [UInt8]) -> UInt8? {
    firstFrame(in: head)?.marker
  }

  /// Returns the bits per sample that the first frame header declares, usually 8 or 12; nil if this is not a JPEG or
  /// the header is not within these bytes.
  package static func precision(in head: [UInt8]) -> UInt8? {
    firstFrame(in: head).flatMap { head[$0.content].first }
  }

  /// Returns the size that the first frame header declares; nil if it declares none, this is not a JPEG, or the header
  /// is not within these bytes.
  package static func size(in head: [UInt8]) -> PixelSize? {
    guard let start = firstFrame(in: head)?.content.lowerBound, let height = head.bigEndian16(at: start + 1),
      let width = head.bigEndian16(at: start + 3), width > 0, height > 0
    else { return nil }
    return PixelSize(width: Int(width), height: Int(height))
  }

  private static func firstFrame(in head: [UInt8]) -> JPEGMarkerReader.Segment? {
    guard JPEGHeader.begins(head) else { return nil }
    var reader = JPEGMarkerReader(head)
    while let segment = try? reader.next(), segment.marker != 0xDA {
      if JPEGFrame.begins(with: segment.marker) { return segment }
    }
    return nil
  }
}
