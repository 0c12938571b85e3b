/// What an animation's frames are drawn on: encoded samples, not premultiplied, transparent at first.
///
/// Frames are blended as encoded samples, not as light, because that is what browsers do and what authors have seen; what the
/// samples mean, by the file's profile, is asked when the canvas is scaled.
struct FrameCanvas {
  let size: PixelSize
  private var pixels: [SIMD4<UInt8>]

  /// A transparent canvas.
  init(size: PixelSize) {
    self.size = size
    pixels = Array(repeating: .zero, count: size.width * size.height)
  }

  /// Makes all of it transparent.
  mutating func clear() {
    clear(PixelRect(x: 0, y: 0, width: size.width, height: size.height))
  }

  /// Makes a part of it transparent.
  mutating func clear(_ area: PixelRect) {
    let rows = rows(of: area)
    var pixels = pixels.mutableSpan
    for row in rows {
      for index in row { pixels[index] = .zero }
    }
  }

  /// The pixels of a part of it, row by row.
  func copy(_ area: PixelRect) -> [SIMD4<UInt8>] {
    var copy: [SIMD4<UInt8>] = []
    copy.reserveCapacity(area.count)
    for row in rows(of: area) { copy += pixels[row] }
    return copy
  }

  /// Draws pixels, a part's row by row.
  ///
  /// - Precondition: the area lies within the canvas, and there is a pixel for each of its places.
  mutating func draw(_ drawn: [SIMD4<UInt8>], at area: PixelRect, blending: StoredFrame.Blending) {
    precondition(drawn.count == area.count, "a pixel for each place")
    var next = 0
    let rows = rows(of: area)
    // Of a span it is known that nobody else holds it.
    var pixels = pixels.mutableSpan
    for row in rows {
      switch blending {
      case .source:
        for index in row {
          pixels[index] = drawn[next]
          next &+= 1
        }
      case .over:
        for index in row {
          let pixel = drawn[next]
          next &+= 1
          if pixel.w == 255 {
            pixels[index] = pixel
          } else if pixel.w > 0 {
            pixels[index] = FrameCanvas.over(pixel, pixels[index])
          }
        }
      }
    }
  }

  /// Porter and Duff's "over" for colours that are not premultiplied, rounded to nearest.
  private static func over(_ source: SIMD4<UInt8>, _ below: SIMD4<UInt8>) -> SIMD4<UInt8> {
    // Both parts and their sum in 255ths of 255ths.
    let sourcePart = UInt32(source.w) * 255
    let belowPart = UInt32(below.w) * (255 - UInt32(source.w))
    let alpha = sourcePart + belowPart
    let half = SIMD4(repeating: alpha / 2)
    let sum =
      SIMD4<UInt32>(truncatingIfNeeded: source) &* sourcePart &+ SIMD4<UInt32>(truncatingIfNeeded: below) &* belowPart
    var pixel = SIMD4<UInt8>(truncatingIfNeeded: (sum &+ half) / SIMD4(repeating: alpha))
    pixel.w = UInt8((alpha + 127) / 255)
    return pixel
  }

  /// The places of each of a part's rows.
  private func rows(of area: PixelRect) -> some Sequence<Range<Int>> {
    let (width, columns) = (size.width, area.x..<area.x + area.width)
    return (area.y..<area.y + area.height).lazy.map { row in
      row * width + columns.lowerBound..<row * width + columns.upperBound
    }
  }

  /// The canvas, or a part of it, scaled in linear light.
  ///
  /// - Parameter rows: What its samples mean, for a canvas of its size.
  /// - Throws: What `deadline` throws.
  func scaled(
    to region: ScaledRegion, by rows: EncodedRows, _ deadline: DecodeDeadline
  ) throws(ImageError) -> Bitmap {
    var scaler = rows.scaler(to: region, isOpaque: false)
    let window = scaler.window
    for row in window.y..<window.y + window.height {
      if row % 64 == 0 { try deadline.check() }
      let start = row * size.width + window.x
      // A pixel is four bytes, in order, and the row lies within the canvas.
      unsafe pixels[start..<start + window.width].withUnsafeBytes { samples in
        guard let start = samples.baseAddress else { return }
        unsafe rows.push(start.assumingMemoryBound(to: UInt8.self), into: &scaler)
      }
    }
    return scaler.finish()
  }
}
