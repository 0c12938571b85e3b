/// Commands of kitty's graphics protocol, as bytes: https://sw.kovidgoyal.net/kitty/graphics-protocol/
package enum KittyCommand {
  /// The maximum number of content bytes in one command: 4096 in Base64, the protocol's limit.
  private static let chunk = 3072
  private static let terminator = Array("\u{1B}\\".utf8)

  /// Ends an incomplete upload, so that the terminal drops it. Without an upload in progress it does nothing.
  static let abort = Array("\u{1B}_Gm=0,q=2;\u{1B}\\".utf8)

  /// Returns the next part of an image's upload.
  ///
  /// - Parameters:
  ///   - sent: The number of content bytes already sent; this part's bytes are added.
  ///   - keys: The keys of the action, sent with the first part.
  ///   - rest: The keys that all other parts have, too.
  static func part(of image: PixelImage, from sent: inout Int, keys: String, rest: String = "") -> [UInt8] {
    let end = min(sent + chunk, image.content.count)
    let more = end < image.content.count ? 1 : 0
    let format =
      sent == 0 ? "\(keys),t=d,\(image.isDeflated ? "o=z," : "")\(format(image.size, hasAlpha: image.hasAlpha))," : rest
    defer { sent = end }
    return Array("\u{1B}_G\(format)m=\(more);".utf8) + Base64.encoded(image.content[sent..<end]) + terminator
  }

  /// Returns an image's whole upload, which is sent at once.
  private static func whole(_ image: PixelImage, keys: String, rest: String = "") -> [UInt8] {
    var (bytes, sent): ([UInt8], Int) = ([], 0)
    repeat { bytes += part(of: image, from: &sent, keys: keys, rest: rest) } while sent < image.content.count
    return bytes
  }

  /// Uploads an image whose samples the terminal reads from shared memory.
  ///
  /// - Parameters:
  ///   - keys: The keys of the action.
  ///   - name: The object's name.
  static func shared(_ keys: String, name: String, _ size: PixelExtent, hasAlpha: Bool) -> [UInt8] {
    let count = size.width * size.height * (hasAlpha ? 4 : 3)
    let text = "\u{1B}_G\(keys),t=s,S=\(count),\(format(size, hasAlpha: hasAlpha));"
    return Array(text.utf8) + Base64.encoded(Array(name.utf8)) + terminator
  }

  private static func format(_ size: PixelExtent, hasAlpha: Bool) -> String {
    "f=\(hasAlpha ? 32 : 24),s=\(size.width),v=\(size.height)"
  }

  /// Uploads a shade without requesting a reply.
  static func upload(_ shade: PixelImage.Shade, id: UInt32) -> [UInt8] {
    let size = PixelImage.Shade.extent
    let pixels = repeatElement([shade.red, shade.green, shade.blue, shade.alpha], count: size.width * size.height)
    return Array("\u{1B}_Ga=t,\(format(size, hasAlpha: true)),i=\(id),q=2;".utf8)
      + Base64.encoded(Array(pixels.joined())) + terminator
  }

  /// Deletes an image with all of its placements, or one placement.
  static func deletion(_ id: UInt32, placement number: Int? = nil) -> [UInt8] {
    let what = number.map { "d=i,i=\(id),p=\($0)" } ?? "d=I,i=\(id)"
    return Array("\u{1B}_Ga=d,\(what),q=2\u{1B}\\".utf8)
  }

  /// Deletes images in any state of the terminal, even in the middle of a command or an upload.
  static func removal(of ids: [UInt32]) -> [UInt8] {
    terminator + abort + ids.flatMap { deletion($0) }
  }

  /// Places an image, or moves one of its placements, without moving the cursor (`C=1`).
  static func placement(_ placement: Placement, id: UInt32, number: Int) -> [UInt8] {
    let (source, size) = (placement.source, placement.image.size)
    var keys = "a=p,i=\(id),p=\(number)"
    if source != PixelArea(x: 0, y: 0, width: size.width, height: size.height) {
      keys += ",x=\(source.x),y=\(source.y),w=\(source.width),h=\(source.height)"
    }
    if placement.offset.x > 0 { keys += ",X=\(placement.offset.x)" }
    if placement.offset.y > 0 { keys += ",Y=\(placement.offset.y)" }
    if let cells = placement.cells { keys += ",c=\(cells.columns),r=\(cells.rows)" }
    keys += ",z=\(placement.depth.rawValue),C=1,q=1"
    return Array("\u{1B}[\(placement.row + 1);\(placement.column + 1)H\u{1B}_G\(keys)\u{1B}\\".utf8)
  }

  /// Shows an image at the cursor and moves the cursor to the row below it: for pictures in a shell's output.
  ///
  /// - Parameters:
  ///   - cells: The number of cells that the image is stretched to; nil for its own size.
  ///   - id: The image's id; nil for none.
  package static func still(_ image: PixelImage, over cells: CellSize? = nil, id: UInt32? = nil) -> [UInt8] {
    let size = (cells.map { ",c=\($0.columns),r=\($0.rows)" } ?? "") + (id.map { ",i=\($0)" } ?? "")
    return whole(image, keys: "a=T,q=2\(size)") + [0x0A]
  }

  /// Adds a frame to an image: the frame before it with another part.
  ///
  /// - Parameters:
  ///   - number: The number of the frame before, from 1.
  ///   - delay: How long the frame is shown.
  package static func frame(
    _ part: PixelImage, atX x: Int, y: Int, after number: Int, of id: UInt32, delay: Duration
  ) -> [UInt8] {
    // All parts of a frame name the action. X=1: pixels are replaced rather than blended.
    let rest = "a=f,i=\(id),q=2,"
    return whole(part, keys: "\(rest)c=\(number),x=\(x),y=\(y),X=1,z=\(milliseconds(delay))", rest: rest)
  }

  /// Has the terminal play an image's frames.
  ///
  /// - Parameters:
  ///   - firstDelay: How long the first frame is shown.
  ///   - plays: How often they play; nil for ever.
  package static func play(_ id: UInt32, firstDelay: Duration, plays: Int?) -> [UInt8] {
    // v=1 is for ever, and other numbers are one more than the plays.
    let count = plays.map { min(max(1, $0), 1_000_000) + 1 } ?? 1
    let first = "\u{1B}_Ga=a,i=\(id),r=1,z=\(milliseconds(firstDelay)),q=2\u{1B}\\"
    return Array("\(first)\u{1B}_Ga=a,i=\(id),s=3,v=\(count),q=2\u{1B}\\".utf8)
  }

  private static func milliseconds(_ delay: Duration) -> Int {
    Int(min(max(1, delay / .milliseconds(1)), 1e6).rounded())
  }
}
