import Bitmaps

/// The canvas on which an animation's frames are drawn: encoded samples, not premultiplied, initially transparent.
///
/// Frames are blended as encoded samples, not in linear light, because browsers do so and authors see that result. The
/// file's color profile is applied when the canvas is scaled.
struct FrameCanvas {
  /// Its width and height in pixels.
  let size: PixelSize
  private var pixels: [SIMD4<UInt8>]

  init(size: PixelSize) {
    self.size = size
    pixels = Array(repeating: .zero, count: size.width * size.height)
  }

  var area: PixelRect { PixelRect(size) }

  /// Makes the whole canvas transparent.
  mutating func clear() { clear(area) }

  /// Makes an area transparent.
  mutating func clear(_ area: PixelRect) {
    let rows = rows(of: area)
    var pixels = pixels.mutableSpan
    for row in rows {
      for index in row { pixels[index] = .zero }
    }
  }

  /// Returns the pixels of an area, row by row.
  func copy(_ area: PixelRect) -> [SIMD4<UInt8>] {
    var copy: [SIMD4<UInt8>] = []
    copy.reserveCapacity(area.count)
    for row in rows(of: area) { copy += pixels[row] }
    return copy
  }

  /// Draws the pixels of an area, given row by row.
  ///
  /// - Precondition: The area lies within the canvas, and `drawn` has one pixel for each of its places.
  mutating func draw(_ drawn: [SIMD4<UInt8>], at area: PixelRect, blending: StoredFrame.Blending) {
    precondition(drawn.count == area.count, "a pixel for each pixel")
    guard !area.isEmpty else { return }
    let rows = rows(of: area)
    // Eight pixels at a time: one by one, this takes as long as decoding them. Rows lie within the canvas, and `drawn` has all of them.
    unsafe drawn.withUnsafeBufferPointer { drawn in
      unsafe pixels.withUnsafeMutableBufferPointer { pixels in
        guard var next = drawn.baseAddress, let canvas = pixels.baseAddress else { return }
        for row in rows {
          let target = unsafe canvas + row.lowerBound
          switch blending {
          case .source: unsafe target.update(from: next, count: row.count)
          case .over: unsafe FrameCanvas.draw(next, over: target, count: row.count)
          }
          unsafe next += row.count
        }
      }
    }
  }

  /// Composites a row over another.
  private static func draw(
    _ source: UnsafePointer<SIMD4<UInt8>>, over target: UnsafeMutablePointer<SIMD4<UInt8>>, count: Int
  ) {
    let (from, to) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
    var index = 0
    while index &+ 8 <= count {
      let offset = index &* 4
      // Alpha is the last of four bytes, and the highest on every processor that Swift runs on.
      let pixels = unsafe from.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
      let alphas = pixels &>> 24
      if (alphas &+ 1) & 0xFE == .zero {
        // No branch: in many animations, what has not changed is transparent, here and there.
        let mask = 0 &- (alphas &>> 7)
        let below = unsafe to.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt32>.self)
        unsafe to.storeBytes(of: (pixels & mask) | (below & ~mask), toByteOffset: offset, as: SIMD8<UInt32>.self)
      } else {
        for index in index..<index + 8 { unsafe target[index] = FrameCanvas.over(source[index], target[index]) }
      }
      index &+= 8
    }
    while index < count {
      unsafe target[index] = FrameCanvas.over(source[index], target[index])
      index &+= 1
    }
  }

  /// Porter and Duff's "over" for colors that are not premultiplied, rounded to nearest.
  private static func over(_ source: SIMD4<UInt8>, _ below: SIMD4<UInt8>) -> SIMD4<UInt8> {
    if source.w == 0 || source.w == 255 { return source.w == 0 ? below : source }
    // Both weights and their sum are in units of 1/255².
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

  /// The index range of each row of an area.
  private func rows(of area: PixelRect) -> some Sequence<Range<Int>> {
    let (width, columns) = (size.width, area.columns)
    return area.rows.lazy.map { row in
      row * width + columns.lowerBound..<row * width + columns.upperBound
    }
  }

  /// Returns a region of the canvas, scaled in linear light.
  ///
  /// - Parameters:
  ///   - rows: The conversion of the samples to linear light, made for a canvas of this size.
  ///   - memory: The pixels of a bitmap that is needed no longer.
  /// - Throws: What `deadline` throws.
  func scaled(
    to region: ScaledRegion, by rows: EncodedRows, _ deadline: DecodeDeadline,
    reusing memory: consuming [SIMD4<UInt16>] = []
  ) throws(ImageError) -> Bitmap {
    var scaler = rows.scaler(to: region, isOpaque: false)
    scaler.reuse(consume memory)
    let window = scaler.window
    for row in window.rows {
      if row % 64 == 0 { try deadline.check() }
      let start = row * size.width + window.x
      // A pixel is four bytes in order, and the row lies within the canvas.
      unsafe pixels[start..<start + window.width].withUnsafeBytes { samples in
        guard let start = samples.baseAddress else { return }
        unsafe rows.push(start.assumingMemoryBound(to: UInt8.self), into: &scaler)
      }
    }
    return scaler.finish()
  }
}
