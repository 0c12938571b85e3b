import ExternalDecoders
import System

/// A small video made by ffmpeg.
package enum RedGreenBlueVideo {
  /// 0.2 seconds each of red, green and blue, at ten frames a second and 32×24 pixels; lossless by default.
  package static func bytes(
    _ container: String = "matroska", _ options: [String] = ["-c:v", "ffv1", "-pix_fmt", "bgr0"]
  ) throws -> [UInt8] {
    let colors = ["red", "lime", "blue"].map { "color=\($0):s=32x24:r=10:d=0.2[\($0)]" }.joined(separator: ";")
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let path = String(decoding: folder("a").bytes, as: UTF8.self)
    _ = try output(
      of: .ffmpeg,
      ["-v", "error", "-f", "lavfi", "-i", "\(colors);[red][lime][blue]concat=n=3,format=bgr0"] + options
        + ["-f", container, path])
    return try FileBytes.read(folder("a"), limit: 1 << 20)
  }
}
