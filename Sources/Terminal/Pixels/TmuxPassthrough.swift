/// Commands of kitty's graphics protocol for the terminal around tmux.
///
/// tmux passes on what stands in `ESC P tmux; … ESC \`, each ESC in it doubled. Nothing is answered: tmux would take replies for keys.
package enum TmuxPassthrough {
  private static let start = Array("\u{1B}Ptmux;".utf8)
  private static let end = Array("\u{1B}\\".utf8)

  /// Bytes on their way through tmux.
  package static func wrapped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var wrapped = start
    for byte in bytes {
      if byte == 0x1B { wrapped.append(byte) }
      wrapped.append(byte)
    }
    return wrapped + end
  }

  /// The next part of an image's upload, as `KittyCommand.part` has it.
  static func part(of image: PixelImage, from sent: inout Int, id: UInt32) -> [UInt8] {
    wrapped(KittyCommand.part(of: image, from: &sent, keys: "a=t,q=2,i=\(id)"))
  }

  /// Uploads an image that placeholders are to show, over so many cells.
  package static func upload(_ image: PixelImage, id: UInt32, over cells: CellSize) -> [UInt8] {
    var (bytes, sent): ([UInt8], Int) = ([], 0)
    repeat { bytes += part(of: image, from: &sent, id: id) } while sent < image.content.count
    return bytes + placement(of: id, over: cells)
  }

  /// Has placeholders show an image, over so many cells (`U=1`): it is placed wherever they are.
  static func placement(of id: UInt32, over cells: CellSize) -> [UInt8] {
    wrapped("\u{1B}_Ga=p,U=1,i=\(id),c=\(cells.columns),r=\(cells.rows),q=2\u{1B}\\".utf8)
  }

  /// Deletes an image with its placement.
  static func deletion(_ id: UInt32) -> [UInt8] { wrapped(KittyCommand.deletion(id)) }

  /// Deletes images, whatever state tmux and the terminal are in: in the middle of a command, or of an upload.
  static func removal(of ids: [UInt32]) -> [UInt8] {
    // The first end may be taken as a part of what it should end: an ESC alone may stand before it.
    var bytes = end + end + wrapped(end) + wrapped(KittyCommand.abortion)
    for id in ids { bytes += deletion(id) }
    return bytes
  }
}
