import Foundation
import TestSupport

/// Pictures of kinds that other programs write, made from the synthetic photographs.
extension SamplePictures {
  /// A kind of still; the raw value begins its file's name.
  enum Made: String {
    case rgba, palette, wide, interlaced, lossyWebP, losslessWebP, alphaWebP, gif, avif, heic, jxl

    var ending: String {
      switch self {
      case .rgba, .palette, .wide, .interlaced: "png"
      case .lossyWebP, .losslessWebP, .alphaWebP: "webp"
      case .gif, .avif, .heic, .jxl: rawValue
      }
    }
  }

  /// A kind of animation; the raw value is the file name extension.
  enum Moving: String {
    case gif, apng, webp
  }

  /// A photograph as another kind of still.
  func made(_ kind: Made, width: Int, height: Int) throws -> String {
    let photograph = try png(width: width, height: height)
    // The alpha fades out towards the bottom.
    let fading = ["-size", "\(width)x\(height)", "gradient:white-black"]
    let rgba = ["("] + fading + [")", "-alpha", "off", "-compose", "CopyOpacity", "-composite"]
    return try file("\(kind.rawValue)-\(width)x\(height).\(kind.ending)") { path in
      switch kind {
      case .rgba: try run("convert", [photograph] + rgba + ["PNG32:\(path)"])
      case .palette: try run("convert", [photograph, "-dither", "None", "-colors", "256", "PNG8:\(path)"])
      // Blurring produces values between those of eight bits.
      case .wide: try run("convert", [photograph, "-depth", "16", "-blur", "0x0.6", "PNG48:\(path)"])
      case .interlaced: try run("convert", [photograph, "-interlace", "PNG", "PNG24:\(path)"])
      case .lossyWebP: try run("cwebp", ["-quiet", "-q", "85", photograph, "-o", path])
      case .losslessWebP: try run("cwebp", ["-quiet", "-lossless", "-z", "4", photograph, "-o", path])
      case .alphaWebP: try run("cwebp", ["-quiet", "-q", "85", made(.rgba, width: width, height: height), "-o", path])
      case .gif: try run("convert", [made(.palette, width: width, height: height), "GIF:\(path)"])
      case .avif: try run("avifenc", ["-s", "9", "-y", "420", "--min", "18", "--max", "28", photograph, path])
      // Cameras add such a thumbnail.
      case .heic: try run("heif-enc", ["-q", "60", "-t", "320", "-o", path, photograph])
      case .jxl: try run("cjxl", ["-q", "90", "-e", "3", photograph, path])
      }
    }
  }

  /// A camera's file of 24 megapixels, with a preview in full size and, in many cameras' files, a small one.
  func raw(hasSmallPreview: Bool) throws -> String {
    let (width, height) = (1620, 1080)
    let preview = try jpeg(width: 6000, height: 4000)
    let small = hasSmallPreview ? try Self.contents(jpeg(width: width, height: height)) : nil
    return try file("\(hasSmallPreview ? "previews" : "preview")-6000x4000.dng") {
      let small = small.map { (jpeg: $0, width: width, height: height) }
      return DNGWriter(preview: (try? Self.contents(preview)) ?? [], width: 6000, height: 4000, small: small).bytes
    }
  }

  /// A photograph that moves sideways, 640×427, 24 frames.
  func moving(_ kind: Moving) throws -> String {
    let photograph = try png(width: 640, height: 427)
    return try file("moving-640x427.\(kind.rawValue)") { path in
      let input = ["-v", "error", "-y", "-loop", "1", "-i", photograph]
      let format =
        switch kind {
        case .gif: ["-f", "gif"]
        case .apng: ["-plays", "0", "-f", "apng"]
        case .webp: ["-c:v", "libwebp_anim", "-q:v", "85", "-loop", "0", "-f", "webp"]
        }
      try run("ffmpeg", input + ["-vf", "scroll=h=0.01", "-frames:v", "24"] + format + [path])
    }
  }

  /// A kind of huge still; the raw value is its file's name.
  enum Huge: String {
    case jpeg = "huge-12500x8000.jpg", progressiveJPEG = "huge-progressive-12500x8000.jpg"
    case png = "huge-12500x8000.png", interlacedPNG = "huge-interlaced-12500x8000.png"
  }

  /// A photograph of 100 megapixels, 12,500×8,000, made by ffmpeg, which needs less memory than painting it here.
  func huge(_ kind: Huge) throws -> String {
    let photograph = try png(width: 3872, height: 2592)
    return try file(kind.rawValue) { path in
      // The same pixels in several scans.
      if kind == .progressiveJPEG {
        return try run("jpegtran", ["-progressive", "-copy", "none", "-outfile", path, huge(.jpeg)])
      }
      let format: [String] =
        switch kind {
        case .jpeg: ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p", "-q:v", "3"]
        case .progressiveJPEG: []
        case .png: ["-c:v", "png", "-pred", "mixed"]
        case .interlacedPNG: ["-c:v", "png", "-pred", "mixed", "-flags", "+ildct"]
        }
      try run(
        "ffmpeg",
        ["-v", "error", "-y", "-i", photograph, "-vf", "scale=12500:8000,noise=alls=6", "-frames:v", "1"] + format
          + ["-f", "image2", "-update", "1", path])
    }
  }

  /// A photograph that pans across a window of 480×270, for six seconds at 25 frames per second.
  func panningGIF() throws -> String {
    let photograph = try png(width: 1280, height: 854)
    return try file("panning-480x270.gif") { path in
      try run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-loop", "1", "-framerate", "25", "-i", photograph, "-vf",
          "scroll=h=0.004:v=0.002,crop=480:270", "-frames:v", "150", "-f", "gif", path,
        ])
    }
  }

  /// A photograph of 480×270 over which a square of 48×48 moves, for six seconds at 25 frames per second.
  func partlyMovingGIF() throws -> String {
    let photograph = try png(width: 1280, height: 854)
    return try file("part-480x270.gif") { path in
      try run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-loop", "1", "-framerate", "25", "-i", photograph, "-f", "lavfi", "-i",
          "color=red:s=48x48:r=25", "-filter_complex", "[0]crop=480:270[a];[a][1]overlay=x='n*2':y=100",
          "-frames:v", "150", "-f", "gif", path,
        ])
    }
  }

  /// A GIF of 1,000 frames of 800×600 with much motion.
  func longGIF() throws -> String {
    try file("long-800x600.gif") { path in
      try run(
        "ffmpeg",
        ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=800x600:r=25", "-frames:v", "1000", "-f", "gif", path])
    }
  }

  /// A GIF of 360 frames of 800×600 without any repetition, 150 MB.
  func noisyGIF() throws -> String {
    try file("noise-800x600.gif") { path in
      try run(
        "ffmpeg",
        ["-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=800x600:r=25,noise=alls=60:allf=t"]
          + ["-frames:v", "360", "-f", "gif", path])
    }
  }

  func run(_ name: String, _ arguments: [String]) throws {
    guard let program = Program(name) else { throw TerminalRun.Failure("\(name) is not installed") }
    guard try Program.run(program.path, arguments, environment: TerminalRun.environment) else {
      throw TerminalRun.Failure("\(name) failed")
    }
  }
}
