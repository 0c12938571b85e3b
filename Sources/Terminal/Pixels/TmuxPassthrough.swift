/// Commands of kitty's graphics protocol for the terminal around tmux.
///
/// tmux passes on the content of `ESC P tmux; … ESC \`, in which each ESC is doubled. The commands request no replies,
/// because tmux would take them for keys.
package enum TmuxPassthrough {
  private static let start = Array("\u{1B}Ptmux;".utf8)
  private static let end = Array("\u{1B}\\".utf8)

  /// Wraps bytes so that tmux passes them on.
  package static func wrapped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var wrapped = start
    for byte in bytes {
      if byte == 0x1B { wrapped.append(byte) }
      wrapped.append(byte)
    }
    return wrapped + end
  }

  /// Returns the next part of an image's upload, as `KittyCommand.part` does.
  static func part(of image: PixelImage, from sent: inout Int, id: UInt32) -> [UInt8] {
    wrapped(KittyCommand.part(of: image, from: &sent, keys: "a=t,q=2,i=\(id)"))
  }

  /// Uploads an image for placeholders that cover a number of cells.
  package static func upload(_ image: PixelImage, id: UInt32, over cells: CellSize) -> [UInt8] {
    var (bytes, sent): ([UInt8], Int) = ([], 0)
    repeat { bytes += part(of: image, from: &sent, id: id) } while sent < image.content.count
    return bytes + placement(of: id, over: cells)
  }

  /// Creates a virtual placement (`U=1`) of an image over a number of cells: it is shown wherever its placeholders are.
  static func placement(of id: UInt32, over cells: CellSize) -> [UInt8] {
    wrapped("\u{1B}_Ga=p,U=1,i=\(id),c=\(cells.columns),r=\(cells.rows),q=2\u{1B}\\".utf8)
  }

  /// Places an invisible image at the cursor.
  static func anchor(_ id: UInt32) -> [UInt8] {
    let shade = PixelImage.Shade(red: 0, green: 0, blue: 0, alpha: 0)
    return wrapped(KittyCommand.upload(shade, id: id)) + wrapped("\u{1B}_Ga=p,i=\(id),p=1,z=1,C=1,q=2\u{1B}\\".utf8)
  }

  /// Deletes an image with its placement.
  static func deletion(_ id: UInt32) -> [UInt8] { wrapped(KittyCommand.deletion(id)) }

  /// Deletes images in any state of tmux and the terminal, even in the middle of a command or an upload.
  static func removal(of ids: [UInt32]) -> [UInt8] {
    // The preceding bytes may end with a lone ESC, which would turn the first terminator into content.
    var bytes = end + end + wrapped(end) + wrapped(KittyCommand.abort)
    for id in ids { bytes += deletion(id) }
    return bytes
  }
}
