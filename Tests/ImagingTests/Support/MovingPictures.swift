import Imaging

/// An animation in each format, with a valid or an invalid profile or none.
struct MovingPictures {
  private let webp: [UInt8]

  init() throws { webp = RIFFWriter.picture(of: try Fixtures.bytes("good/webp-lossless.webp")) }

  /// An APNG, a WebP and a GIF, with a profile or without.
  func all(profile: [UInt8]?) -> [[UInt8]] {
    let kind = APNGWriter.Kind(colorType: 6, depth: 8, interlaced: false)
    var png = kind.animation(kind.frames(seed: 3))
    if let profile { png.insert("iCCP", PNGProfiles.chunk(profile), before: "IDAT") }
    let frame = RIFFWriter.frame(0, 0, 45, 31, webp)
    return [
      png.bytes,
      RIFFWriter.file(
        RIFFWriter.animated(45, 31), profile.map { RIFFWriter.chunk("ICCP", $0) } ?? [], RIFFWriter.loops(0), frame,
        frame),
      GIFWriter.file(
        4, 2, profile.map(GIFWriter.profile) ?? [], GIFWriter.image(4, 2, Array(0..<8)),
        GIFWriter.image(2, 1, at: (1, 1), [9, 14])),
    ]
  }
}
