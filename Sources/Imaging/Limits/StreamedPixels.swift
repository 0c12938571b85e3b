/// How many pixels a file can hold at most, for formats that are decoded row by row, in memory that does not grow with
/// the picture's height. Such a picture may be as large as its file; all others have a fixed limit.
package enum StreamedPixels {
  /// Deflate's greatest ratio: 258 bytes for a length of one bit and a distance of one bit.
  package static let perDeflatedByte = 1032
}

extension Int {
  /// The product of two numbers from 0 up; `Int.max` if it is larger than that.
  package func clampedProduct(_ factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}
