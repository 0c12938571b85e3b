import Bitmaps
import Imaging
import TestSupport

/// Writes animated PNGs, valid or invalid as a test requires.
struct APNGWriter {
  struct Frame {
    var x = 0
    var y = 0
    var width: Int
    var height: Int
    /// A fraction of a second: numerator and denominator.
    var delay: (UInt16, UInt16) = (1, 20)
    /// 0 keeps the frame, 1 clears it, 2 restores the previous one.
    var dispose: UInt8 = 0
    /// 0 replaces, 1 blends over.
    var blend: UInt8 = 0
    /// Rows, each preceded by its filter byte.
    var filtered: [UInt8]

    /// An fcTL chunk's content.
    func control(_ sequence: UInt32) -> [UInt8] {
      let numbers = [sequence, UInt32(width), UInt32(height), UInt32(x), UInt32(y)].flatMap(PNGWriter.bigEndian)
      let delays = [delay.0, delay.1].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      return numbers + delays + [dispose, blend]
    }
  }

  /// A file with the size, depth and color type in `header`, then the frames; `still` is a default image that is not
  /// one of them.
  static func file(
    header: [UInt8], before: [PNGWriter.Chunk] = [], still: [UInt8]? = nil, frames: [Frame], loops: UInt32 = 0
  ) -> PNGWriter {
    var writer = PNGWriter()
    writer.add("IHDR", header)
    writer.add("acTL", PNGWriter.bigEndian(UInt32(frames.count)) + PNGWriter.bigEndian(loops))
    writer.chunks += before
    if let still { writer.add("IDAT", PNGWriter.compressed(still)) }
    var sequence: UInt32 = 0
    for (index, frame) in frames.enumerated() {
      writer.add("fcTL", frame.control(sequence))
      sequence += 1
      let data = PNGWriter.compressed(frame.filtered)
      if index == 0, still == nil {
        writer.add("IDAT", data)
      } else {
        // The data in two chunks.
        for piece in [data[..<(data.count / 2)], data[(data.count / 2)...]] {
          writer.add("fdAT", PNGWriter.bigEndian(sequence) + piece)
          sequence += 1
        }
      }
    }
    writer.add("IEND", [])
    return writer
  }

  /// A kind of PNG.
  struct Kind: Sendable, CustomStringConvertible {
    var colorType: UInt8
    var depth: UInt8
    var interlaced: Bool

    var bits: Int { Int(depth) * [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType, default: 1] }
    var description: String { "color type \(colorType), depth \(depth)\(interlaced ? ", interlaced" : "")" }

    static let all: [Kind] = [(0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16])]
      .flatMap { (type: UInt8, depths: [UInt8]) in
        depths.flatMap { depth in
          [false, true].filter { depth >= 8 || !$0 }.map { Kind(colorType: type, depth: depth, interlaced: $0) }
        }
      }

    /// Random samples in unfiltered rows; alpha is mostly opaque or transparent.
    func rows(_ width: Int, _ height: Int, using random: inout SplitMix64) -> [UInt8] {
      let passes =
        interlaced
        ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        : [(0, 0, 1, 1)]
      var rows: [UInt8] = []
      for (column, row, columnStep, rowStep) in passes {
        let columns = (width - column + columnStep - 1) / columnStep
        if columns <= 0 || height <= row { continue }
        for _ in 0..<(height - row + rowStep - 1) / rowStep {
          rows.append(0)
          rows += (0..<(columns * bits + 7) / 8).map { sample(at: $0, using: &random) }
        }
      }
      return rows
    }

    private func sample(at index: Int, using random: inout SplitMix64) -> UInt8 {
      let channels = bits / Int(depth)
      let isAlpha = (colorType == 4 || colorType == 6) && index / (Int(depth) / 8) % channels == channels - 1
      if isAlpha { return ([0, 255, 255, 90, 200] as [UInt8])[Int.random(in: 0..<5, using: &random)] }
      return UInt8.random(in: 0...255, using: &random)
    }

    static let size = PixelSize(width: 23, height: 17)

    /// The palette if there is one, and the transparent colors.
    var colors: [PNGWriter.Chunk] {
      var random = SplitMix64(seed: UInt64(depth))
      switch colorType {
      case 0: return [.init(name: "tRNS", content: [0, 1])]
      case 2: return [.init(name: "tRNS", content: [0, 1, 0, 2, 0, 3])]
      case 3:
        let count = 1 << Int(depth)
        return [
          .init(name: "PLTE", content: (0..<3 * count).map { _ in .random(in: 0...255, using: &random) }),
          .init(name: "tRNS", content: (0..<count).map { $0 % 3 == 0 ? 0 : 255 }),
        ]
      default: return []
      }
    }

    /// Frames with every combination of disposal and blending, at random places.
    func frames(seed: UInt64) -> [Frame] {
      var random = SplitMix64(seed: seed)
      let (width, height) = (Kind.size.width, Kind.size.height)
      var frames = [
        Frame(width: width, height: height, dispose: 0, filtered: rows(width, height, using: &random))
      ]
      for dispose in [0, 1, 2] as [UInt8] {
        for blend in [0, 1] as [UInt8] {
          let (frameWidth, frameHeight) = (
            Int.random(in: 1...15, using: &random), Int.random(in: 1...12, using: &random)
          )
          frames.append(
            Frame(
              x: .random(in: 0...width - frameWidth, using: &random),
              y: .random(in: 0...height - frameHeight, using: &random), width: frameWidth, height: frameHeight,
              dispose: dispose, blend: blend, filtered: rows(frameWidth, frameHeight, using: &random)))
        }
      }
      frames.append(Frame(width: 1, height: 1, blend: 1, filtered: rows(1, 1, using: &random)))
      return frames
    }

    /// The frames as an animation.
    func animation(_ frames: [Frame], still: [UInt8]? = nil, loops: UInt32 = 0) -> PNGWriter {
      APNGWriter.file(
        header: PNGWriter.header(Kind.size.width, Kind.size.height, depth, colorType, interlaced), before: colors,
        still: still, frames: frames, loops: loops)
    }

    /// A frame as a still.
    func still(_ frame: Frame) -> PNGWriter {
      var writer = PNGWriter(
        width: frame.width, height: frame.height, depth: depth, colorType: colorType, interlaced: interlaced,
        filtered: frame.filtered)
      writer.chunks.insert(contentsOf: colors, at: 1)
      return writer
    }
  }
}
