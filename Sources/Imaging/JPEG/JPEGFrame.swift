/// A JPEG's frame header: its size, its components, and how they are coded (ITU-T T.81, B.2.2).
struct JPEGFrame: Sendable {
  /// One of the picture's planes.
  struct Component: Sendable {
    /// The name by which scans refer to it.
    var identity: UInt8
    /// How many of its samples there are for the samples of the others, across and down: 1…15.
    var across: Int, down: Int
    /// The number of its quantisation table.
    var quantization: UInt8
  }

  /// The picture's size in pixels.
  let size: PixelSize
  /// Grey has 1, colour 3, CMYK 4.
  let components: [Component]
  /// The marker, which tells the coding process.
  private let marker: UInt8

  /// Whether a marker begins a frame.
  static func begins(with marker: UInt8) -> Bool {
    // 0xC4 and 0xCC are tables, 0xC8 is reserved.
    0xC0...0xCF ~= marker && ![0xC4, 0xC8, 0xCC].contains(marker) || marker == JPEGFrameMarker.jpegLS
  }

  /// Why a process is not decoded, by its frames' marker (T.81, table B.1; T.87, C.1.1); nil: it is.
  private static func refusal(of marker: UInt8) -> String? {
    switch marker {
    case JPEGFrameMarker.lossless, 0xCB: "lossless coding"
    case 0xC5...0xC7, 0xCD...0xCF: "hierarchical coding"
    case JPEGFrameMarker.jpegLS: "JPEG-LS"
    default: nil
    }
  }

  /// Reads a frame header.
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
      let place = start + 6 + 3 * index
      return Component(
        identity: bytes[place], across: Int(bytes[place + 1] >> 4), down: Int(bytes[place + 1] & 15),
        quantization: bytes[place + 2])
    }
    guard components.allSatisfy({ $0.across > 0 && $0.down > 0 }) else {
      throw .corrupt(format: "JPEG", reason: "a sampling factor is zero")
    }
  }

  /// Whether its samples are coded one after another, by Huffman's codes.
  var isSequentialHuffman: Bool { marker == 0xC0 || marker == 0xC1 }
  /// Whether it is progressive with Huffman coding.
  var isProgressiveHuffman: Bool { marker == 0xC2 }
  /// Whether it is progressive, with any entropy coding.
  var isProgressive: Bool { [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) }

  /// The blocks of 8×8 that a scan of one component alone has (A.2.2).
  func blocks(of component: Component) -> Int {
    let width = (size.width * component.across + most.across - 1) / most.across
    let height = (size.height * component.down + most.down - 1) / most.down
    return ((width + 7) / 8) * ((height + 7) / 8)
  }

  /// What all coefficients take, in bytes: two each, 64 a block, and blocks come in whole groups of the sampling factors.
  var coefficientBytes: Int {
    let groups = ((size.width - 1) / (8 * most.across) + 1) * ((size.height - 1) / (8 * most.down) + 1)
    return groups * components.reduce(0) { $0 + $1.across * $1.down } * 128
  }

  /// The greatest sampling factors.
  var most: (across: Int, down: Int) {
    components.reduce((1, 1)) { (max($0.0, $1.across), max($0.1, $1.down)) }
  }
}
