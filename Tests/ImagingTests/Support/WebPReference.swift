import Bitmaps
import CWebP
import Imaging
import Testing

/// The frames of an animated WebP as libwebpdemux composes them, which the tested code does not use.
func webPFrames(_ bytes: [UInt8]) throws -> (frames: [Reference], ends: [Duration]) {
  try unsafe bytes.withUnsafeBufferPointer { buffer in
    var data = unsafe WebPData(bytes: buffer.baseAddress, size: buffer.count)
    let opened = unsafe WebPAnimDecoderNew(&data, nil)
    let decoder = unsafe try #require(opened)
    defer { unsafe WebPAnimDecoderDelete(decoder) }
    var info = WebPAnimInfo()
    try #require(unsafe WebPAnimDecoderGetInfo(decoder, &info) != 0)
    let size = PixelSize(width: Int(info.canvas_width), height: Int(info.canvas_height))
    var (frames, ends): ([Reference], [Duration]) = ([], [])
    while unsafe WebPAnimDecoderHasMoreFrames(decoder) != 0 {
      var pixels: UnsafeMutablePointer<UInt8>?
      var end: Int32 = 0
      try #require(unsafe WebPAnimDecoderGetNext(decoder, &pixels, &end) != 0)
      let samples = unsafe UnsafeBufferPointer(start: pixels, count: size.width * size.height * 4)
      unsafe frames.append(Reference(size: size, straight8: Array(samples)[...]))
      ends.append(.milliseconds(Int(end)))
    }
    return (frames, ends)
  }
}
