import CDeflate
import CGif
import CJPEG
import CLcms2
import CWebP
import CZlib

/// The libraries that decode pictures in this process.
package enum LinkedCodecs {
  /// Their names and versions, for `--version`.
  package static var names: [String] {
    [
      "libjpeg-turbo \(dotted(decimal: Int(tui_jpeg_version())))",
      "libwebp \(dotted(bytes: Int(WebPGetDecoderVersion())))",
      "giflib \(GIFLIB_MAJOR).\(GIFLIB_MINOR).\(GIFLIB_RELEASE)",
      "libdeflate \(LIBDEFLATE_VERSION_STRING)",
      "zlib \(unsafe String(cString: zlibVersion()))",
      "lcms2 \(LCMS_VERSION / 1000).\(LCMS_VERSION % 1000 / 10)",
      "libexif",
    ]
  }

  /// Opens lcms2, which is otherwise opened when a picture needs it. A process without access to files cannot do that. Returns whether it is
  /// installed.
  @discardableResult
  package static func openAll() -> Bool { tui_lcms2_load() != 0 }

  /// A version of three decimal parts of three digits each.
  private static func dotted(decimal version: Int) -> String {
    "\(version / 1_000_000).\(version / 1000 % 1000).\(version % 1000)"
  }

  /// A version of three bytes.
  private static func dotted(bytes version: Int) -> String {
    "\(version >> 16 & 0xFF).\(version >> 8 & 0xFF).\(version & 0xFF)"
  }
}
