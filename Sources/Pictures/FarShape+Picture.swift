import Bitmaps
package import FarSide
package import Imaging

extension FarShape {
  /// A picture's shape, as it is requested from the far side.
  package init(_ key: PictureKey) {
    let shape = key.shape
    let fit = shape.fit
    func millionths(_ number: Double) -> Int { number.isFinite ? Int(min(max(number, 0), 1_000) * 1e6) : 0 }
    let region = shape.region.map { region in
      let part = region.part
      return [region.whole.width, region.whole.height, part.x, part.y, part.width, part.height]
    }
    self.init(
      width: fit.box.width, height: fit.box.height, across: shape.samples.width, down: shape.samples.height,
      aspect: millionths(fit.sampleAspect), upscales: fit.upscales, scaling: FarShape.names[fit.scaling] ?? "contain",
      anchorX: millionths(fit.anchor.x), anchorY: millionths(fit.anchor.y), region: region ?? [],
      exposure: shape.exposure.thirds,
      isThumbnail: key.isThumbnail)
  }

  private static let names: [Fit.Scaling: String] = [
    .contain: "contain", .cover: "cover", .stretch: "stretch", .width: "width", .height: "height",
    .actualSize: "actual",
  ]

  /// The shape that is requested; nil if it is not valid. Its number of samples is not limited.
  package var shape: PictureShape? {
    let (sides, samples) = (1...65_535, 1...64)
    guard sides ~= width, sides ~= height, samples ~= across, samples ~= down, 0...1_000_000_000 ~= aspect,
      let scaling = FarShape.names.first(where: { $0.value == scaling })?.key
    else { return nil }
    let fit = Fit(
      box: PixelSize(width: width, height: height), sampleAspect: Double(aspect) / 1e6, upscales: upscales,
      scaling: scaling, anchor: Fit.Anchor(x: Double(anchorX) / 1e6, y: Double(anchorY) / 1e6))
    var shape = PictureShape(fit: fit, samples: PixelSize(width: across, height: down))
    shape.exposure = Exposure(thirds: exposure)
    if region.isEmpty { return shape }
    guard region.count == 6, region.allSatisfy({ 0...ScaledRegion.longestSide ~= $0 }),
      let part = ScaledRegion(
        PixelRect(x: region[2], y: region[3], width: region[4], height: region[5]),
        of: PixelSize(width: region[0], height: region[1]))
    else { return nil }
    shape.region = part
    return shape
  }
}

extension FarPicture {
  /// The most characters of a field.
  private static let maxField = 1_000

  /// Metadata as it travels.
  package static func texts(of metadata: ImageMetadata) -> [String: String] {
    var texts: [String: String] = [:]
    for (name, field) in ImageMetadata.texts { texts[name] = metadata[keyPath: field] }
    return texts
  }

  /// The metadata, of which each field may be anything.
  package var imageMetadata: ImageMetadata {
    var result = ImageMetadata()
    for (name, field) in ImageMetadata.texts {
      result[keyPath: field] = metadata[name].map { String($0.prefix(FarPicture.maxField)) }
    }
    return result
  }
}
