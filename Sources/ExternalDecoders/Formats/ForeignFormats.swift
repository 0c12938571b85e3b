import Imaging
import System

extension ForeignFormat {
  /// All formats that external programs decode. The first whose signature matches is used.
  package static let all: [ForeignFormat] = stills + highDepth + drawings + videos

  private static let stills = [
    ForeignFormat(
      "JPEG 2000", extensions: ["jp2", "j2k", "jpf", "jpx", "j2c"],
      signatures: [
        .bytes([0, 0, 0, 0x0C] + Array("jP  \r\n".utf8) + [0x87, 0x0A]), .bytes([0xFF, 0x4F, 0xFF, 0x51]),
      ],
      decoders: [.ffmpeg("j2k_pipe"), .magick("jp2")], size: .jpeg2000, bytesPerPixel: 36),
    // JPEG processes that `Imaging` does not decode.
    ForeignFormat(
      "JPEG-LS", extensions: ["jls"], signatures: [.jpeg(JPEGFrameMarker.jpegLS)], decoders: [.ffmpeg("jpegls_pipe")],
      size: .jpeg),
    ForeignFormat(
      "lossless JPEG", extensions: ["ljpg"], signatures: [.jpeg(JPEGFrameMarker.lossless)],
      decoders: [.ffmpeg("jpeg_pipe")], size: .jpeg),
    ForeignFormat(
      "12-bit JPEG", extensions: ["jpg12"], signatures: [.jpeg(bits: 12)], decoders: [.ffmpeg("jpeg_pipe")],
      size: .jpeg),
    ForeignFormat(
      "TIFF", extensions: ["tif", "tiff"],
      signatures: [
        .bytes([0x49, 0x49, 0x2A, 0]), .bytes([0x4D, 0x4D, 0, 0x2A]), .bytes([0x49, 0x49, 0x2B, 0]),
        .bytes([0x4D, 0x4D, 0, 0x2B]),
      ],
      // What libtiff does not decode.
      decoders: [.ffmpeg("tiff_pipe")], size: .tiff, contained: LosslessTIFF.contained),
    ForeignFormat(
      "BMP", extensions: ["bmp"], signatures: [.bmp, .bitmapArray],
      decoders: [.ffmpeg("bmp_pipe"), .magick("bmp")], size: .bitmap, contained: MaskedBitmap.contained),
    // A bitmap without its file header.
    ForeignFormat("DIB", extensions: ["dib"], signatures: [.headlessBitmap], decoders: [.magick("dib")]),
    ForeignFormat(
      "ICO", extensions: ["ico", "cur"], signatures: [.icon], decoders: [.ffmpeg("ico"), .magick("ico")],
      contained: IconFile.contained),
    ForeignFormat(
      "ICNS", extensions: ["icns"], signatures: [.text("icns")], decoders: [.ffmpeg("j2k_pipe"), .magick("jp2")],
      contained: AppleIcon.contained),
    ForeignFormat(
      "QOI", extensions: ["qoi"], signatures: [.text("qoif")], decoders: [.ffmpeg("qoi_pipe"), .magick("qoi")],
      size: .fields(width: 4, height: 8, bytes: 4, isBigEndian: true)),
    ForeignFormat(
      "DDS", extensions: ["dds"], signatures: [.text("DDS ")],
      decoders: [.ffmpeg("dds_pipe"), .magick("dds"), .oiiotool()],
      size: .fields(width: 16, height: 12, bytes: 4, isBigEndian: false)),
    // The pixel aspect ratio in these files is that of the author's screen.
    ForeignFormat(
      "PCX", extensions: ["pcx"], signatures: [.pcx],
      decoders: [.ffmpeg("pcx_pipe", pixels: .asStored), .magick("pcx")], size: .pcx),
    ForeignFormat(
      "Sun raster", extensions: ["ras", "sun"], signatures: [.bytes([0x59, 0xA6, 0x6A, 0x95])],
      decoders: [.ffmpeg("sunrast_pipe"), .magick("sun")],
      size: .fields(width: 4, height: 8, bytes: 4, isBigEndian: true)),
    ForeignFormat(
      "SGI", extensions: ["sgi", "rgb", "bw"],
      signatures: [
        .bytes([0x01, 0xDA, 0, 1]), .bytes([0x01, 0xDA, 1, 1]), .bytes([0x01, 0xDA, 0, 2]), .bytes([0x01, 0xDA, 1, 2]),
      ],
      decoders: [.ffmpeg("sgi_pipe"), .magick("sgi")],
      size: .fields(width: 6, height: 8, bytes: 2, isBigEndian: true)),
    ForeignFormat(
      "XWD", extensions: ["xwd"], signatures: [.windowDump], decoders: [.ffmpeg("xwd_pipe"), .magick("xwd")],
      size: .fields(width: 16, height: 20, bytes: 4, isBigEndian: true)),
    ForeignFormat(
      "WBMP", extensions: ["wbmp"], signatures: [.wirelessBitmap], decoders: WirelessBitmap.decoders,
      contained: WirelessBitmap.contained),
    ForeignFormat(
      "XPM", extensions: ["xpm"], signatures: [.text("/* XPM */")], decoders: [.ffmpeg("xpm_pipe"), .magick("xpm")]),
    ForeignFormat("XBM", extensions: ["xbm"], signatures: [.xbm], decoders: [.ffmpeg("xbm_pipe"), .magick("xbm")]),
    // ffmpeg's PSD decoder reads only one kind of PSD out of three.
    ForeignFormat(
      "PSD", extensions: ["psd", "psb"], signatures: [.text("8BPS")], decoders: [.magick("psd"), .ffmpeg("psd_pipe")],
      size: .fields(width: 18, height: 14, bytes: 4, isBigEndian: true)),
    ForeignFormat(
      "XCF", extensions: ["xcf"], signatures: [.text("gimp xcf")], decoders: [.magick("xcf")],
      size: .fields(width: 14, height: 18, bytes: 4, isBigEndian: true)),
    // Last of the stills, because it has no signature. Its demuxer would expand number patterns in names.
    ForeignFormat(
      "TGA", extensions: ["tga", "targa", "icb", "vda", "vst"], signatures: [.targa],
      decoders: [.ffmpeg("image2", options: ["-pattern_type", "none", "-c:v", "targa"]), .magick("tga")],
      size: .fields(width: 12, height: 14, bytes: 2, isBigEndian: false), contained: GrayTarga.contained),
  ]

  /// Formats with more than 8 bits per channel, or with an unbounded range.
  private static let highDepth = [
    ForeignFormat(
      "PNM", extensions: ["pnm", "pbm", "pgm", "ppm", "pam"], signatures: [.netpbm],
      decoders: [.ffmpeg("ppm_pipe"), .magick("pnm")], size: .netpbm),
    // ffmpeg 5 turns them upside down.
    ForeignFormat(
      "PFM", extensions: ["pfm"], signatures: [.text("PF\n"), .text("Pf\n")],
      decoders: [.magick("pfm"), .ffmpeg("pfm_pipe")], size: .netpbm, bytesPerPixel: 40),
    ForeignFormat(
      "DPX", extensions: ["dpx"], signatures: [.text("SDPX"), .text("XPDS")],
      decoders: [.ffmpeg("dpx_pipe"), .magick("dpx")], size: .dpx),
  ]

  private static let drawings = [
    // Compressed SVGs are recognized only by name; rsvg-convert decompresses them itself.
    ForeignFormat(
      "SVG", .drawing, extensions: ["svg", "svgz"],
      signatures: [.markup(root: "svg"), .named { $0.starts(with: [0x1F, 0x8B]) }], decoders: [.rsvgConvert]),
    ForeignFormat(
      "PDF", .document, extensions: ["pdf"],
      // Readers look for the signature in the first 1024 bytes (PDF 1.7, annex H, 3.4.1), since some mail programs and
      // servers leave data before it.
      signatures: [
        .text("%PDF-"), .bytes([0xEF, 0xBB, 0xBF] + Array("%PDF-".utf8)),
        .named { $0.prefix(1024).contains(sequence: "%PDF-".utf8) },
      ],
      decoders: [.pdftoppm]),
  ]

  private static let videos = [
    // Many are also marked as MP4.
    ForeignFormat(
      "HEIC sequence", .sequence, extensions: ["heics", "heifs"], signatures: [.heicSequence],
      decoders: [.ffmpeg("mov")]),
    ForeignFormat(
      "WebM", .video, extensions: ["webm"], signatures: [.matroska("webm")], decoders: [.ffmpeg("matroska")]),
    ForeignFormat(
      "Matroska", .video, extensions: ["mkv"], signatures: [.matroska("matroska")], decoders: [.ffmpeg("matroska")]),
    ForeignFormat(
      "QuickTime", .video, extensions: ["mov", "qt"],
      signatures: [.brands(["qt  "]), .texts([4: "moov"]), .texts([4: "mdat"]), .texts([4: "wide"])],
      decoders: [.ffmpeg("mov")]),
    ForeignFormat(
      "MP4", .video, extensions: ["mp4", "m4v", "3gp", "3g2"],
      signatures: [
        .brands([
          "isom", "iso2", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "dash", "M4V ", "M4VH", "M4VP", "MSNV",
          "3gp4", "3gp5", "3gp6", "3gp7", "3g2a", "3g2b", "3g2c",
        ])
      ],
      decoders: [.ffmpeg("mov")]),
    ForeignFormat(
      "AVI", .video, extensions: ["avi"], signatures: [.texts([0: "RIFF", 8: "AVI "])], decoders: [.ffmpeg("avi")]),
    ForeignFormat(
      "MPEG", .video, extensions: ["mpg", "mpeg", "vob"], signatures: [.bytes([0, 0, 1, 0xBA])],
      decoders: [.ffmpeg("mpeg")]),
    ForeignFormat(
      "MPEG", .video, extensions: ["m1v", "m2v"], signatures: [.bytes([0, 0, 1, 0xB3])],
      decoders: [.ffmpeg("mpegvideo")]),
    // Not "ts", because most files with that extension are not videos.
    ForeignFormat(
      "MPEG", .video, extensions: ["m2t"], signatures: [.transportStream], decoders: [.ffmpeg("mpegts")]),
    ForeignFormat(
      "Ogg", .video, extensions: ["ogv"], signatures: [.ogg("theora"), .ogg("OVP80")], decoders: [.ffmpeg("ogg")]),
    ForeignFormat(
      "Flash video", .video, extensions: ["flv"], signatures: [.bytes([0x46, 0x4C, 0x56, 1])],
      decoders: [.ffmpeg("flv")]),
    ForeignFormat("FLIC", .video, extensions: ["fli", "flc"], signatures: [.flic], decoders: [.ffmpeg("flic")]),
    ForeignFormat(
      "Windows Media", .video, extensions: ["wmv", "asf"],
      signatures: [.bytes([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11])], decoders: [.ffmpeg("asf")]),
    ForeignFormat(
      "YUV4MPEG", .video, extensions: ["y4m"], signatures: [.text("YUV4MPEG2 ")],
      decoders: [.ffmpeg("yuv4mpegpipe")]),
  ]
}
