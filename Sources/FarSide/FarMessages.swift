/// The protocol between `tui` and `tui --serve` on the far side of ssh.
///
/// Both sides begin with a line that names their version, without waiting for the other's. Then the near side sends
/// requests, and the far side replies, each as a `FarFrame` whose header is one of these values as JSON. A request has a
/// number, which is never used again. Each side takes the other for hostile: whatever exceeds a limit ends the connection.
package enum FarProtocol {
  /// The version of the messages. Sides with different versions do not talk.
  package static let version = 1
  /// What the near side begins with.
  package static let nearGreeting = Array("tui-view \(version)\n".utf8)
  /// What the far side begins with, before its version and a line feed. Shells may print something first.
  package static let farGreeting = Array("\u{0}tui-serve ".utf8)
  /// The most bytes that may precede the far side's greeting.
  package static let maxNoise = 65_536
  /// The most requests that wait for a reply at a time.
  package static let maxRequests = 64
  /// The most pixels of a picture that is asked for: a window of 7680×4320, and a little more.
  package static let maxPixels = 1 << 25
}

/// How a picture is to be scaled: the parts of a `PictureShape`.
package struct FarShape: Hashable, Sendable, Codable {
  /// The box in places of the grid.
  package var width: Int
  package var height: Int
  /// The samples across and down in each place.
  package var across: Int
  package var down: Int
  /// The width of a place divided by its height, in millionths.
  package var aspect: Int
  package var upscales: Bool
  package var scaling: String
  /// The visible part of a picture that exceeds the box, in millionths from the left and from the top.
  package var anchorX: Int
  package var anchorY: Int
  /// The size of the whole picture, and the part of it, as x, y, width and height; empty for all of the box.
  package var region: [Int]
  /// The change of the exposure in thirds of a stop.
  package var exposure: Int
  /// Whether a shared thumbnail is good enough.
  package var isThumbnail: Bool

  /// A shape.
  package init(
    width: Int, height: Int, across: Int, down: Int, aspect: Int, upscales: Bool, scaling: String, anchorX: Int,
    anchorY: Int, region: [Int], exposure: Int, isThumbnail: Bool = false
  ) {
    (self.width, self.height, self.across, self.down) = (width, height, across, down)
    (self.aspect, self.upscales, self.scaling) = (aspect, upscales, scaling)
    (self.anchorX, self.anchorY, self.region, self.exposure) = (anchorX, anchorY, region, exposure)
    self.isThumbnail = isThumbnail
  }

  /// A text that differs between shapes.
  package var text: String {
    let numbers = [width, height, across, down, aspect, upscales ? 1 : 0, anchorX, anchorY, exposure] + region
    return "\(isThumbnail ? "thumbnail-" : "")\(scaling)-\(numbers.map { "\($0)" }.joined(separator: "-"))"
  }
}

/// A version of a file on the far side.
package struct FarStamp: Hashable, Sendable, Codable {
  /// In bytes.
  package var size: Int
  /// When it was last modified, in nanoseconds since 1970.
  package var modified: Int

  /// A version.
  package init(size: Int, modified: Int) { (self.size, self.modified) = (size, modified) }
}

/// A request of the near side. Paths are percent-encoded, since they need not be UTF-8.
package enum FarRequest: Hashable, Sendable, Codable {
  /// The pictures in a folder, or the file itself.
  ///
  /// - Parameter hasFacts: whether the entries have sizes and times, each of which takes a `stat`.
  case list(number: UInt64, path: String, isRecursive: Bool, hasFacts: Bool)
  /// A picture, scaled; of a folder, its first one in natural order.
  ///
  /// - Parameters:
  ///   - quality: that of JPEG, 1…95; 100 for no loss.
  ///   - known: the version that the near side has in this shape.
  case picture(number: UInt64, path: String, shape: FarShape, quality: Int, known: FarStamp?)
  /// Reports changes of a folder or file until it is cancelled.
  case watch(number: UInt64, path: String, isRecursive: Bool)
  /// A reply is no longer needed.
  case cancel(number: UInt64)

  /// The number of the request.
  package var number: UInt64 {
    switch self {
    case .list(let number, _, _, _), .picture(let number, _, _, _, _), .watch(let number, _, _), .cancel(let number):
      number
    }
  }
}

/// A reply of the far side.
package enum FarReply: Hashable, Sendable, Codable {
  /// Some entries of a folder, which are in the body: an array of `ListedEntry` as JSON.
  case page(number: UInt64)
  /// The folder has no more entries.
  case end(number: UInt64)
  /// The path of a listing is that of a file.
  case isFile(number: UInt64)
  /// A picture, whose file is in the body.
  case picture(number: UInt64, FarPicture)
  /// The picture is still the known one.
  case unchanged(number: UInt64)
  /// Something has changed that is watched: these paths, percent-encoded, or anything if there are none.
  case changed(number: UInt64, paths: [String])
  /// The request failed.
  ///
  /// - Parameter isMissing: whether there is no such file.
  case failed(number: UInt64, reason: String, isMissing: Bool)
}

/// What is known of a picture on the far side.
package struct FarPicture: Hashable, Sendable, Codable {
  package var stamp: FarStamp
  /// The name in the folder, percent-encoded, if the first one was requested.
  package var name: String?
  /// Whether the body is the file itself, which is then small or animated; otherwise it is the scaled picture.
  package var isWhole: Bool
  /// The natural size in pixels; that of the thumbnail if it is a shared one.
  package var width: Int
  package var height: Int
  /// The width and height of the picture of which this is a shared thumbnail; empty if they are unknown, nil for the
  /// picture itself.
  package var thumbnailOf: [Int]?
  /// The name of the format, such as "JPEG".
  package var format: String
  /// Whether it is a vector drawing.
  package var isDrawn: Bool
  /// A defect that does not keep it from being shown: the name of a `PictureDefect`.
  package var defect: String?
  /// Which of its file's pictures it is.
  package var rendition: String?
  /// The metadata, by name.
  package var metadata: [String: String]

  /// A picture.
  package init(
    stamp: FarStamp, isWhole: Bool, width: Int, height: Int, format: String, isDrawn: Bool = false,
    defect: String? = nil,
    rendition: String? = nil, metadata: [String: String] = [:]
  ) {
    (self.stamp, self.isWhole, self.width, self.height) = (stamp, isWhole, width, height)
    (self.format, self.isDrawn, self.defect) = (format, isDrawn, defect)
    (self.rendition, self.metadata) = (rendition, metadata)
  }
}
